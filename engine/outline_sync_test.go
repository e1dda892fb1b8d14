package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
)

type plans struct {
	*testing.T
	files *transporttest.Memory
	desks []*garden
}

// newPlans shares the outline among endpoints whose clocks differ by a minute each.
func newPlans(t *testing.T, endpoints ...string) *plans {
	t.Helper()
	p := &plans{T: t, files: &transporttest.Memory{}}
	p.files.Folder("/shared")
	for i, endpoint := range endpoints {
		c := newClock()
		c.step(time.Duration(i) * time.Second)
		d := newDesk(t, t, endpoint, memory.New(), p.files, c)
		d.shareAs(lists.New{Name: "Groceries", Kind: "outline"}, "/shared")
		p.desks = append(p.desks, &garden{d})
	}
	return p
}

// marked returns the outline as a person sees it, with the number of open versions, and ! for
// flagged items: "a(b×2 c) d".
func (d *garden) marked() string {
	d.Helper()
	rows, err := d.Lists.Outline(d.t.Context(), "Groceries")
	d.check(err)
	names := strings.FieldsFunc(d.tree(), func(r rune) bool { return r == '(' || r == ')' || r == ' ' })
	marks := d.tree()
	at := 0
	for i, row := range rows {
		at += strings.Index(marks[at:], names[i]) + len(names[i])
		mark := ""
		if row.Conflicts > 0 {
			mark = fmt.Sprintf("×%d", 1+row.Conflicts)
		}
		if row.Flagged {
			mark += "!"
		}
		marks = marks[:at] + mark + marks[at:]
		at += len(mark)
	}
	return marks
}

// quiet syncs everyone until nobody receives anything; another sync must then change no feed.
func (p *plans) quiet() {
	p.Helper()
	for round := range 3*len(p.desks) + 1 {
		came := 0
		for _, d := range p.desks {
			for _, r := range d.sync() {
				came += brought(r)
			}
		}
		if came == 0 && round > 0 {
			p.still()
			return
		}
	}
	p.Fatal("the endpoints never come to rest")
}

// still checks that syncing no longer changes anything.
func (p *plans) still() {
	p.Helper()
	before := p.files.All()
	replaced := p.files.Replaced()
	for _, d := range p.desks {
		d.sync()
	}
	if p.files.Replaced() != replaced {
		for name, text := range p.files.All() {
			if text != before[name] {
				p.Errorf("%s was\n%s\nand is\n%s", name, before[name], text)
			}
		}
	}
}

// all syncs until nothing changes, and checks that all have the same outline.
func (p *plans) all(want string) {
	p.Helper()
	p.quiet()
	for _, d := range p.desks {
		if got := d.marked(); got != want {
			p.Errorf("at %s the outline is %s, want %s", d.Device.ID(), got, want)
		}
	}
}

func TestConcurrentMovesOfDifferentOutlinesBothHappen(t *testing.T) {
	p := newPlans(t, "laptop", "phone", "tablet")
	laptop, phone := p.desks[0], p.desks[1]
	laptop.plant("a", "a:b", "a:c", "d")
	p.all("a(b c) d")
	laptop.place("b", "d", "")
	phone.place("c", "", "")
	p.all("c a d(b)")
}

func TestPutAtOnePlaceByTwoStandInOrderOfTheirIdentifiers(t *testing.T) {
	p := newPlans(t, "laptop", "phone")
	laptop, phone := p.desks[0], p.desks[1]
	laptop.plant("a", "z")
	p.all("a z")
	phone.clock.step(time.Hour)
	for d, id := range map[*garden]string{laptop: "n", phone: "m"} {
		_, err := d.Edit.Add(t.Context(), "Groceries", record.Values{"title": id}, edit.AddOptions{ID: id, After: "a"})
		d.check(err)
	}
	p.all("a m n z")
}

func TestTwoMovesOfOneOutlineAreResolvedOnce(t *testing.T) {
	p := newPlans(t, "laptop", "phone", "tablet")
	laptop, phone := p.desks[0], p.desks[1]
	laptop.plant("home", "work", "call")
	p.all("home work call")
	laptop.place("call", "work", "")
	phone.clock.step(time.Hour)
	phone.place("call", "home", "")
	p.all("home(call×2) work")
	s, err := laptop.Conflicts.Session(t.Context(), "Groceries", "call")
	laptop.check(err)
	laptop.check(s.Take(1))
	laptop.clock.step(2 * time.Hour)
	_, err = laptop.Conflicts.Resolve(t.Context(), "Groceries", s)
	laptop.check(err)
	p.all("home work(call)")
}

func TestAMoveAndARenameOfOneOutlineAreBothKept(t *testing.T) {
	p := newPlans(t, "laptop", "phone")
	laptop, phone := p.desks[0], p.desks[1]
	laptop.plant("home", "call")
	p.all("home call")
	laptop.place("call", "home", "")
	phone.clock.step(time.Hour)
	_, err := phone.Edit.Change(t.Context(), "Groceries", "call", record.Values{"title": "Call the bank"}, nil)
	phone.check(err)
	p.all("home call×2")
	s, err := phone.Conflicts.Session(t.Context(), "Groceries", "call")
	phone.check(err)
	if open := s.Open(); len(open) != 0 {
		t.Fatalf("to choose: %q", open)
	}
	phone.clock.step(time.Hour)
	_, err = phone.Conflicts.Resolve(t.Context(), "Groceries", s)
	phone.check(err)
	p.all("home(call)")
	for _, d := range p.desks {
		it, err := d.Lists.Item(t.Context(), "Groceries", "call")
		d.check(err)
		if it.Winner.Title() != "Call the bank" {
			t.Errorf("at %s it is %q", d.Device.ID(), it.Winner.Title())
		}
	}
}

// SSE 0.91 §3.2: "the winner stays with its parent regardless of any changes to the position
// of the parent".
func TestTheWinnerStaysWithItsParentWhereverThatGoes(t *testing.T) {
	p := newPlans(t, "laptop", "phone", "tablet")
	laptop, phone, tablet := p.desks[0], p.desks[1], p.desks[2]
	laptop.plant("home", "work", "work:calls", "calls:bank", "calls:tax")
	p.all("home work(calls(bank tax))")
	laptop.place("calls", "home", "")
	phone.clock.step(time.Hour)
	_, err := phone.Edit.Change(t.Context(), "Groceries", "bank", record.Values{"title": "Call the bank"}, nil)
	phone.check(err)
	tablet.place("bank", "calls", "tax")
	p.all("home(calls(bank×2 tax)) work")
	if it := tablet.item("bank"); it.Winner.Place.Parent != "calls" || it.Conflicts[0].Place.Parent != "calls" {
		t.Errorf("its versions stand in %v and %v", it.Winner.Place, it.Conflicts[0].Place)
	}
}

func TestConcurrentMovesThatMakeACycle(t *testing.T) {
	p := newPlans(t, "laptop", "phone", "tablet")
	laptop, phone, tablet := p.desks[0], p.desks[1], p.desks[2]
	laptop.plant("a", "b", "b:c", "d")
	p.all("a b(c) d")
	laptop.place("a", "c", "")
	phone.place("b", "a", "")
	p.all("d a!(b(c))")
	// A person confirms its position: that is an update, and the flag is cleared.
	s, err := tablet.Conflicts.Session(t.Context(), "Groceries", "a")
	tablet.check(err)
	tablet.clock.step(time.Hour)
	_, err = tablet.Conflicts.Resolve(t.Context(), "Groceries", s)
	tablet.check(err)
	p.all("d a(b(c))")
}

func TestWhatIsPutIntoADeletedOutlineIsShownWhereThatWasAndMarked(t *testing.T) {
	p := newPlans(t, "laptop", "phone")
	laptop, phone := p.desks[0], p.desks[1]
	laptop.plant("a", "a:folder", "b")
	p.all("a(folder) b")
	_, err := laptop.Edit.Delete(t.Context(), "Groceries", "folder")
	laptop.check(err)
	phone.plant("folder:new")
	p.all("a(new!) b")
}

// Restoring a branch for one outline resolves the conflicts of all outlines in it.
func TestWhatIsPutIntoADeletedBranchRestoresAllThatItIsIn(t *testing.T) {
	p := newPlans(t, "laptop", "phone", "tablet")
	laptop, phone, tablet := p.desks[0], p.desks[1], p.desks[2]
	laptop.plant("a", "a:b", "b:old", "c")
	p.all("a(b(old)) c")
	laptop.removeBranch("a")
	phone.plant("b:x", "b:y")
	p.all("x! y! c")
	s, err := tablet.Conflicts.Session(t.Context(), "Groceries", "x")
	tablet.check(err)
	tablet.check(s.Take(0))
	tablet.clock.step(time.Hour)
	_, err = tablet.Conflicts.Resolve(t.Context(), "Groceries", s)
	tablet.check(err)
	p.all("a(b(x y)) c")
}

// To keep an outline of a deleted branch, a person also chooses its new position.
func TestALineThatIsKeptOfADeletedBranchIsPlaced(t *testing.T) {
	for name, c := range map[string]struct {
		decide func(*conflicts.Session) error
		want   string
	}{
		"in the restored branch": {func(s *conflicts.Session) error { return s.TakeField(conflicts.Place, living(s)) }, "a(b) c"},
		"outside of it": {func(s *conflicts.Session) error {
			o, err := s.Original(conflicts.Place, -1)
			if err != nil {
				return err
			}
			return s.Accept(conflicts.Place, -1, o)
		}, "b c"},
		"as that version says": {func(s *conflicts.Session) error { return s.Take(living(s)) }, "a(b) c"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlans(t, "laptop", "phone")
			laptop, phone := p.desks[0], p.desks[1]
			laptop.plant("a", "a:b", "c")
			p.all("a(b) c")
			laptop.removeBranch("a")
			phone.clock.step(time.Hour)
			_, err := phone.Edit.Change(t.Context(), "Groceries", "b", record.Values{"title": "Edited"}, nil)
			phone.check(err)
			p.quiet()
			s, err := phone.Conflicts.Session(t.Context(), "Groceries", "b")
			phone.check(err)
			s.Stay()
			if open := s.Open(); !slices.Equal(open, []string{conflicts.Place}) {
				t.Errorf("open are %q", open)
			}
			phone.check(c.decide(s))
			phone.clock.step(time.Hour)
			_, err = phone.Conflicts.Resolve(t.Context(), "Groceries", s)
			phone.check(err)
			p.all(c.want)
		})
	}
}

// living returns the number of the version that is not deleted.
func living(s *conflicts.Session) int {
	return slices.IndexFunc(s.Candidates(), func(c conflicts.Candidate) bool { return !c.Version.Deleted })
}
