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
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// publishing is a list that is being published. Changes made in the meantime are published by
// one more run.
type publishing struct {
	// list is its name, which may change while it is being published.
	list  string
	again bool
}

// publisher publishes lists in the background.
type publisher struct {
	*shell
	publishing map[string]*publishing
	waiting    waiting
	// held has the names of the lists in waiting, for other goroutines.
	held work.Shared[[]string]
}

// publish publishes a list in the background. done is the message about the change.
func (c *publisher) publish(set string, done frame.Message) {
	if p, runs := c.publishing[set]; runs {
		p.again = true
		return
	}
	p := &publishing{list: set}
	c.publishing[set] = p
	c.Seam.Aside(func(ctx context.Context) {
		path, err := c.Sharing.Publish(ctx, set)
		c.Seam.UI(func() {
			if renamed := p.list != set; renamed && errors.Is(err, store.ErrNoSet) {
				p.again, err = true, nil
			}
			c.published(p, done, path, err)
		})
	})
}

// published reports that a list was published, and on the page of messages where. A list without a location is not published.
func (c *publisher) published(p *publishing, done frame.Message, path string, err error) {
	delete(c.publishing, p.list)
	switch {
	case errors.Is(err, store.ErrNoSet): // it was deleted meanwhile
	case errors.Is(err, attachments.ErrUnplaced):
		c.status.Warn(done.Text + " " + wording.L("published-to-path-but-not-all", "Published to {{.Path}}, but not all files: {{.Why}}", wording.Data{"Path": path, "Why": wording.Why(err)}))
	case errors.Is(err, sharing.ErrDamaged):
		c.status.Warn(done.Text + " " + wording.L("published-to-path-damaged-items-were", "Published to {{.Path}}. Damaged items were published in their last intact version, or left out if no feed of the list has one. To repair them, run “crossfeed verify --repair”.", wording.Data{"Path": path}))
	case err != nil:
		c.status.Warn(done.Text + " " + wording.L("it-could-not-be-published-why", "It could not be published: {{.Why}}", wording.Data{"Why": wording.Why(err)}))
	case p.again:
		c.publish(p.list, done)
	case path != "":
		done.AddBriefly(wording.L("published-2", "Published."), wording.L("published-to-path", "Published to {{.Path}}", wording.Data{"Path": path}))
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
func (c *publisher) publishSoon(list string, done frame.Message) {
	if c.waiting.lists == nil {
		c.waiting.lists = map[string]frame.Message{}
	} else {
		c.waiting.stop()
	}
	c.waiting.lists[list] = done
	c.held.Set(slices.Collect(maps.Keys(c.waiting.lists)))
	c.waiting.stop = c.Seam.After(publishPause, c.publishResolutions)
}

// publishResolutions publishes the waiting lists now.
func (c *publisher) publishResolutions() {
	lists := c.takeWaiting()
	for _, list := range slices.Sorted(maps.Keys(lists)) {
		c.publish(list, lists[list])
	}
}

// WaitsToPublish reports whether a list has resolutions that wait to be published. A scheduled
// sync leaves such lists to the window. It may be called from any goroutine.
func (w *Window) WaitsToPublish(list string) bool {
	return slices.Contains(w.publisher.held.Get(), list)
}

func (c *publisher) takeWaiting() map[string]frame.Message {
	lists := c.waiting.lists
	if lists != nil {
		c.waiting.stop()
	}
	c.waiting = waiting{}
	c.held.Set(nil)
	return lists
}

// Close saves what the person typed and publishes the waiting lists before the program ends.
func (w *Window) Close() {
	w.storeLeft()
	lists := slices.Collect(maps.Keys(w.publisher.takeWaiting()))
	if list := w.edits.saveAtClose(); list != "" && !slices.Contains(lists, list) {
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
