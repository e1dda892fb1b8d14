package publish

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// form is the version of the documents' form. Change it when the same state results in other
// documents.
const form = "2"

// stateOf returns a hash of everything that the documents are made from: the feed-level data,
// and the items with their stamps, which are renewed with every change.
func (j *job) stateOf(c *content, head ...any) (string, error) {
	h := sha256.New()
	err := json.NewEncoder(h).Encode([]any{form, j.Address, j.next.Public, head})
	for i, id := range c.ids {
		fmt.Fprintf(h, "%d %s\n", c.stamps[i], id)
	}
	return hex.EncodeToString(h.Sum(nil)), err
}

// asBefore reports whether the documents would be the same as last time, so that they need not
// be made.
func (j *job) asBefore(c *content, head ...any) (same bool, err error) {
	j.state, err = j.stateOf(c, head...)
	j.spared = err == nil && j.state == j.known.State && !j.whole && !j.served && j.Share == nil
	return j.spared, err
}

// before returns a document as it was written last, without a body.
func (j *job) before(address string) *document {
	d := &document{address: address}
	d.last, d.pending = j.lastAt(address)
	d.hash = d.last.Hash
	return d
}

// content is the published content of a list.
type content struct {
	store.Reader
	set      int64
	withheld map[string]bool
	// ids are the published items, and stamps when they were last incorporated, in ascending
	// order.
	ids    []string
	stamps []feed.Stamp
	// instead has the last published state of damaged items; damaged are these items.
	instead map[string]*item.Item
	damaged map[string]bool
}

// readable reads an item. For a damaged one it returns the last published state, or nil if
// that is not known.
func (c *content) readable(id string) (*item.Item, error) {
	it, err := c.Item(c.set, id)
	if errors.Is(err, store.ErrDamagedItem) || errors.Is(err, store.ErrNoItem) { // the list contains it
		c.damaged[id] = true
		return c.instead[id], nil
	}
	return it, err
}

// list finds the items in the order in which they were incorporated.
func (c *content) list() error {
	all, err := c.Stamps(c.set)
	if err != nil {
		return err
	}
	c.ids, c.stamps = make([]string, 0, len(all)), make([]feed.Stamp, 0, len(all))
	for _, s := range all {
		if !c.withheld[s.ID] {
			c.ids, c.stamps = append(c.ids, s.ID), append(c.stamps, feed.Stamp(s.Stamp))
		}
	}
	return nil
}

// some writes the items of a partial feed.
func (c *content) some(ctx context.Context, w *feed.Writer, ids []string) error {
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return err
		}
		it, err := c.readable(id)
		if err != nil {
			return err
		}
		if it == nil {
			continue
		}
		if err := w.Write(it); err != nil {
			return err
		}
	}
	return nil
}

// all writes every item, including tombstones.
func (c *content) all(ctx context.Context, w *feed.Writer, f item.Format) error {
	if f.Ordered() {
		return c.outlines(func(it *item.Item, depth int) error { return cmp.Or(ctx.Err(), w.WriteAt(it, depth)) })
	}
	written := make(map[string]bool, len(c.ids))
	_, err := store.Spare(c.EachItem(c.set, func(it *item.Item) error {
		if c.withheld[it.ID()] {
			return ctx.Err()
		}
		written[it.ID()] = true
		return cmp.Or(ctx.Err(), w.Write(it))
	}))
	if err != nil || len(written) == len(c.ids) {
		return err
	}
	left := slices.DeleteFunc(slices.Clone(c.ids), func(id string) bool { return written[id] })
	return c.some(ctx, w, left)
}

// outlines passes every item in tree order, including tombstones (SSE 0.91 §3.2). Items that
// are too deep for a document, or are in an outline that is not published, are written at the
// root.
func (c *content) outlines(write func(*item.Item, int) error) error {
	held, err := c.Places(c.set)
	if err != nil {
		return err
	}
	held = slices.DeleteFunc(held, func(p store.Placed) bool { return c.withheld[p.ID] })
	nodes := make([]order.Node, len(held))
	for i, p := range held {
		nodes[i] = order.Node{ID: p.ID, Place: p.Place, Deleted: p.Deleted}
	}
	for _, row := range order.Folded(order.Tree(nodes)) {
		it, err := c.readable(nodes[row.Index].ID)
		if err != nil {
			return fmt.Errorf("item %q: %w", nodes[row.Index].ID, err)
		}
		if it == nil {
			continue
		}
		if err := write(it, row.Depth); err != nil {
			return err
		}
	}
	return nil
}
