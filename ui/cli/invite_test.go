package cli_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/sharing"
	"crossfeed/ui/cli"
)

// another returns another computer that has the folder of this one.
func another(t *testing.T, d *desk, name string) *desk {
	t.Helper()
	o := newDesk(t)
	o.env.Random = rand.NewChaCha8([32]byte{name[0]})
	o.args = []string{"--data", d.file("data-" + name), "--endpoint", name, "--now", "2005-05-24T09:43:34Z"}
	return o
}

// One shares a folder and invites, the other accepts: both have everything, and no answer is
// needed.
func TestTwoShareAFolderByAnInvitation(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries", "--kind", "todo")
	d.ok("item", "add", "Groceries", "--title", "Milk")
	d.run("invite", "Groceries").is(cli.Failed).prints("").mentions("not shared yet: publish it first")
	d.ok("publish", "Groceries", d.dir)
	file := d.file("g.crossfeed")
	d.ok("invite", "Groceries", "--file", file).prints("").stderr("Saved the invitation to " + file + ".\n" +
		`This device is not subscribed to the feeds of others there yet. To subscribe: crossfeed subscription add "Groceries" ` + d.dir + "\n")
	link := d.ok("invite", "Groceries").out
	if !strings.HasPrefix(link, "crossfeed://invite?") {
		t.Fatalf("printed %q", link)
	}
	i, err := sharing.FromText(link)
	if err != nil || i.Title != "Groceries" || !i.Folder {
		t.Fatalf("it is %+v, %v", i, err)
	}
	d.run("accept", link).is(cli.Failed).mentions("your own invitation")

	o := another(t, d, "laptop")
	o.ok("accept", file).prints("").stderr("\"Groceries\" is shared with you: 1 new, 0 changed, 0 in conflict.\n")
	o.ok("item", "add", "Groceries", "--title", "Bread")
	o.ok("publish", "Groceries")
	d.ok("subscription", "add", "Groceries", d.dir)
	d.ok("invite", "Groceries").stderr("")
	d.ok("sync")
	if list := d.ok("item", "list", "Groceries").out; !strings.Contains(list, "Bread") {
		t.Errorf("the other's item is not here:\n%s", list)
	}
}

// With separate locations, the answer is sent back, and is accepted like an invitation.
func TestAnAnswerLeadsBack(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries", "--kind", "todo")
	d.ok("item", "add", "Groceries", "--title", "Milk")
	d.ok("publish", "Groceries", d.file("mine.xml"))
	o := another(t, d, "laptop")
	answer := o.ok("accept", "Here: "+d.ok("invite", "Groceries").out, "--into", "Food", "--share", d.file("theirs.xml")).out
	o.ok("item", "add", "Food", "--title", "Bread")
	o.ok("publish", "Food")
	o.run("accept", answer).is(cli.Failed)
	d.ok("accept", answer).stderr("\"Groceries\" is shared with you: 1 new, 0 changed, 0 in conflict.\n")
}

// Invalid invitations are refused with the reason, and change nothing.
func TestWhatIsNoInvitationIsRefused(t *testing.T) {
	d := newDesk(t)
	d.run("accept", "hello").is(cli.Failed).stderr("crossfeed: there is no invitation in it: it begins with crossfeed://invite?, or is a file whose name ends in .crossfeed\n")
	d.run("accept", d.file("none.crossfeed")).is(cli.Failed).mentions("none.crossfeed", "no such file")
	d.run("accept", "crossfeed://invite?a=x").is(cli.Failed).mentions("cut off")
	d.run("accept", "-", "--read-only", "--share", "/x").is(cli.Misuse)
	feed := d.put("feed.xml", eggs)
	d.run("invite", "Groceries", "--file", feed).is(cli.Failed)
	d.ok("list", "ls").stderr("No lists. To create one: crossfeed list create NAME\n")
}

// inviter returns a desk that shares contacts named "Family" in a folder, the folder, and the
// link to send.
func inviter(t *testing.T) (d *desk, folder, link string) {
	t.Helper()
	d = newDesk(t)
	folder = filepath.Join(d.dir, "shared")
	must(t, os.Mkdir(folder, 0o750))
	d.ok("list", "create", "Family", "--kind", "contact")
	d.ok("item", "add", "Family", "--title", "Ada")
	d.ok("publish", "Family", folder)
	d.ok("subscription", "add", "Family", folder)
	return d, folder, d.ok("invite", "Family").out
}

// private returns another computer with a list "Family" that was never shared.
func private(t *testing.T, d *desk) *desk {
	t.Helper()
	o := another(t, d, "laptop")
	o.ok("list", "create", "Family", "--kind", "contact")
	o.ok("item", "add", "Family", "--title", "Secret")
	return o
}

// everythingIn returns the contents of all files of a folder.
func everythingIn(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	must(t, filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	}))
	return all.String()
}

// The invitation contains the name of its list, so that name must not select a list: the
// shared items go into a new list, which is shared under the others' name.
func TestAcceptingAnInvitationLeavesAPrivateListAlone(t *testing.T) {
	d, folder, link := inviter(t)
	o := private(t, d)
	o.ok("accept", link).stderr("You already have a list \"Family\", which is unchanged. The shared items are in a new list. To merge them into one of your lists, stop publishing the new one (crossfeed publish \"Family (2)\" --stop --remove), then accept the invitation again with --into LIST.\n" +
		"\"Family (2)\" is shared with you: 1 new, 0 changed, 0 in conflict.\n")
	if strings.Contains(everythingIn(t, folder), "Secret") {
		t.Error("the private list is in the inviter's folder")
	}
	if list := o.ok("item", "list", "Family").out; strings.Contains(list, "Ada") {
		t.Errorf("the private list was merged:\n%s", list)
	}
	o.ok("item", "add", "Family (2)", "--title", "Grace")
	o.ok("sync")
	d.ok("sync")
	if list := d.ok("item", "list", "Family").out; !strings.Contains(list, "Grace") {
		t.Errorf("the other's item is not here:\n%s", list)
	}
	d.ok("item", "add", "Family", "--id", "joan", "--title", "Joan")
	d.ok("sync")
	o.ok("sync")
	if list := o.ok("item", "list", "Family (2)").out; !strings.Contains(list, "Joan") {
		t.Errorf("what the inviter adds later does not come:\n%s", list)
	}
	if text := everythingIn(t, folder); strings.Contains(text, "(2)") {
		t.Error("the others are told what the list is called here")
	}
}

// The program's advice for merging later works exactly as printed.
func TestWhatWasAcceptedIsMergedAsAdvised(t *testing.T) {
	d, folder, link := inviter(t)
	o := private(t, d)
	o.ok("accept", link).mentions(`(crossfeed publish "Family (2)" --stop --remove), then accept the invitation again with --into LIST.`)
	o.ok("publish", "Family (2)", "--stop", "--remove")
	o.ok("accept", link, "--into", "Family").mentions("Your 1 item in \"Family\" will be readable by everyone who can open "+folder+".", "\"Family\" is shared with you: 1 new")
	if list := o.ok("item", "list", "Family").out; !strings.Contains(list, "Ada") || !strings.Contains(list, "Secret") {
		t.Errorf("the lists were not merged:\n%s", list)
	}
	o.ok("item", "add", "Family (2)", "--title", "Left")
	o.ok("sync")
	d.ok("sync")
	if list := d.ok("item", "list", "Family").out; !strings.Contains(list, "Secret") || strings.Contains(everythingIn(t, folder), "Left") {
		t.Errorf("the other has not what was merged:\n%s", list)
	}
	reader := another(t, d, "reader")
	reader.ok("list", "create", "Family", "--kind", "contact")
	reader.ok("accept", link, "--read-only").mentions("To merge them into one of your lists, accept the invitation again with --into LIST.\n")
	reader.ok("accept", link, "--into", "Family").mentions("\"Family\" is shared with you: 2 new")
}

// A list that is shared elsewhere is not used because of its name, either.
func TestAcceptingAnInvitationLeavesAListThatIsSharedElsewhereAlone(t *testing.T) {
	d, _, link := inviter(t)
	o := private(t, d)
	elsewhere := filepath.Join(d.dir, "elsewhere")
	must(t, os.Mkdir(elsewhere, 0o750))
	o.ok("publish", "Family", elsewhere)
	o.ok("accept", link).mentions("\"Family (2)\" is shared with you")
	o.ok("sync")
	if strings.Contains(everythingIn(t, elsewhere), "Ada") {
		t.Error("what the inviter shares is published elsewhere")
	}
}

// --into is the consent: the command reports how much becomes readable, and proceeds.
func TestAcceptingIntoAListIsTheConsent(t *testing.T) {
	d, folder, link := inviter(t)
	o := private(t, d)
	o.ok("accept", link, "--into", "Family").mentions("Your 1 item in \"Family\" will be readable by everyone who can open "+folder+".", "\"Family\" is shared with you: 1 new")
	if !strings.Contains(everythingIn(t, folder), "Secret") {
		t.Error("the list that was chosen is not shared")
	}
	o = another(t, d, "tablet")
	o.ok("list", "create", "People", "--kind", "contact")
	o.ok("accept", link, "--into", "People").mentions("\"People\" is shared with you: 2 new")
	o.ok("item", "add", "People", "--title", "Grace")
	o.ok("sync")
	d.ok("sync")
	if list := d.ok("item", "list", "Family").out; !strings.Contains(list, "Grace") {
		t.Errorf("a list of another name does not take part in the folder:\n%s", list)
	}
}

// A list that was accepted before is found by what it reads, not by its name.
func TestAcceptingAgainFindsTheListThatItWent(t *testing.T) {
	d, _, link := inviter(t)
	o := private(t, d)
	o.ok("accept", link)
	o.ok("list", "rename", "Family (2)", "Relatives")
	o.ok("list", "create", "Family (2)", "--kind", "contact")
	again := o.ok("accept", d.ok("invite", "Family").out)
	again.stderr("\"Relatives\" is shared with you: 0 new, 0 changed, 0 in conflict.\n")
	third := another(t, d, "tablet")
	third.ok("accept", link)
	o.ok("accept", third.ok("invite", "Family").out).mentions("\"Relatives\" is shared with you")
}

// A list that only reads what is shared stays private until a person decides otherwise.
func TestAListThatOnlyReadsStaysPrivate(t *testing.T) {
	d, folder, link := inviter(t)
	o := another(t, d, "laptop")
	o.ok("accept", link, "--read-only")
	o.ok("item", "add", "Family", "--title", "Secret")
	o.run("accept", link).is(cli.Failed).mentions(`the list "Family" is already subscribed to it`, "its items (2) would become readable at "+folder, "--into Family", "--read-only")
	o.ok("accept", link, "--read-only").mentions("\"Family\" is shared with you")
	if strings.Contains(everythingIn(t, folder), "Secret") {
		t.Error("it was published")
	}
	o.ok("accept", link, "--into", "Family")
	if !strings.Contains(everythingIn(t, folder), "Secret") {
		t.Error("it was not published")
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
