package cli_test

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/ui/cli"
)

// errand are the fields of a todo whose feed another program republishes.
var errand = []string{"--field", "due=2005-05-27", "--field", "tags=out\nhome", "--field", "priority=1", "--field", "text=Mind  the gap"}

var (
	todoElement = regexp.MustCompile(`(?s)<vtodo .*?</vtodo>`)
	digest      = regexp.MustCompile(` (xmlns:cf|cf:[a-z]+)="[^"]*"`)
)

// damages are what programs do to the feeds that they republish under their own name.
var damages = map[string]func(string) string{
	"packs into CDATA":     func(s string) string { return todoElement.ReplaceAllString(s, "<![CDATA[$0]]>") },
	"drops what it cannot": func(s string) string { return digest.ReplaceAllString(todoElement.ReplaceAllString(s, ""), "") },
	"collapses white space": func(s string) string {
		return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "Mind  the", "Mind the")
	},
	"puts an identifier": func(s string) string { return strings.ReplaceAll(s, "Mind  the gap", "bins") },
	"escapes twice and tracks": func(s string) string {
		return strings.ReplaceAll(s, "<sx:sync", `<t:x xmlns:t="urn:t">Mind &amp;amp; x</t:x><sx:sync`)
	},
	"wraps": func(s string) string {
		return todoElement.ReplaceAllString(s, `<w:box xmlns:w="urn:w"><w:more>a</w:more>$0</w:box>`)
	},
}

// republished are two desks, A and B, with a todo of B's, and a feed in which another
// program has a damaged copy of B's.
func republished(t *testing.T, dialect string, damage func(string) string) (a, b *desk, mirror string) {
	t.Helper()
	b = newDesk(t)
	b.args[3] = "tablet"
	b.ok("set", "new", "Chores", "--kind", "todo", "--dialect", dialect)
	b.ok(append([]string{"item", "add", "Chores", "--id", "bins", "--title", "Bins"}, errand...)...)
	b.ok("publish", "Chores", b.file("b.xml"))
	a = newDesk(t)
	a.ok("set", "new", "Chores", "--kind", "todo", "--dialect", dialect)
	mirror = a.put("mirror.xml", strings.Replace(damage(read(t, b.file("b.xml"))), "<title>Chores</title>", "<title>Mirror</title>", 1))
	return a, b, mirror
}

func TestARelaysDamagedCopyReplacesNothing(t *testing.T) {
	for n, dialect := range []string{"feedsync-1.0", "sse-0.91"} {
		for i, name := range slices.Sorted(maps.Keys(damages)) {
			for m, first := range []string{"the good copy first", "the damaged copy first"} {
				if testsize.Tries(n+i/2+m, 2) {
					t.Run(dialect+", "+name+", "+first, func(t *testing.T) { replacesNothing(t, dialect, damages[name], m == 0) })
				}
			}
		}
	}
}

func replacesNothing(t *testing.T, dialect string, damage func(string) string, goodFirst bool) {
	a, b, mirror := republished(t, dialect, damage)
	feeds := []string{b.file("b.xml"), mirror}
	if !goodFirst {
		feeds[0], feeds[1] = feeds[1], feeds[0]
	}
	for _, f := range feeds {
		a.ok("subscription", "add", "Chores", f)
		a.run("sync")
	}
	want := b.fieldsOf("Chores", "bins")
	if got := a.fieldsOf("Chores", "bins"); got["due"] != "2005-05-27" || !reflect.DeepEqual(got, want) {
		t.Errorf("A has %v, B has %v", got, want)
	}
	a.put("mirror.xml", read(t, mirror)+"<!-- again -->")
	a.run("sync").is(cli.Done).mentions("another program altered it on the way, or two devices use one identifier")
	a.ok("item", "edit", "Chores", "bins", "--title", "Bins out")
	a.ok("publish", "Chores", a.file("a.xml"))
	b.ok("subscription", "add", "Chores", a.file("a.xml"))
	b.ok("subscription", "add", "Chores", mirror)
	b.ok("sync")
	want["title"] = "Bins out"
	if got := b.fieldsOf("Chores", "bins"); !reflect.DeepEqual(got, want) {
		t.Errorf("after A's edit B has %v, want %v", got, want)
	}
}

// A version that was written before versions had digests may lose against a copy with
// more in it. Its own endpoint keeps what it wrote, and says it again when a person accepts.
func TestAnOwnChangeThatWasAlteredIsKeptAndSaidAgain(t *testing.T) {
	_, b, _ := republished(t, "feedsync-1.0", damages["escapes twice and tracks"])
	old := digest.ReplaceAllString(read(t, b.file("b.xml")), "")
	want := b.fieldsOf("Chores", "bins")
	d := newDesk(t)
	d.args[3] = "tablet"
	d.ok("set", "new", "Chores", "--kind", "todo")
	d.reads("Chores", "old", old)
	d.run("review", "accept", "Chores", "--all")
	d.reads("Chores", "mirror", damages["escapes twice and tracks"](old)).is(cli.Attention)
	r := d.ok("review", "list").mentions("accepting an altered change keeps your content")
	if !strings.Contains(r.out, "another program altered it on the way, or two devices use one identifier") {
		t.Errorf("listed is\n%s", r.out)
	}
	if got := d.fieldsOf("Chores", "bins"); !reflect.DeepEqual(got, want) {
		t.Errorf("before: %v, want %v", got, want)
	}
	d.ok("review", "accept", "Chores", "--all")
	if got := d.fieldsOf("Chores", "bins"); !reflect.DeepEqual(got, want) {
		t.Errorf("after: %v, want %v", got, want)
	}
	if got := parse[[]shownItem](d.ok("item", "list", "Chores", "--json")); len(got) != 1 || got[0].Updates != 2 {
		t.Errorf("the change is not said again: %+v", got)
	}
	d.ok("review", "list").prints("")
}
