package engine

import (
	"context"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"sync"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// identify finds out who this endpoint is (SSE 0.93 §2.1.1). The first start
// makes an identifier; of two first starts at once, the one that comes second
// into its transaction takes what the other made.
func (e *Engine) identify(ctx context.Context) error {
	if e.endpoint = e.parts.Endpoint; e.endpoint != "" {
		if !item.ValidNSS(e.endpoint) {
			return &rules.IdentifierError{What: "endpoint", Value: e.endpoint}
		}
		return nil
	}
	err := e.store.View(ctx, func(r store.Reader) (err error) {
		e.endpoint, err = r.Endpoint()
		return err
	})
	if err == nil && e.endpoint == "" {
		err = e.store.Update(ctx, e.makeEndpoint)
	}
	if err != nil {
		return fmt.Errorf("finding out this endpoint's identifier: %w", err)
	}
	return nil
}

func (e *Engine) makeEndpoint(w store.Writer) (err error) {
	if e.endpoint, err = w.Endpoint(); err != nil || e.endpoint != "" {
		return err
	}
	if e.endpoint, err = e.ids.word(10); err != nil {
		return err
	}
	return w.SetEndpoint(e.endpoint)
}

// identifiers makes names that nothing else in the world has.
type identifiers struct {
	mu     sync.Mutex
	random io.Reader
}

var letters = base32.StdEncoding.WithPadding(base32.NoPadding)

// word is an identifier of that many random bytes as lower-case letters and
// digits: short enough for a file name, and the same on a file system that does
// not tell upper from lower case.
func (i *identifiers) word(size int) (string, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	b, err := randomBytes(i.random, size)
	return strings.ToLower(letters.EncodeToString(b)), err
}

// urn is a random UUID as a URN, as Atom asks of a feed's id.
func (i *identifiers) urn() (string, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return UUIDURN(i.random)
}

// fraction is a number from 0 to below 1; 0 where there is nothing random.
func (i *identifiers) fraction() float64 {
	i.mu.Lock()
	defer i.mu.Unlock()
	b, err := randomBytes(i.random, 2)
	if err != nil {
		return 0
	}
	return float64(binary.BigEndian.Uint16(b)) / (1 << 16)
}
