package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"crossfeed/engine/incorporate"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// readSubscription reads the feeds of a subscription, each merged whole or not
// at all, and notes how that went. The error is for what keeps all others from
// being read as well: an end of ctx, or a store that cannot be written.
func (e *Engine) readSubscription(ctx context.Context, t toRead, dry bool, p *pace) (Report, error) {
	report := Report{Set: t.set.Name, Subscription: t.Location}
	err := e.readFeeds(ctx, t, dry, p, &report)
	if ctx.Err() != nil {
		return report, ctx.Err()
	}
	if err != nil {
		report.Error = strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	if dry {
		return report, nil
	}
	return report, e.noteHealth(ctx, t.Subscription, report)
}

// readFeeds reads each feed of a subscription. One that fails keeps no other
// from being read.
func (e *Engine) readFeeds(ctx context.Context, t toRead, dry bool, p *pace, report *Report) error {
	paths, err := location.Feeds(e.parts.Files, t.Location, t.set.Name, e.endpoint)
	if err != nil {
		return err
	}
	options := incorporate.Options{At: e.parts.Clock.Now(), DryRun: dry, Read: func(int) { p.item() }, Others: &e.gate}
	var failed []error
	for _, path := range paths {
		source := incorporate.Source{Set: t.set, Path: path, From: t.Location}
		r, err := incorporate.Feed(ctx, e.store, e.parts.Files, source, options)
		report.add(r)
		if err != nil {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// add adds what one feed brought.
func (r *Report) add(f incorporate.Result) {
	r.Read += f.Read
	r.New += f.New
	r.Updated += f.Updated
	r.Conflicts += f.Conflicts
	r.Unchanged += f.Unchanged
	r.SetAside += f.SetAside
	r.Bytes += f.Bytes
	r.Problems = append(r.Problems, f.Problems.Sentences()...)
}

// noteHealth keeps what the reading of a subscription came to, unless it was
// removed meanwhile.
func (e *Engine) noteHealth(ctx context.Context, s store.Subscription, report Report) error {
	err := e.store.Update(ctx, func(w store.Writer) error {
		all, err := w.Subscriptions(s.Set)
		if err != nil {
			return err
		}
		for _, now := range all {
			if now.Key == s.Key {
				now.Health = healthAfter(now.Health, report, e.parts.Clock)
				_, err := w.PutSubscription(now)
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("noting how %s was read: %w", s.Location, err)
	}
	return nil
}

// healthAfter is a subscription's health after a reading. What the last success
// brought stays known while readings fail.
func healthAfter(h store.Health, r Report, clock Clock) store.Health {
	h.LastTry = clock.Now()
	if r.Error != "" {
		if h.Error == "" {
			h.ErrorSince = h.LastTry
		}
		h.Error = r.Error
		return h
	}
	return store.Health{LastTry: h.LastTry, LastSuccess: h.LastTry, Came: r.New + r.Updated, SetAside: r.SetAside}
}
