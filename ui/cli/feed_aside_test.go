package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// An item that breaks the rules is there: what is wrong with it is said, and where.
func TestAnItemThatBreaksTheRulesIsNotMissing(t *testing.T) {
	d := newDesk(t)
	for name, document := range map[string]string{
		"bad.opml": strings.Replace(reading, `id="paper" version="1"`, `id="paper" version="0"`, 1),
		"bad.xml":  strings.Replace(eggs, `id="eggs" updates="1"`, `id="paper" updates="0"`, 1),
	} {
		file := d.put(name, document)
		for _, args := range [][]string{
			{"edit", file, "--id", "paper", "--title", "x"}, {"delete", file, "--id", "paper"}, {"restore", file, "--id", "paper"},
			{"resolve", file, "--id", "paper", "--keep", "-o", file},
		} {
			d.run(append([]string{"feed"}, args...)...).is(cli.Failed).mentions(name+":", "it breaks the rules", "is not a number from 1 to", "correct that first")
		}
		d.run("feed", "edit", file, "--id", "nobody", "--title", "x").is(cli.Failed).mentions("there is no such item")
		if read(t, file) != document {
			t.Errorf("%s is now\n%s", name, read(t, file))
		}
	}
	file := d.put("bad.opml", strings.Replace(reading, `id="paper" version="1"`, `id="paper" version="0"`, 1))
	d.run("feed", "new", file, "--id", "paper", "--title", "x").is(cli.Failed).mentions("it breaks the rules")
	d.run("feed", "new", file, "--title", "x", "--parent", "paper").is(cli.Failed).mentions("it breaks the rules")
}
