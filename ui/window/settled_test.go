package window

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine"
	"crossfeed/ui/window/place"
)

// Who left the page while it was being saved stays where they went.
func TestNobodyIsCalledBackToSettleMore(t *testing.T) {
	d, _ := parted(t)
	d.win.openSettle(place.Item{Set: "Errands", ID: d.idOf("Bread")})
	d.rest()
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "to settle", len(d.win.now.Unsettled), 4)
	same(t, "on the settling page", d.win.settling(), false)
}

// during is an engine at which a person does something while many are settled.
type during struct {
	Engine
	do func()
}

func (s during) ResolveAll(ctx context.Context, plans []engine.Planned, progress func(done, all int)) (engine.Outcome, error) {
	s.do()
	return s.Engine.ResolveAll(ctx, plans, progress)
}

// An item that is settled with many others while a person decides about it is
// settled meanwhile, like by anybody: what was decided can be reopened.
func TestADraftThatIsBegunWhileManyAreSettledStays(t *testing.T) {
	d, _ := parted(t)
	bread := place.Item{Set: "Errands", ID: d.idOf("Bread")}
	d.manyAtOnce()
	d.win.Engine = during{d.win.Engine, func() {
		d.win.openSettle(bread)
		d.rest()
		d.types("e")
		d.press(fyne.KeyA, fyne.KeyModifierControl)
		d.types("2026-05-30")
	}}
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "to settle", len(d.win.now.Unsettled), 3)
	same(t, "what was decided is kept", d.win.Drafts.Has(bread), true)
	d.click("Reopen with your choices")
	d.rest()
	same(t, "draft in the editor", d.win.detail.Values()["due"], "2026-05-30")
}

// unreadable is an engine whose store cannot be read.
type unreadable struct{ Engine }

func (unreadable) PlanResolutions(context.Context, engine.Rule, string, ...engine.Ref) ([]engine.Planned, error) {
	return nil, errors.New("the disk is gone")
}

// Where it cannot be read what there is to settle, nobody is told that nothing is.
func TestWhatCannotBeReadIsNotSaidToBeSettled(t *testing.T) {
	d, _ := parted(t)
	d.win.Engine = unreadable{d.win.Engine}
	d.manyAtOnce()
	drawn := ""
	for _, o := range test.LaidOutObjects(d.win.pages.batch().Object()) {
		if text, is := o.(*canvas.Text); is {
			drawn += text.Text
		}
	}
	same(t, "nothing left", strings.Contains(drawn, "No conflicts."), false)
	same(t, "said", strings.Contains(drawn, "The conflicts could not be read."), true)
}

// What was decided and put off is a draft of the item once that was settled
// elsewhere: it is marked in the list, and shown where the item is.
func TestWhatWasPutOffIsShownWhereTheItemWasSettledElsewhere(t *testing.T) {
	d, laptop, it := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("e")
	d.press(fyne.KeyEnd)
	d.types(" or none")
	typed := d.win.pages.settle.Shown().Session.Cells()[0].Result
	d.press(fyne.KeyEscape) // back to the grid
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "at home", d.win.settling(), false)
	settledBy(t, laptop, it)
	d.syncs()
	same(t, "conflicts", len(d.item(it).Conflicts), 0)
	d.win.openDecided(it)
	d.rest()
	same(t, "draft in the editor", d.win.detail.Values()["title"], typed)
}
