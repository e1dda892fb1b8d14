package window

import (
	"context"
	"errors"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/ui/say"
)

// publishing is the state of a list that is being published: changes that come
// meanwhile are published by one more run after it.
type publishing struct{ running, again bool }

// publish lets the others know of a change, in the background. done is what
// the status bar says was done.
func (w *Window) publish(set, done string) {
	if w.publishing[set].running {
		w.publishing[set] = publishing{running: true, again: true}
		return
	}
	w.publishing[set] = publishing{running: true}
	w.Seam.Aside(func(ctx context.Context) {
		path, err := w.Engine.Publish(ctx, set)
		w.Seam.UI(func() { w.published(set, done, path, err) })
	})
}

// published says where a list was published; a list that has no location is
// published nowhere.
func (w *Window) published(set, done, path string, err error) {
	again := w.publishing[set].again
	delete(w.publishing, set)
	switch {
	case errors.Is(err, engine.ErrUnplaced):
		w.status.Warn(done + " " + lang.L("Published to {{.Path}}, but not all files: {{.Why}}", say.Data{"Path": path, "Why": reason(err)}))
	case err != nil:
		w.status.Warn(done + " " + lang.L("It could not be published: {{.Why}}", say.Data{"Why": reason(err)}))
	case again:
		w.publish(set, done)
	case path != "":
		w.status.Say(done + " " + lang.L("Published to {{.Path}}", say.Data{"Path": path}))
	}
}
