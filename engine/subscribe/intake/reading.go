package intake

import (
	"context"
	"errors"
	"fmt"
	"io"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// reading is the reading of one feed: what it brought so far, and nothing of
// what brought nothing.
type reading struct {
	ctx     context.Context
	source  Source
	options Options
	rules   rules.Rules
	// at is the address of the document that is being read, number its place among
	// them, from 1.
	at     string
	number int
	// seen holds the identifiers in the feed so far, each with the number of the document
	// that it stood in last; aside those of entries that were set aside.
	seen  map[string]int
	aside map[string]bool
	// unshared counts the entries without sx:sync.
	unshared int
	// saw has the greatest sequences of this endpoint in the feed, by item.
	saw map[string]int
	// counted is what is remembered of the feed, with what its endpoint has seen.
	counted store.Feed
	news    news
	// outline is where the items stand; nil where the set has no order.
	outline *outline
	// checked tells that the feed is one that the set can read.
	checked bool
	// foreign is the markup at the level of the feed, where the set lacks some
	// of it, or "".
	foreign string
	// hold are the items that the feed did not hold before.
	hold []string
	// lost is what the feed no longer has.
	lost absent
	// screening is what is alarming.
	screening screening
	result    Result
}

func newReading(ctx context.Context, s Source, o Options) *reading {
	if o.Others == nil {
		o.Others = store.Nobody{}
	}
	r := &reading{ctx: ctx, source: s, options: o, rules: feed.RulesOf(s.Set.Dialect), seen: map[string]int{}, aside: map[string]bool{}, saw: map[string]int{}}
	r.screening.agreed = s.Agreed
	r.news = news{rules: r.rules, merge: r.merge, byID: map[string]*arrival{}}
	return r
}

// readAll reads the documents one after the other.
func (r *reading) readAll(now store.Reader) error {
	s := r.source
	for i, d := range s.Documents {
		r.at, r.number, r.checked = d.Address, i+1, false
		if s.Set.Format.Ordered() {
			r.outline = &outline{held: map[string]held{}}
		}
		if err := r.read(now, feed.NewReader(d.Body, d.Address)); err != nil {
			return err
		}
	}
	var err error
	if r.counted, err = Count(now, s.Set.Key, s.By, s.Feed, r.saw, s.Whole); err != nil {
		return err
	}
	r.result.Counted = r.counted
	if err := r.holdings(now); err != nil {
		return err
	}
	if r.source.CountOnly {
		return nil
	}
	if err := r.lookAtWhole(now); err != nil {
		return err
	}
	r.lost, err = r.absent(now)
	return err
}

// read streams a document and merges its items with the store as it now stands.
func (r *reading) read(now store.Reader, in *feed.Reader) error {
	for {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		entry, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if err := r.check(in, entry); err != nil {
			return err
		}
		if err := r.entry(now, entry); err != nil {
			return err
		}
	}
	if err := r.document(in.Document()); err != nil || r.outline == nil {
		return err
	}
	return r.locate(now)
}

// check refuses a feed that the set cannot read, as soon as an item shows it.
func (r *reading) check(in *feed.Reader, e *feed.Entry) error {
	if r.checked || e.Item == nil && !e.SetAside {
		return nil
	}
	r.checked = true
	return r.fits(in.Document())
}

// fits tells why the set cannot read a feed: *feed.DialectError or *feed.OrderError.
func (r *reading) fits(d feed.Document) error {
	set := r.source.Set
	return feed.CheckDialect(r.at, d, set.Name, set.Dialect, set.Format)
}

// document takes in what stands at the level of the feed.
func (r *reading) document(d feed.Document) error {
	ordinary := r.unshared > 0 && r.result.Read == 0 && d.Sharing == nil
	if ordinary {
		d.Dialect = ""
	}
	if err := r.fits(d); err != nil {
		return err
	}
	if ordinary {
		return &transport.Error{Trouble: transport.NotShared, Address: r.at, Err: fmt.Errorf("entries without sx:sync: %d", r.unshared)}
	}
	r.result.Documents = append(r.result.Documents, d)
	r.result.Problems.addFound(r.at, d.Problems...)
	r.sizes(d.Sizes)
	if r.source.CountOnly {
		return nil
	}
	all, err := uniteForeign(r.source.Set.Foreign, d.Foreign)
	if err == nil && all != r.source.Set.Foreign {
		r.foreign = d.Foreign
	}
	return err
}

// sizes remembers the first absurd sizes.
func (r *reading) sizes(found []feed.Size) {
	r.result.Sizes = append(r.result.Sizes, found[:min(len(found), mostSizes-len(r.result.Sizes))]...)
}

// entry takes in one entry of the feed. One without sx:sync takes no part.
func (r *reading) entry(now store.Reader, e *feed.Entry) error {
	r.result.Problems.addFound(r.at, e.Problems...)
	r.sizes(e.Sizes)
	if r.outline != nil {
		r.outline.stand(e)
	}
	if e.Item == nil && !e.SetAside {
		r.unshared++
		return nil
	}
	r.count(e)
	if e.SetAside {
		r.setAside(e)
		return nil
	}
	if n := newestBy(e.Item, r.source.By); n > 0 && r.source.By != "" {
		r.saw[e.Item.ID()] = max(n, r.saw[e.Item.ID()])
	}
	if r.source.CountOnly {
		r.seen[e.Item.ID()] = r.number
		return nil
	}
	if err := r.arrive(now, e); err != nil {
		return fmt.Errorf("%s:%d: item %s: %w", r.at, e.Line, e.Item.ID(), err)
	}
	return nil
}

// count counts an entry, unless an earlier document had its item.
func (r *reading) count(e *feed.Entry) {
	if e.Item != nil && r.seenBefore(e.Item.ID()) {
		return
	}
	r.result.Read++
	if r.options.Read != nil {
		r.options.Read(r.result.Read)
	}
}

// seenBefore tells whether an earlier document had an item.
func (r *reading) seenBefore(id string) bool {
	n := r.seen[id]
	return n != 0 && n != r.number
}

// setAside counts an entry that is invalid.
func (r *reading) setAside(e *feed.Entry) {
	r.result.SetAside++
	if e.Aside != "" {
		r.aside[e.Aside] = true
	}
}

// Twin is what the entries of one identifier in a feed come to: they are merged
// with each other (SSE 0.93 §2.4).
type Twin struct {
	// Item is what the entries so far come to.
	Item *item.Item
	// Rules are those of the feed's family; nil stands for those of FeedSync.
	Rules rules.Rules
	// rivals is the number of entries so far that were neither older nor newer
	// than those before them.
	rivals int
	// full is why no more are taken in, or nil.
	full error
}

// maxRivals limits the rivals of one identifier in a feed. Each costs comparing
// all versions with each other.
const maxRivals = 100

// Meet merges another entry with those before it, and lists what that tells. An
// entry that is set aside, because the item could not be read again with it, is
// not ok.
func (t *Twin) Meet(line int, other *item.Item) (m rules.Result, found []feed.Problem, ok bool) {
	if t.Rules == nil {
		t.Rules = feed.RulesOf(item.FeedSync10)
	}
	if t.full == nil {
		found = append(found, Twins(t.Rules, line, t.Item, other))
		m = t.Rules.Merge(t.Item, other)
		t.full = t.count(found[0], m.Item)
	}
	if t.full != nil {
		return m, append(found, Unfit(line, other.ID(), t.full)), false
	}
	t.Item = m.Item
	return m, append(found, Found(t.Rules, line, other.ID(), m)...), true
}

// count refuses what is beyond the limits.
func (t *Twin) count(p feed.Problem, merged *item.Item) error {
	if p.Severity == feed.Error {
		t.rivals++
	}
	if t.rivals > maxRivals {
		return fmt.Errorf("more than %d entries of this identifier are neither older nor newer than the others", maxRivals)
	}
	return feed.Fits(merged)
}

// ruleRepeated names the rule that an identifier stands in a feed once.
const ruleRepeated = "repeated-id"

// Twins is the problem that two entries of a feed have one identifier
// (SSE 0.93 §2.4). Where neither is newer than the other, which is an error,
// their publisher is at fault.
func Twins(by rules.Rules, line int, first, other *item.Item) feed.Problem {
	p := feed.Problem{
		Severity: feed.Warning, Line: line, Item: first.ID(), Rule: ruleRepeated, Section: sectionOfID(by),
		Text: "two entries have this identifier; they are merged with each other",
	}
	if !by.Incorporated(first, other) && !by.Incorporated(other, first) {
		p.Severity = feed.Error
		p.Text += ", and neither is the newer one: tell the publisher"
	}
	return p
}
