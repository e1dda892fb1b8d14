package incorporate_test

import (
	"context"
	"testing"

	"crossfeed/engine/incorporate"
)

// impatient are others who want to write whenever they are asked, so many
// times, and then do.
type impatient struct {
	times int
	write func()
}

func (i *impatient) Waiting() bool { return i.times > 0 }

func (i *impatient) Wait(context.Context) {
	i.times--
	i.write()
}

func TestOthersWriteFirst(t *testing.T) {
	for _, times := range []int{1, 3, 200} {
		d := newDesk(t)
		d.read(entry("milk", "Milk", "phone 1"))
		d.files.Put(path, feedOf(entry("milk", "Oat milk", "phone 2", "phone 1"), entry("eggs", "Eggs", "phone 1")))
		others := &impatient{times: times, write: func() { d.edit("milk", "Soy milk") }}
		r, err := d.try(t.Context(), d.files, incorporate.Options{Others: others})
		if want := (counts{read: 2, fresh: 1, updated: 1, conflicts: 1}); err != nil || countsOf(r) != want {
			t.Errorf("%d times: %+v, %v; want %+v", times, countsOf(r), err, want)
		}
		if done := times - others.times; done != min(times, 100) {
			t.Errorf("others went first %d times, want %d", done, min(times, 100))
		}
		if it := d.item("milk"); it.Winner.Title() != "Soy milk" || len(it.Conflicts) != 1 {
			t.Errorf("milk is %q with %d conflicts", it.Winner.Title(), len(it.Conflicts))
		}
	}
}
