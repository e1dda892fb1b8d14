package transfer

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
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
	// uids are the identifiers of items by UID.
	uids map[string]string
	// times counts how often a UID stood in the file so far.
	times map[string]int
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
	p.says = e.Content
	p.ID = m.id(e)
	it, err := m.store.Item(m.set, p.ID)
	switch {
	case errors.Is(err, store.ErrNoItem):
		p.State, p.Take = New, true
		m.uids[p.ID] = p.ID
		return p, nil
	case err != nil:
		return p, err
	}
	return p, p.compare(it)
}

// id is the identifier of the entry's item, which may not be there yet.
func (m *matching) id(e exchange.Entry) string {
	key := e.UID
	if key == "" {
		key = e.Content.Hash().String()
	}
	n := m.times[key]
	m.times[key]++
	if n > 0 {
		return identifier(key, strconv.Itoa(n))
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

// compare says what differs between the entry and its item.
func (p *Planned) compare(it *item.Item) error {
	p.seen = it.Winner.Content
	says, err := record.Replace(p.seen, p.Content)
	if err != nil {
		return err
	}
	p.says = says
	p.Fields, p.OtherData = differences(p.seen, says)
	switch {
	case it.Winner.Deleted:
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
