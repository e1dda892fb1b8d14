package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// A file that is there is replaced only by somebody who says so.
func TestExportAsksBeforeItReplacesAFile(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Family", "--kind", "contact")
	d.ok("item", "add", "Family", "--field", "name=A")
	file := d.put("family.vcf", "mine")
	untouched := func() {
		t.Helper()
		if got := read(t, file); got != "mine" {
			t.Errorf("the file holds %q", got)
		}
	}
	refused := "crossfeed: " + file + " exists already and was left as it is: --overwrite replaces it\n"
	d.run("export", "Family", file).is(cli.Failed).says(refused)
	untouched()
	d.env.Columns = func() int { return 80 }
	for _, answer := range []string{"n\n", "\n", ""} {
		d.env.Stdin = strings.NewReader(answer)
		d.run("export", "Family", file).is(cli.Failed).says("Replace " + file + "? [y/N] " + refused)
		untouched()
	}
	d.env.Stdin = strings.NewReader("y\n")
	d.ok("export", "Family", file)
	if got := read(t, file); !strings.Contains(got, "BEGIN:VCARD") {
		t.Errorf("the file holds %q", got)
	}
	d.env.Columns = nil
	d.ok("export", "Family", file, "--overwrite")
	d.ok("export", "Family", d.file("new.vcf"))
	d.ok("export", "Family", "-")
}
