package cli_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"crossfeed/engine/invite"
	"crossfeed/ui/cli"
)

// another is another computer that has the folder of this one.
func another(t *testing.T, d *desk, name string) *desk {
	t.Helper()
	o := newDesk(t)
	o.env.Random = rand.NewChaCha8([32]byte{name[0]})
	o.args = []string{"--data", d.file("data-" + name), "--endpoint", name, "--now", "2005-05-24T09:43:34Z"}
	return o
}

// One shares a folder and invites, the other accepts: both have everything, and no answer
// is needed.
func TestTwoShareAFolderByAnInvitation(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries", "--kind", "todo")
	d.ok("item", "add", "Groceries", "--title", "Milk")
	d.run("invite", "Groceries").is(cli.Failed).prints("").mentions("not shared yet: publish it first")
	d.ok("publish", "Groceries", d.dir)
	file := d.file("g.crossfeed")
	d.ok("invite", "Groceries", "--file", file).prints("").says("the invitation is in " + file + "\n" +
		`what others write there is not read here yet: crossfeed subscription add "Groceries" ` + d.dir + "\n")
	link := d.ok("invite", "Groceries").out
	if !strings.HasPrefix(link, "crossfeed://invite?") {
		t.Fatalf("printed %q", link)
	}
	i, err := invite.FromText(link)
	if err != nil || i.Title != "Groceries" || !i.Folder {
		t.Fatalf("it is %+v, %v", i, err)
	}
	d.run("accept", link).is(cli.Failed).mentions("your own invitation")

	o := another(t, d, "laptop")
	o.ok("accept", file).prints("").says("Groceries is shared with you: 1 new, 0 changed, 0 in conflict\n")
	o.ok("item", "add", "Groceries", "--title", "Bread")
	o.ok("publish", "Groceries")
	d.ok("subscription", "add", "Groceries", d.dir)
	d.ok("invite", "Groceries").says("")
	d.ok("sync")
	if list := d.ok("item", "list", "Groceries").out; !strings.Contains(list, "Bread") {
		t.Errorf("the other's item is not here:\n%s", list)
	}
}

// With places of their own the answer goes back, and is accepted like an invitation.
func TestAnAnswerLeadsBack(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries", "--kind", "todo")
	d.ok("item", "add", "Groceries", "--title", "Milk")
	d.ok("publish", "Groceries", d.file("mine.xml"))
	o := another(t, d, "laptop")
	answer := o.ok("accept", "Here: "+d.ok("invite", "Groceries").out, "--into", "Food", "--share", d.file("theirs.xml")).out
	o.ok("item", "add", "Food", "--title", "Bread")
	o.ok("publish", "Food")
	o.run("accept", answer).is(cli.Failed)
	d.ok("accept", answer).says("Groceries is shared with you: 1 new, 0 changed, 0 in conflict\n")
}

// What is no invitation is refused with what is wrong, and changes nothing.
func TestWhatIsNoInvitationIsRefused(t *testing.T) {
	d := newDesk(t)
	d.run("accept", "hello").is(cli.Failed).says("crossfeed: there is no invitation in it: it begins with crossfeed://invite?, or is a file whose name ends in .crossfeed\n")
	d.run("accept", d.file("none.crossfeed")).is(cli.Failed).mentions("none.crossfeed", "no such file")
	d.run("accept", "crossfeed://invite?a=x").is(cli.Failed).mentions("cut off")
	d.run("accept", "-", "--read-only", "--share", "/x").is(cli.Misuse)
	feed := d.put("feed.xml", eggs)
	d.run("invite", "Groceries", "--file", feed).is(cli.Failed)
	d.ok("set", "list").says("there is no list yet: crossfeed set new NAME\n")
}
