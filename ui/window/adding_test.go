package window

import (
	"context"
	"errors"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/widget"
)

// full is an engine that can add nothing.
type full struct{ Engine }

func (full) Add(context.Context, string, record.Values, engine.AddOptions) (*item.Item, error) {
	return nil, errors.New("the disk is full")
}

func TestWhatCouldNotBeAddedStandsThereAgain(t *testing.T) {
	d := todos(t)
	d.win.Engine = full{d.win.Engine}
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("bread tomorrow")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "typed", d.win.items.Adding().(*widget.Entry).Text(), "bread tomorrow")
}
