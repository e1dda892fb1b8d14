package window

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"crossfeed/engine/attachments"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/wording"
)

// publishing is a list that is being published. Changes made in the meantime are published by
// one more run.
type publishing struct {
	// list is its name, which may change while it is being published.
	list  string
	again bool
}

// publish publishes a list in the background. done is the message about the change.
func (w *Window) publish(set string, done frame.Message) {
	if p, runs := w.publishing[set]; runs {
		p.again = true
		return
	}
	p := &publishing{list: set}
	w.publishing[set] = p
	w.Seam.Aside(func(ctx context.Context) {
		path, err := w.Sharing.Publish(ctx, set)
		w.Seam.UI(func() {
			if renamed := p.list != set; renamed && errors.Is(err, store.ErrNoSet) {
				p.again, err = true, nil
			}
			w.published(p, done, path, err)
		})
	})
}

// published reports where a list was published. A list without a location is not published.
func (w *Window) published(p *publishing, done frame.Message, path string, err error) {
	delete(w.publishing, p.list)
	switch {
	case errors.Is(err, store.ErrNoSet): // it was deleted meanwhile
	case errors.Is(err, attachments.ErrUnplaced):
		w.status.Warn(done.Text + " " + wording.L("published-to-path-but-not-all", "Published to {{.Path}}, but not all files: {{.Why}}", wording.Data{"Path": path, "Why": wording.Why(err)}))
	case errors.Is(err, sharing.ErrDamaged):
		w.status.Warn(done.Text + " " + wording.L("published-to-path-damaged-items-were", "Published to {{.Path}}. Damaged items were published in their last intact version, or left out if no feed of the list has one. To repair them, run “crossfeed verify --repair”.", wording.Data{"Path": path}))
	case err != nil:
		w.status.Warn(done.Text + " " + wording.L("it-could-not-be-published-why", "It could not be published: {{.Why}}", wording.Data{"Why": wording.Why(err)}))
	case p.again:
		w.publish(p.list, done)
	case path != "":
		done.Add(wording.L("published-to-path", "Published to {{.Path}}", wording.Data{"Path": path}))
	}
}

const (
	// publishPause is how long resolutions wait to be published together. A resolution that is
	// undone within this time is never published.
	publishPause = 5 * time.Second
	// closePatience is how long a closing window waits for publishing.
	closePatience = 5 * time.Second
)

// waiting holds the lists with resolutions that wait to be published, each with the message
// about the last one. stop ends the wait.
type waiting struct {
	lists map[string]frame.Message
	stop  func()
}

// publishSoon publishes a list after publishPause, together with others that are resolved by
// then.
func (w *Window) publishSoon(list string, done frame.Message) {
	if w.waiting.lists == nil {
		w.waiting.lists = map[string]frame.Message{}
	} else {
		w.waiting.stop()
	}
	w.waiting.lists[list] = done
	w.held.Set(slices.Collect(maps.Keys(w.waiting.lists)))
	w.waiting.stop = w.Seam.After(publishPause, w.publishResolutions)
}

// publishResolutions publishes the waiting lists now.
func (w *Window) publishResolutions() {
	lists := w.takeWaiting()
	for _, list := range slices.Sorted(maps.Keys(lists)) {
		w.publish(list, lists[list])
	}
}

// WaitsToPublish reports whether a list has resolutions that wait to be published. A scheduled
// sync leaves such lists to the window. It may be called from any goroutine.
func (w *Window) WaitsToPublish(list string) bool {
	return slices.Contains(w.held.Get(), list)
}

func (w *Window) takeWaiting() map[string]frame.Message {
	lists := w.waiting.lists
	if lists != nil {
		w.waiting.stop()
	}
	w.waiting = waiting{}
	w.held.Set(nil)
	return lists
}

// Close saves what the person typed and publishes the waiting lists before the program ends.
func (w *Window) Close() {
	w.storeLeft()
	lists := slices.Collect(maps.Keys(w.takeWaiting()))
	if list := w.saveAtClose(); list != "" && !slices.Contains(lists, list) {
		lists = append(lists, list)
	}
	for _, list := range lists {
		w.Seam.Queue(func(ctx context.Context) {
			ctx, cancel := context.WithTimeout(ctx, closePatience)
			defer cancel()
			_, _ = w.Sharing.Publish(ctx, list) // the next start publishes what fails here
		})
	}
}
