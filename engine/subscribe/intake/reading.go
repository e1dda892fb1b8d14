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

// reading is the state of reading one feed. It holds what the feed brought so far, and nothing
// about items without news.
type reading struct {
	ctx     context.Context
	source  Source
	options Options
	rules   rules.Rules
	// at is the address of the document being read, number its number, starting at 1.
	at     string
	number int
	// seen has the identifiers in the feed so far, each with the number of the last document
	// that has it; aside has the identifiers of skipped entries.
	seen    map[string]int
	skipped map[string]bool
	// unshared counts the entries without sx:sync.
	unshared int
	// saw has the greatest sequence of this endpoint in the feed, by item.
	saw map[string]int
	// counted is the feed's stored state, updated with what its endpoint has seen.
	counted store.Feed
	news    news
	// outline has the positions of the items; nil if the set is not ordered.
	outline *outline
	// checked reports whether check has found that the set can read the document.
	checked bool
	// foreign is the feed-level markup if the set lacks some of it, or "".
	foreign string
	// hold are the items that the feed did not hold before.
	hold []string
	// lost is what the feed no longer has.
	lost absent
	// screening has the alarming items.
	screening screening
	result    Result
}

func newReading(ctx context.Context, s Source, o Options) *reading {
	if o.Others == nil {
		o.Others = store.Nobody{}
	}
	r := &reading{ctx: ctx, source: s, options: o, rules: feed.RulesOf(s.Set.Dialect), seen: map[string]int{}, skipped: map[string]bool{}, saw: map[string]int{}}
	r.screening.agreed = s.Agreed
	r.news = news{rules: r.rules, merge: r.merge, byID: map[string]*arrival{}}
	return r
}

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
	if err := r.recheckMerged(now); err != nil {
		return err
	}
	r.lost, err = r.absent(now)
	return err
}

// read streams a document and merges its items against the snapshot of the store.
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
	if r.checked || e.Item == nil && !e.Skipped {
		return nil
	}
	r.checked = true
	return r.fits(in.Document())
}

// fits returns why the set cannot read a feed: *feed.DialectError or *feed.OrderError.
func (r *reading) fits(d feed.Document) error {
	set := r.source.Set
	return feed.CheckDialect(r.at, d, set.Name, set.Dialect, set.Format)
}

// document processes the feed-level data of a document.
func (r *reading) document(d feed.Document) error {
	ordinary := r.unshared > 0 && r.result.Read == 0 && d.Sharing == nil
	if ordinary {
		d.Dialect = ""
	}
	if err := r.fits(d); err != nil {
		return err
	}
	if ordinary {
		trouble := transport.NotShared
		if d.Format == item.OPML {
			trouble = transport.PlainOutline
		}
		return &transport.Error{Trouble: trouble, Address: r.at, Err: fmt.Errorf("entries without sx:sync: %d", r.unshared)}
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

// sizes records the first absurd sizes.
func (r *reading) sizes(found []feed.Size) {
	r.result.Sizes = append(r.result.Sizes, found[:min(len(found), mostSizes-len(r.result.Sizes))]...)
}

// entry processes one entry of the feed. An entry without sx:sync is ignored.
func (r *reading) entry(now store.Reader, e *feed.Entry) error {
	r.result.Problems.addFound(r.at, e.Problems...)
	r.sizes(e.Sizes)
	if r.outline != nil {
		r.outline.addSpot(e)
	}
	if e.Item == nil && !e.Skipped {
		r.unshared++
		return nil
	}
	r.count(e)
	if e.Skipped {
		r.skip(e)
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

// seenBefore reports whether an earlier document had an item.
func (r *reading) seenBefore(id string) bool {
	n := r.seen[id]
	return n != 0 && n != r.number
}

// skip counts a skipped entry.
func (r *reading) skip(e *feed.Entry) {
	r.result.Skipped++
	if e.SkippedID != "" {
		r.skipped[e.SkippedID] = true
	}
}

// EntryMerger merges the entries of a feed that have the same identifier (SSE 0.93 §2.4).
type EntryMerger struct {
	// Item is the result of merging the entries so far.
	Item *item.Item
	// Rules are the rules of the feed's dialect; nil means those of FeedSync.
	Rules rules.Rules
	// rivals is the number of entries so far that were neither older nor newer than the
	// entries before them.
	rivals int
	// full is why no further entries are merged, or nil.
	full error
}

// maxRivals limits the rivals of one identifier in a feed: each of them costs a comparison of
// all versions with each other.
const maxRivals = 100

// Add merges another entry with the previous ones and returns the problems found. It returns
// ok false if the entry is skipped because the merged item would be too large to be read
// again.
func (t *EntryMerger) Add(line int, other *item.Item) (m rules.Result, found []feed.Problem, ok bool) {
	if t.Rules == nil {
		t.Rules = feed.RulesOf(item.FeedSync10)
	}
	if t.full == nil {
		found = append(found, RepeatedID(t.Rules, line, t.Item, other))
		m = t.Rules.Merge(t.Item, other)
		t.full = t.count(found[0], m.Item)
	}
	if t.full != nil {
		return m, append(found, Unfit(line, other.ID(), t.full)), false
	}
	t.Item = m.Item
	return m, append(found, Found(t.Rules, line, other.ID(), m)...), true
}

// count refuses what exceeds the limits.
func (t *EntryMerger) count(p feed.Problem, merged *item.Item) error {
	if p.Severity == feed.Error {
		t.rivals++
	}
	if t.rivals > maxRivals {
		return fmt.Errorf("more than %d entries of this identifier are neither older nor newer than the others", maxRivals)
	}
	return feed.Fits(merged)
}

// ruleRepeated is the rule that an identifier may occur only once in a feed.
const ruleRepeated = "repeated-id"
