package csx

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/transport"
)

// Read reads the feed at an address, and calls each for every item in document order. It reads
// the body more than once: it does not call each before it knows that the document is
// complete. Read returns a *transport.Error if there is no feed in the body (NotFeed), if its
// end is missing (BrokenOff), or if a piece of it is too large (TooLarge). It also returns
// errors from the body and from each.
func Read(body io.ReadSeeker, address string, l Limits, each func(Item) error) (Feed, error) {
	r := reading{body: body, address: address, limits: l.filled()}
	again := map[uint64]int{}
	ids, broken, err := r.survey()
	if err != nil {
		return Feed{}, err
	}
	for i, id := range ids {
		if i > 0 && ids[i-1] == id {
			again[id] = max(again[id], 1) + 1
		}
	}
	ids = nil
	b := r.builder()
	if broken != nil {
		b.report(broken.Line, ruleOf(broken), "%s; the feed was read as well as it can be", broken.Text)
	}
	b.take = func(d *draft) error {
		if n := again[short(d.ID)]; n > 1 {
			again[short(d.ID)]--
			b.report(d.Line, Twice, "another item with the same guid follows, and counts; this one is left out")
			return nil
		}
		return each(d.Item)
	}
	if err := r.pass(b, broken != nil); err != nil {
		return Feed{}, err
	}
	return b.result(), nil
}

// reading is a document that is read more than once.
type reading struct {
	body    io.ReadSeeker
	address string
	limits  Limits
}

// survey reads the document without passing on items. It returns a sorted list with a hash of
// each item's ID, and the syntax error if the document is not well formed.
func (r *reading) survey() (ids []uint64, broken *xmlstream.SyntaxError, err error) {
	note := func(d *draft) error { ids = append(ids, short(d.ID)); return nil }
	b := r.builder()
	b.take = note
	if err = r.pass(b, false); errors.As(err, &broken) {
		ids, b = nil, r.builder()
		b.take = note
		err = r.pass(b, true)
	}
	if err == nil && b.channels == 0 && b.items == 0 {
		err = b.notFeed("there is no channel in it")
	}
	slices.Sort(ids)
	return ids, broken, err
}

// pass reads the document once, leniently or not.
func (r *reading) pass(b *builder, leniently bool) error {
	if _, err := r.body.Seek(0, io.SeekStart); err != nil {
		return err
	}
	from, err := r.source(b, leniently)
	if err == nil {
		err = b.read(from)
	}
	switch {
	case err != io.EOF:
		return r.failed(err)
	case !b.rooted:
		return b.notFeed("there is no element in it")
	case !b.closed:
		return &transport.Error{Trouble: transport.BrokenOff, Address: transport.Redact(r.address), Err: errors.New("the end of the feed is missing")}
	}
	return nil
}

func (r *reading) source(b *builder, leniently bool) (source, error) {
	if leniently {
		return newLenient(r, b)
	}
	decoded, err := xmlstream.Decode(r.body, transport.Redact(r.address))
	if err != nil {
		return nil, err
	}
	s := newShorter(decoded, r.limits.Text)
	scanner := xmlstream.NewScanner(s, transport.Redact(r.address))
	scanner.Deepen(max(0, r.limits.Depth-xmlstream.MaxDepth))
	return &strict{scanner: scanner, lines: s.lines}, nil
}

// failed turns errors that are the document's fault into a *transport.Error.
func (r *reading) failed(err error) error {
	if errors.Is(err, errLarge) {
		return &transport.Error{Trouble: transport.TooLarge, Address: transport.Redact(r.address), Err: err}
	}
	return err
}

func (r *reading) builder() *builder {
	return &builder{problems: &problems{rules: map[string]int{}, once: map[string]bool{}}, address: r.address, limits: r.limits}
}

func (b *builder) result() Feed {
	f := b.feed
	if f.Built = b.built; f.Built.IsZero() {
		f.Built = b.published
	}
	slices.SortStableFunc(b.reported, func(x, y Problem) int { return x.Line - y.Line })
	f.Problems, f.Wrong = b.reported, b.wrong
	return f
}

// short returns the start of an ID's hash.
func short(id string) uint64 {
	sum := sha256.Sum256([]byte(id))
	return binary.BigEndian.Uint64(sum[:])
}

// filled returns the limits with defaults for zero values.
func (l Limits) filled() Limits {
	for _, d := range []struct {
		limit *int
		usual int
	}{{&l.Items, 1_000_000}, {&l.Links, 10_000}, {&l.Text, 1 << 20}, {&l.Depth, 1000}} {
		if *d.limit <= 0 {
			*d.limit = d.usual
		}
	}
	return l
}

func ruleOf(broken *xmlstream.SyntaxError) string {
	switch broken.Rule {
	case xmlstream.RuleEncoding:
		return WrongEncoding
	case xmlstream.RuleLimit:
		return TooLarge
	}
	return NotWellFormed
}
