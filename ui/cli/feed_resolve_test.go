package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

func TestAnItemOfAFeedIsSettled(t *testing.T) {
	for name, c := range map[string]struct {
		args    []string
		title   string
		deleted bool
	}{
		"by keeping the winner":  {[]string{"--keep"}, "Eggs ×12", false},
		"by taking a conflict":   {[]string{"--take", "1"}, "Brown eggs", false},
		"by taking the deletion": {[]string{"--take=2"}, "Eggs", true},
		"by a field":             {[]string{"--field", "title=-5 eggs"}, "-5 eggs", false},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			path := d.put("a.xml", contested)
			d.ok(append([]string{"feed", "resolve", path, "--id", "eggs", "-o", path}, c.args...)...).prints("eggs: update 4\n").says("")
			got := parse[shown](d.ok("feed", "show", path, "--json")).Items[0]
			if got.Title != c.title || got.Deleted != c.deleted || len(got.Conflicts) != 0 {
				t.Errorf("got %+v", got)
			}
			if want := "4@1116927813@desk;2@1116704613@tablet;2@1116755013@desk;3@1116841413@laptop;1@1116668613@phone"; !strings.HasSuffix(got.version(t), "|"+want) {
				t.Errorf("got %s, want the history %s", got.version(t), want)
			}
		})
	}
}

func TestTheSettledFeedGoesToStandardOutput(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.xml", contested)
	out := d.ok("feed", "resolve", path, "--id", "eggs", "--keep").says("").out
	if !strings.HasSuffix(out, "</channel></rss>\n") || strings.Contains(out, "conflicts") || read(t, path) != contested {
		t.Errorf("printed\n%s", out)
	}
}

func TestOnlySomeConflictsOfAFeedAreTakenIntoAccount(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.xml", contested)
	d.run("feed", "resolve", path, "--id", "eggs", "--keep", "--only", "2", "-o", path).is(cli.Misuse)
	if read(t, path) != contested {
		t.Error("leaving out an own version changed the file")
	}
	d.run("feed", "resolve", path, "--id", "eggs", "--keep", "--only", "1", "-o", path).is(cli.Attention)
	got := parse[shown](d.ok("feed", "show", path, "--json")).Items[0]
	if len(got.Conflicts) != 1 || got.Conflicts[0].History[0].By != "tablet" {
		t.Errorf("open are %+v, want tablet's", got.Conflicts)
	}
}

func TestAFeedsItemWithoutConflictsHasNothingToSettle(t *testing.T) {
	d := newDesk(t)
	d.run("feed", "resolve", d.put("a.xml", eggs), "--id", "eggs", "--keep").is(cli.Failed).prints("").
		says("crossfeed: settling eggs: no conflict is open\n")
}
