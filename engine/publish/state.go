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

// form is that of the documents: another one where they are written otherwise from the same
// state.
const form = "2"

// stateOf is a hash of all that the documents are made of: what stands at their level, and
// which items they hold, each with the stamp that every change of it gives anew.
func (j *job) stateOf(c *content, head ...any) (string, error) {
	h := sha256.New()
	err := json.NewEncoder(h).Encode([]any{form, j.Address, j.next.Public, head})
	for i, id := range c.ids {
		fmt.Fprintf(h, "%d %s\n", c.stamps[i], id)
	}
	return hex.EncodeToString(h.Sum(nil)), err
}

// asBefore tells whether the documents would be those that were written last: then they
// need not be made.
func (j *job) asBefore(c *content, head ...any) (same bool, err error) {
	j.state, err = j.stateOf(c, head...)
	j.spared = err == nil && j.state == j.known.State && !j.whole && !j.served && j.Share == nil
	return j.spared, err
}

// before is a document as it was written last. It has no body.
func (j *job) before(address string) *document {
	d := &document{address: address}
	d.last, d.pending = j.lastAt(address)
	d.hash = d.last.Hash
	return d
}

// content is what is published of a set.
type content struct {
	store.Reader
	set      int64
	withheld map[string]bool
	// ids are the items that are published, and stamps when they were incorporated last, in
	// ascending order.
	ids    []string
	stamps []feed.Stamp
	// instead are items as they were published last, for those that are damaged; damaged are
	// these.
	instead map[string]*item.Item
	damaged map[string]bool
}

// readable reads an item; one that is damaged is as it was published last, and nil where that
// is not known.
func (c *content) readable(id string) (*item.Item, error) {
	it, err := c.Item(c.set, id)
	if errors.Is(err, store.ErrDamagedItem) || errors.Is(err, store.ErrNoItem) { // the set lists it
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

// all writes every item, tombstones included.
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

// outlines gives every item as it stands in the tree, tombstones included
// (SSE 0.91 §3.2). What stands too deep for a document, or in an outline that is not
// published, comes at the root.
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
