package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"crossfeed/engine/feed"
	"crossfeed/engine/incorporate"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// ErrDecided: a person accepted it already, and what was merged stays merged; or an update
// restored what was here.
var ErrDecided = errors.New("it was decided already")

// Suspects lists what came in and was set aside because something in it is alarming, in a
// set, or in all where set is "": what waits for a person, and what was decided.
func (e *Engine) Suspects(ctx context.Context, set string) (all []store.Suspect, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		var of store.Set
		if set != "" {
			if of, err = r.SetNamed(set); err != nil {
				return err
			}
		}
		all, err = r.Suspects(of.Key)
		return err
	})
	return all, err
}

// SuspectItem is the item of a suspect, as it came. One that was accepted has none: it is
// in the list.
func SuspectItem(s store.Suspect) (*item.Item, error) {
	if s.Document == "" {
		return nil, fmt.Errorf("%d: %w", s.Key, ErrDecided)
	}
	in := feed.NewReader(strings.NewReader(s.Document), s.Feed)
	for {
		e, err := in.Next()
		if err == io.EOF {
			return nil, fmt.Errorf("%d: what was kept of %s cannot be read", s.Key, s.ID)
		}
		if err != nil {
			return nil, err
		}
		if e.Item != nil {
			return e.Item, nil
		}
	}
}

// AcceptSuspects merges them in after all, by their keys, as their feeds would have: those
// of one feed all or none; what a feed no longer has leaves the list. What is just like them, and waits because another feed has it
// too, is accepted with them. As any merge it is no edit that can be undone; every version
// that was there is in the history. A version of this endpoint that another program altered
// keeps its content, which an update says again for those who have the other. The error
// wraps store.ErrNoSuspect where there is none of a key, and ErrDecided where it was
// accepted already.
func (e *Engine) AcceptSuspects(ctx context.Context, keys ...int64) error {
	groups, err := e.chosen(ctx, keys)
	if err != nil {
		return err
	}
	for _, g := range groups {
		if err := e.accept(ctx, g); err != nil {
			return fmt.Errorf("accepting what came from %s: %w", g.all[0].Feed, err)
		}
	}
	return nil
}

// accept merges suspects of one feed in one transaction.
func (e *Engine) accept(ctx context.Context, g *suspects) error {
	missing, g := g.apart(incorporate.IsMissing)
	if missing != nil {
		if err := e.discard(ctx, missing); err != nil {
			return err
		}
	}
	if g == nil {
		return nil
	}
	source, err := e.sourceOf(ctx, g)
	if err != nil {
		return err
	}
	decide := func(w store.Writer) error {
		if err := g.decide(w, store.Accepted); err != nil {
			return err
		}
		if err := g.agree(w, e.parts.Clock.Now()); err != nil {
			return err
		}
		t := &transaction{engine: e, Writer: w}
		return g.restate(t.at(source.Set))
	}
	e.gate.enter()
	defer e.gate.leave()
	r, err := incorporate.Feed(ctx, e.store, source, incorporate.Options{
		At: e.parts.Clock.Now(), Trusted: true,
		Keep: func(w store.Writer, r incorporate.Result) error {
			if r.SetAside > 0 {
				return errors.New(strings.Join(r.Problems.Sentences(), "; "))
			}
			return decide(w)
		},
	})
	if err != nil || r.Kept {
		return err
	}
	return e.store.Update(ctx, decide)
}
