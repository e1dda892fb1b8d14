package transfer

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/store"
)

// matching finds the items that correspond to the entries of a file.
type matching struct {
	store Reader
	set   int64
	kind  record.Kind
	// uids maps UIDs to identifiers of items. none reports whether there are no items.
	uids map[string]string
	none bool
	// planned has the entries of the file so far, by their keys (knownBy).
	planned map[string][]Planned
}

func newMatching(r Reader, set int64, kind record.Kind) (*matching, error) {
	uids, err := r.UIDs(set)
	return &matching{store: r, set: set, kind: kind, uids: uids, none: len(uids) == 0, planned: map[string][]Planned{}}, err
}

// match determines what an import does with an entry. Entries are identified by their UID, or,
// without a UID, by their content, so that importing the same file again finds the same items.
// The identifier of a new item is derived from the same, so that two endpoints that import one
// file get one item.
func (m *matching) match(e exchange.Entry) (Planned, error) {
	p := Planned{Entry: e, kind: m.kind}
	if e.Content == nil {
		p.State = Unreadable
		return p, nil
	}
	key := knownBy(e)
	before := m.planned[key]
	if duplicate := slices.IndexFunc(before, p.repeats); duplicate >= 0 {
		p.State, p.ID = Same, before[duplicate].ID
		return p, nil
	}
	p.ID = m.id(e, key, len(before))
	m.planned[key] = append(before, p)
	if len(before) > 0 && p.identified() {
		what := exchange.SameUID
		if e.ID != "" || e.Values != nil {
			what = exchange.SameID
		}
		p.remark(exchange.Problem{Kind: what, N: before[0].Line})
	}
	return p, m.find(&p)
}

// repeats reports whether the entry repeats an earlier one with the same UID. Without a UID,
// two entries with the same content may be different things.
func (p Planned) repeats(earlier Planned) bool {
	return p.identified() && p.Content.Hash() == earlier.Content.Hash()
}

// identified reports whether the file has an identifier for the entry.
func (p Planned) identified() bool { return p.UID != "" || p.Entry.ID != "" }

// remark adds a problem, without modifying the slice from the reader.
func (p *Planned) remark(problem exchange.Problem) {
	problem.Line = p.Line
	p.Problems = append(slices.Clip(p.Problems), problem)
}

// knownBy returns the key of an entry: its identifier, its UID, or the hash of its meaning.
func knownBy(e exchange.Entry) string {
	if known := cmp.Or(e.ID, e.UID); known != "" {
		return known
	}
	return meaning(e.Content)
}

// meaning returns a hash of a record's content, except for the time of writing and the manual
// order.
func meaning(c *item.Content) string {
	sum := sha256.New()
	r := record.Read(c)
	for _, f := range record.Fields(r.Kind) {
		if f.Merge != record.MergeNever {
			fmt.Fprintf(sum, "%q", r.Get(f.Name))
		}
	}
	io.WriteString(sum, record.Rest(c))
	return string(sum.Sum(nil))
}

// id returns the identifier of the entry's item, which may not exist yet. nth is the number of
// earlier entries that have the same key and are other items.
func (m *matching) id(e exchange.Entry, key string, nth int) string {
	if nth > 0 {
		return identifier(key, strconv.Itoa(nth))
	}
	if e.ID != "" {
		return e.ID
	}
	if id, known := m.uids[e.UID]; known && e.UID != "" {
		return id
	}
	return identifier(key)
}

// identifier derives an item's identifier from what identifies it in a file.
func identifier(parts ...string) string {
	const enough = 26
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:enough]
}

// find compares the entry with its item, if that exists.
func (m *matching) find(p *Planned) error {
	if m.none {
		p.State, p.Take, p.after = New, true, p.Content
		return nil
	}
	it, err := m.store.Item(m.set, p.ID)
	if errors.Is(err, store.ErrNoItem) {
		p.State, p.Take, p.after = New, true, p.Content
		return nil
	}
	if err != nil {
		return err
	}
	return p.compare(it.Winner)
}

// compare sets the differences between the entry and its item.
func (p *Planned) compare(now *item.Version) (err error) {
	p.before = now.Content
	if p.after, err = p.replaced(p.before); err != nil {
		return err
	}
	p.Fields, p.OtherData = differences(p.before, p.after)
	switch {
	case now.Deleted:
		p.State = Deleted
	case len(p.Fields) == 0 && !p.OtherData:
		p.State = Same
	default:
		p.State, p.Take = Changed, true
	}
	return nil
}

// replaced returns an item's content with what the file has instead.
func (p *Planned) replaced(c *item.Content) (*item.Content, error) {
	switch {
	case p.Values != nil:
		return withCells(c, p.kind, p.Values)
	case p.Whole:
		return p.Content, nil
	}
	return record.Replace(c, p.Content)
}

// differences returns the fields in which two contents differ, and whether they differ in
// something that no field shows.
func differences(a, b *item.Content) (fields []string, other bool) {
	if a.Hash() == b.Hash() {
		return nil, false
	}
	left, right := record.Read(a), record.Read(b)
	for _, f := range record.FieldsOf(left.Kind, right.Kind) {
		if !f.Equal(left.Get(f.Name), right.Get(f.Name)) {
			fields = append(fields, f.Name)
		}
	}
	return fields, record.Rest(a) != record.Rest(b)
}

// Join merges the plans for several files into one, so that their import is one edit. If two
// files have the same item, the first file's entry is used. Without plans it returns an empty
// one.
func Join(name string, plans ...*Plan) *Plan {
	joined := &Plan{Name: name}
	first := map[string]Planned{}
	for _, p := range plans {
		joined.Kind = p.Kind
		for _, problem := range p.Problems {
			problem.File = filepath.Base(p.Name)
			joined.Problems = append(joined.Problems, problem)
		}
		for _, e := range p.Entries {
			e.File = p.Name
			if before, there := first[e.ID]; there && e.ID != "" {
				e = e.again(before)
			} else {
				first[e.ID] = e
			}
			joined.Entries = append(joined.Entries, e)
		}
	}
	return joined
}

// again returns the entry in its state after an earlier file had an entry for the same item.
func (e Planned) again(before Planned) Planned {
	e.Take = false
	if e.Content.Hash() == before.Content.Hash() {
		e.State, e.Fields, e.OtherData = Same, nil, false
		return e
	}
	e.Problems = append(e.Problems[:len(e.Problems):len(e.Problems)], exchange.Problem{
		Line: e.Line, Kind: exchange.OtherFile, Name: filepath.Base(before.File),
	})
	return e
}
