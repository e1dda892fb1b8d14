package transfer

import (
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

// matching finds the items that entries of a file are.
type matching struct {
	store Reader
	set   int64
	// uids are the identifiers of items by UID; none tells that there are no
	// items.
	uids map[string]string
	none bool
	// stood are the entries of the file so far, by what they are known by.
	stood map[string][]Planned
}

// match says what an import does with an entry. Entries are known by their UID;
// one without a UID is known by what it says, so that a second import of the
// same file finds it again. The identifier of a new item comes from either, so
// that two endpoints that import one file get one item.
func (m *matching) match(e exchange.Entry) (Planned, error) {
	p := Planned{Entry: e}
	if e.Content == nil {
		p.State = Unreadable
		return p, nil
	}
	key := knownBy(e)
	before := m.stood[key]
	if twin := slices.IndexFunc(before, p.repeats); twin >= 0 {
		p.State, p.ID = Same, before[twin].ID
		return p, nil
	}
	p.ID = m.id(e, key, len(before))
	m.stood[key] = append(before, p)
	if len(before) > 0 && e.UID != "" {
		p.remark("line %d has the same UID and says something else: this is taken as an item of its own", before[0].Line)
	}
	return p, m.find(&p)
}

// repeats tells whether the entry says once more what an earlier one of that UID
// says. Without a UID, two that say the same may be two things.
func (p Planned) repeats(earlier Planned) bool {
	return p.UID != "" && p.Content.Hash() == earlier.Content.Hash()
}

// remark adds a problem, and leaves the list that the reader gave.
func (p *Planned) remark(format string, args ...any) {
	p.Problems = append(slices.Clip(p.Problems), exchange.Problem{Line: p.Line, Text: fmt.Sprintf(format, args...)})
}

// knownBy is what an entry is known by: the UID, or what it means.
func knownBy(e exchange.Entry) string {
	if e.UID != "" {
		return e.UID
	}
	return meaning(e.Content)
}

// meaning is what a record says, as a hash. When a program wrote it, and where
// it stands by hand, does not count.
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

// id is the identifier of the entry's item, which may not be there yet. nth
// counts the earlier entries that are known by the same and are other items.
func (m *matching) id(e exchange.Entry, key string, nth int) string {
	if nth > 0 {
		return identifier(key, strconv.Itoa(nth))
	}
	if id, known := m.uids[e.UID]; known && e.UID != "" {
		return id
	}
	return identifier(key)
}

// identifier makes the identifier of an item from what a file knows it by.
func identifier(parts ...string) string {
	const enough = 26
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:enough]
}

// find compares the entry with its item, if that is there.
func (m *matching) find(p *Planned) error {
	if m.none {
		p.State, p.Take, p.says = New, true, p.Content
		return nil
	}
	it, err := m.store.Item(m.set, p.ID)
	if errors.Is(err, store.ErrNoItem) {
		p.State, p.Take, p.says = New, true, p.Content
		return nil
	}
	if err != nil {
		return err
	}
	return p.compare(it.Winner)
}

// compare says what differs between the entry and its item.
func (p *Planned) compare(now *item.Version) (err error) {
	p.seen = now.Content
	if p.says, err = record.Replace(p.seen, p.Content); err != nil {
		return err
	}
	p.Fields, p.OtherData = differences(p.seen, p.says)
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

// differences are the fields that two contents say differently, and whether
// they differ in something that no field shows.
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

// Join makes one plan of those of several files, so that their import is one
// edit. What stands in two of the files is taken from the first. No plans make
// an empty one.
func Join(name string, plans ...*Plan) *Plan {
	joined := &Plan{Name: name}
	first := map[string]Planned{}
	for _, p := range plans {
		joined.Kind = p.Kind
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

// again is an entry whose item an earlier file speaks of too.
func (e Planned) again(before Planned) Planned {
	e.Take = false
	if e.Content.Hash() == before.Content.Hash() {
		e.State, e.Fields, e.OtherData = Same, nil, false
		return e
	}
	e.Problems = append(e.Problems[:len(e.Problems):len(e.Problems)], exchange.Problem{
		Line: e.Line, Text: fmt.Sprintf("%s says something else of it: take only one of the two", filepath.Base(before.File)),
	})
	return e
}
