package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

func TestContactsThatAreThereTwiceAreFoundJoinedAndParted(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Family", "--kind", "contact")
	d.ok("item", "add", "Family", "--id", "a", "--field", "name=Given Family", "--field", "emails=x@example.org", "--field", "role=Cook")
	d.ok("item", "add", "Family", "--id", "b", "--field", "name=Given Family", "--field", "phones=030 23125001", "--field", "role=Baker")
	twins := parse[[]struct{ A, B string }](d.ok("contact", "duplicates", "Family", "--json"))
	if len(twins) != 1 || twins[0].A != "a" || twins[0].B != "b" {
		t.Fatalf("found %+v", twins)
	}
	d.ok("contact", "join", "Family", "a", "b").says("role: \"Cook\" is kept, not \"Baker\"\n")
	if out := d.ok("item", "show", "Family", "a").out; !strings.Contains(out, "x@example.org") || !strings.Contains(out, "030 23125001") {
		t.Errorf("the joined one says\n%s", out)
	}
	d.ok("contact", "duplicates", "Family").says("no possible duplicates\n")
	d.ok("undo")
	if got := parse[[]shownItem](d.ok("item", "list", "Family", "--json")); len(got) != 2 {
		t.Errorf("after undo: %+v", got)
	}
	d.run("contact", "join", "Family", "a", "a").is(cli.Misuse)
	d.run("contact", "join", "Family", "a", "nobody").is(cli.Failed)
}
