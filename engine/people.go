package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"crossfeed/engine/store"
)

// Errors of naming that callers decide on; they are wrapped with the name.
var (
	// ErrNameLines means that a name is not one line of text.
	ErrNameLines = errors.New("a name is one line of text")
	// ErrNobody means that an update without an identifier cannot be named.
	ErrNobody = errors.New("what has no identifier cannot be given a name")
)

// Names are the names that a person gave to endpoints, by identifier.
func (e *Engine) Names(ctx context.Context) (names map[string]string, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		names, err = r.Names()
		return err
	})
	return names, err
}

// Endpoints lists every endpoint that changed something in this store, and those
// with a name.
func (e *Engine) Endpoints(ctx context.Context) (all []store.Endpoint, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		all, err = r.Endpoints()
		return err
	})
	return all, err
}

// SetName calls an endpoint by a name, of one line, without the spaces around it;
// "" takes the name away. Two endpoints may have one name: a person with two
// devices. A name of several lines is ErrNameLines, an endpoint "" ErrNobody.
func (e *Engine) SetName(ctx context.Context, by, name string) error {
	name = strings.TrimSpace(name)
	switch {
	case by == "":
		return fmt.Errorf("naming %q: %w", name, ErrNobody)
	case strings.ContainsFunc(name, breaks):
		return fmt.Errorf("naming endpoint %s %q: %w", by, name, ErrNameLines)
	}
	e.gate.enter()
	defer e.gate.leave()
	return e.store.Update(ctx, func(w store.Writer) error { return w.PutName(by, name) })
}

// breaks tells whether a character has no place in a line of text.
func breaks(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }
