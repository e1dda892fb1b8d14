package engine_test

import (
	"testing"
	"time"

	"crossfeed/engine/conflicts"
)

// apart returns a laptop and a phone that moved "call" into different outlines, and then
// synced. The phone's position, in "home", wins.
func apart(t *testing.T) (laptop, phone *garden, p *plans) {
	p = newPlans(t, "laptop", "phone")
	laptop, phone = p.desks[0], p.desks[1]
	laptop.plant("home", "work", "work:desk", "call")
	p.all("home work(desk) call")
	laptop.place("call", "desk", "")
	phone.clock.step(time.Hour)
	phone.place("call", "home", "")
	p.all("home(call×2) work(desk)")
	return laptop, phone, p
}

func TestAResolutionCallsListsAsTheyWereCalled(t *testing.T) {
	laptop, _, _ := apart(t)
	s := laptop.begin("call")
	laptop.check(s.Take(1))
	laptop.save(s)
	laptop.edit("work", "Renamed since")
	d := laptop.decisions("call")[0]
	if len(d.Fields) != 1 || d.Fields[0].Path != "WORK › DESK" {
		t.Errorf("it tells of %+v", d.Fields)
	}
	if got := conflicts.GistOf(d.Decision); got.Kind != conflicts.Took || d.Versions[got.Version].By != "laptop" {
		t.Errorf("its gist is %+v", got)
	}
	s, err := laptop.Conflicts.Session(t.Context(), "Groceries", "call")
	if s != nil || err == nil {
		t.Errorf("there is something to resolve yet: %v", err)
	}
}

func TestAPlaceAtTheTopLevelHasNoPath(t *testing.T) {
	laptop, phone, p := apart(t)
	s := laptop.begin("call")
	laptop.check(s.Take(0))
	laptop.save(s)
	p.quiet()
	phone.clock.step(2 * time.Hour)
	phone.place("call", "", "")
	laptop.clock.step(3 * time.Hour)
	laptop.place("call", "work", "")
	p.quiet()
	s = phone.begin("call")
	for _, c := range s.Candidates() {
		if c.Version.Place.Parent == "" {
			phone.check(s.Take(c.Number))
		}
	}
	phone.clock.step(4 * time.Hour)
	phone.save(s)
	if d := phone.decisions("call")[0]; len(d.Fields) != 1 || d.Fields[0].Path != "" || d.Fields[0].Value == "" {
		t.Errorf("it tells of %+v", d.Fields)
	}
}

func TestNewsThatArriveWhileAnOutlineIsResolved(t *testing.T) {
	for name, c := range map[string]struct {
		happens func(laptop, phone *garden)
		want    string // the outline at both after saving the session that took B
	}{
		"the winner is renamed elsewhere": {func(_, phone *garden) {
			s := phone.begin("call")
			phone.check(s.Take(0))
			phone.check(s.Type("title", "Renamed"))
			phone.save(s)
		}, "home work(desk(call))"},
		"the parent of the chosen place is deleted": {func(laptop, phone *garden) {
			phone.remove("desk")
		}, "home work(desk(call))"}, // the session restores desk
		"what that stands in is moved": {func(laptop, phone *garden) {
			phone.place("work", "home", "")
		}, "home(work(desk(call)))"},
		"the parent of the winner is deleted": {func(laptop, phone *garden) {
			phone.remove("home")
		}, "work(desk(call))"},
		"it is resolved elsewhere by a deletion": {func(_, phone *garden) {
			s := phone.begin("call")
			phone.check(s.Take(1))
			phone.save(s)
			phone.remove("call")
		}, "home work(desk(call))"}, // saving a position implies that the item is not deleted
	} {
		t.Run(name, func(t *testing.T) {
			laptop, phone, p := apart(t)
			s := laptop.begin("call")
			laptop.check(s.TakeField("place", 1))
			phone.clock.step(2 * time.Hour)
			c.happens(laptop, phone)
			p.quiet()
			it, about, err := laptop.Conflicts.About(t.Context(), "Groceries", "call")
			laptop.check(err)
			s.Update(it, about)
			laptop.clock.step(5 * time.Hour)
			_, err = laptop.Conflicts.Resolve(t.Context(), "Groceries", s)
			laptop.check(err)
			p.all(c.want)
		})
	}
}

func TestRulesResolveManyOutlines(t *testing.T) {
	for name, c := range map[string]struct {
		rule conflicts.Rule
		by   string
		want string
	}{
		"the winners are kept":          {conflicts.KeepCurrent, "", "home(call) work(desk) a b"},
		"the newest are taken":          {conflicts.TakeNewest, "", "home(call) work(desk) a b"},
		"those of the laptop":           {conflicts.PreferDevice, "laptop", "home work(desk(call)) a b!"},
		"what leaves nothing to choose": {conflicts.MergeRule, "", "home(call×2) work(desk) a b"},
	} {
		t.Run(name, func(t *testing.T) {
			laptop, phone, p := apart(t)
			laptop.plant("a")
			phone.plant("b")
			p.quiet()
			circled(laptop, "b", "a") // it was moved to the root out of "a"
			laptop.clock.step(5 * time.Hour)
			plans, err := laptop.Conflicts.Plan(t.Context(), c.rule, c.by, nil)
			laptop.check(err)
			_, err = laptop.Conflicts.ResolveMany(t.Context(), plans, nil)
			laptop.check(err)
			if got := laptop.marked(); got != c.want {
				t.Errorf("it shows %s, want %s", got, c.want)
			}
			laptop.clock.step(time.Minute)
			laptop.check(undo(laptop.desk))
			if got := laptop.marked(); got != "home(call×2) work(desk) a b!" {
				t.Errorf("undone it shows %s", got)
			}
		})
	}
}
