package storage

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

const selectItems = `SELECT i.key, i.set_key, i.id, i.winner, i.held, i.listed, i.flagged, i.lacks, i.publisher, i.details, ` + versionColumns + `
	FROM items i LEFT JOIN versions v ON v.key = i.winner AND NOT v.damaged WHERE i.set_key = ? `

// held is an item before its conflicts are read.
type held struct {
	key, set int64
	id       string
	listed   int
	flagged  bool
	// lacks reports whether a version lacks a record that the archive has.
	lacks  bool
	winner *item.Version
	// version is the key of the winner.
	version int64
	// sum is the stored checksum, and parts what it covers.
	sum   int64
	parts parts
	// bad is the reason why the item cannot be read.
	bad error
}

func scanHeld(row scanner) (h held, err error) {
	var rec storedVersion
	into := append([]any{&h.key, &h.set, &h.id, &h.version, &h.sum, &h.listed, &h.flagged, &h.lacks}, rec.beyond()...)
	if h.bad = row.Scan(append(into, rec.fields()...)...); h.bad != nil {
		return h, nil
	}
	if h.winner, h.bad = rec.decode(); h.bad == nil && (rec.version.ID != h.id || rec.set != h.set) {
		h.bad = fmt.Errorf("item %s: it has the version of another one", h.id)
	}
	h.parts.add(h.version, rec.publisher, rec.details)
	return h, nil
}

// parts are the contents of an item, for its checksum.
type parts struct{ checksum }

func (p *parts) add(version int64, publisher, details string) {
	p.number(version)
	p.text(publisher)
	p.text(details)
}

// of returns the checksum of an item with these parts.
func (p *parts) of(flagged, lacks bool, listed int) int64 {
	p.flag(flagged)
	p.flag(lacks)
	p.number(int64(listed))
	return p.sum()
}

// Taken implements store.ItemReader.
func (r *reader) Taken(set int64, id, by string) (taken bool, used int, err error) {
	const query = `SELECT EXISTS (SELECT 1 FROM items WHERE set_key = ?1 AND id = ?2),
		(SELECT coalesce(max(sequence), 0) FROM versions WHERE set_key = ?1 AND item = ?2 AND "by" = ?3)`
	err = r.one(query, args{set, id, by}, &taken, &used)
	return taken, used, err
}

// Item implements store.ItemReader.
func (r *reader) Item(set int64, id string) (*item.Item, error) {
	found, err := all(r, scanHeld, selectItems+"AND i.id = ?", set, id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("item %s: %w", id, store.ErrNoItem)
	}
	if err := r.leads(found[0].id, id); err != nil {
		return nil, err
	}
	it, err := r.whole(found[0])
	if isDamage(err) {
		err = fmt.Errorf("item %s: %w", id, err)
	}
	return it, err
}

// itemsAsked is the number of items in one query of Items.
const itemsAsked = 64

var selectSome = selectItems + "AND i.id IN (?" + strings.Repeat(", ?", itemsAsked-1) + ")"

// Items implements store.ItemReader. There is one statement for any number of items: the last
// identifier fills up the others.
func (r *reader) Items(set int64, ids []string, visit func(string, *item.Item, error) error) error {
	for some := range slices.Chunk(ids, itemsAsked) {
		a := make(args, 1, 1+itemsAsked)
		a[0] = set
		for i := range itemsAsked {
			a = append(a, some[min(i, len(some)-1)])
		}
		found, err := all(r, scanHeld, selectSome, a...)
		if err != nil {
			return err
		}
		for _, h := range found {
			if !slices.Contains(some, h.id) {
				return r.leads(h.id, some[0])
			}
			it, err := r.whole(h)
			if err == nil || isDamage(err) {
				err = visit(h.id, it, err)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// EachItem implements store.ItemReader. It reads a few items at a time, so that a list of any
// size takes little memory and visit may use the transaction.
func (r *reader) EachItem(set int64, visit func(*item.Item) error) error {
	var after, last int64
	var damaged store.DamagedItems
	if err := r.one("SELECT coalesce(max(key), 0) FROM items WHERE set_key = ?", args{set}, &last); err != nil {
		return err
	}
	there, err := r.counted(set)
	if err != nil {
		return err
	}
	seen := 0
	for after < last {
		some, err := all(r, scanHeld, selectItems+"AND i.key > ? AND i.key <= ? ORDER BY i.key LIMIT 100", set, after, last)
		if err != nil {
			return err
		}
		if len(some) == 0 {
			break
		}
		next := some[len(some)-1].key
		if next <= after {
			return r.fail(outOfOrder(r.store.path, "items"))
		}
		after = next
		seen += len(some)
		if err := r.visit(some, &damaged, visit); err != nil {
			return err
		}
	}
	if err := r.complain(set, seen, there); err != nil {
		return err
	}
	return damaged.Err()
}

// outOfOrder returns an error for rows that repeat, because reading on would never end.
func outOfOrder(path, what string) error {
	return damaged(path, fmt.Errorf("the %s are out of order", what))
}

// counted counts the items of a list by another index than the one used for reading them.
func (r *reader) counted(set int64) (n int, err error) {
	err = r.one("SELECT count(*) FROM items INDEXED BY items_by_stamp WHERE set_key = ?", args{set}, &n)
	return n, err
}

// complain returns an error if fewer items were read than there were, and still are.
func (r *reader) complain(set int64, seen, there int) error {
	if seen >= there {
		return nil
	}
	now, err := r.counted(set)
	if err == nil && seen < now {
		err = r.fail(damaged(r.store.path, fmt.Errorf("an index of the items has %d of %d", seen, now)))
	}
	return err
}

// visit visits the items that can be read, and records the others.
func (r *reader) visit(some []held, damaged *store.DamagedItems, visit func(*item.Item) error) error {
	for _, h := range some {
		it, err := r.whole(h)
		if isDamage(err) {
			damaged.IDs = append(damaged.IDs, h.id)
			continue
		}
		if err != nil {
			return err
		}
		if err := visit(it); err != nil {
			return err
		}
	}
	return nil
}

// whole adds the conflicts of an item, and the records that its versions lack. If the item
// differs from what was put, the error is *damage.
func (r *reader) whole(h held) (it *item.Item, err error) {
	if h.bad != nil {
		return nil, cmp.Or[error](r.misses(h.version), &damage{h.bad})
	}
	it = &item.Item{Winner: h.winner, Flagged: h.flagged}
	if h.listed > 0 {
		if it.Conflicts, err = r.conflictsOf(&h); err != nil {
			return nil, err
		}
	}
	if differs(h.sum, h.parts.of(h.flagged, h.lacks, h.listed)) {
		return nil, &damage{errors.New("what it holds is not what was put")}
	}
	if h.lacks {
		it, _, err = r.complete(h.set, it)
	}
	return it, err
}

// leads checks that an index led to the requested row, which SQLite itself does not compare.
func (r *reader) leads(to, asked string) error {
	if to == asked {
		return nil
	}
	return r.fail(damaged(r.store.path, fmt.Errorf("an index leads to %q in place of %q", to, asked)))
}

// misses returns an error if a version is not found because the order of the versions is
// damaged; then others are not found, either.
func (r *reader) misses(version int64) error {
	found, err := all(r, scanKey, "SELECT key FROM versions WHERE key = ?", version)
	if err != nil || len(found) > 0 || r.store.ordered.Load() {
		return err
	}
	if err := r.store.checkTable(r.ctx, "quick_check", "versions"); err != nil {
		return r.fail(err)
	}
	r.store.ordered.Store(true)
	return nil
}

func (r *reader) conflictsOf(h *held) (conflicts []*item.Version, err error) {
	const query = `SELECT c.version, c.publisher, c.details, ` + versionColumns + `
		FROM conflicts c LEFT JOIN versions v ON v.key = c.version AND NOT v.damaged WHERE c.item = ? ORDER BY c.position`
	found, err := all(r, scanVersion, query, h.key)
	for _, c := range found {
		if c.bad == nil && (c.version.ID != h.id || c.set != h.set) {
			c.bad = errors.New("a conflict is of another item")
		}
		if c.bad != nil {
			return nil, &damage{c.bad}
		}
		h.parts.add(c.key, c.publisher, c.details)
		conflicts = append(conflicts, c.version)
	}
	return conflicts, err
}
