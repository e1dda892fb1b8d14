package window

import (
	"context"
	"errors"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/store"
)

// Warn tells in the status bar what could not be done.
func (w *Window) Warn(err error) { w.status.Warn(sentence(err)) }

// sentence is an error in the words of the window; one that it has no words
// for is told as the engine does.
func sentence(err error) string {
	switch {
	case errors.Is(err, context.Canceled):
		return lang.L("Cancelled. Nothing was half done.")
	case errors.Is(err, store.ErrNameTaken):
		return lang.L("There is a list of that name already.")
	case errors.Is(err, store.ErrNoSet):
		return lang.L("There is no such list.")
	case errors.Is(err, store.ErrSubscribed):
		return lang.L("The list reads that feed already.")
	case errors.Is(err, store.ErrNoItem):
		return lang.L("The item is no longer there.")
	case errors.Is(err, engine.ErrChanged):
		return lang.L("The item changed meanwhile.")
	}
	return err.Error()
}
