package incorporate_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/incorporate"
)

// crowd is an item with that many conflicts, by endpoints whose names begin so.
func crowd(name string, conflicts int) string {
	var b strings.Builder
	for n := range conflicts {
		b.WriteString(entry("milk", name, fmt.Sprintf("%s%d 2", name, n), "phone 1"))
	}
	return strings.Replace(entry("milk", name, name+" 2", "phone 1"), "</sx:sync>", "<sx:conflicts>"+b.String()+"</sx:conflicts></sx:sync>", 1)
}

// What could not be published for others to read is not merged, though a person trusts it.
func TestAnEntryThatWouldMakeTooManyConflictsIsSetAside(t *testing.T) {
	d := newDesk(t)
	trusted := incorporate.Options{Trusted: true}
	d.readAs(trusted, crowd("ours", 600))
	before := d.revision()
	r := d.readAs(trusted, crowd("theirs", 600), entry("eggs", "Eggs", "phone 1"))
	if r.SetAside != 1 || r.New != 1 || r.Updated != 0 || d.revision() == before {
		t.Errorf("%+v", r)
	}
	if n := len(d.item("milk").Conflicts); n != 600 {
		t.Errorf("%d conflicts", n)
	}
	if said := strings.Join(r.Problems.Sentences(), "\n"); !strings.Contains(said, "there are 1201 conflicts") {
		t.Errorf("problems: %q", said)
	}
}
