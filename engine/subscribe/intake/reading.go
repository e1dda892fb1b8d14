package intake

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Reading is a feed that was read but not merged yet.
type Reading struct {
	*reading
	store store.Store
}

// Read reads the documents of a source against a snapshot of the store. It returns a Reading
// even with an error; its result then says how far it got.
func Read(ctx context.Context, st store.Store, s Source, o Options) (*Reading, error) {
	r := &Reading{newReading(ctx, s, o), st}
	err := st.View(ctx, r.readAll)
	if err != nil {
		err = cmp.Or(ctx.Err(), err)
	}
	return r, err
}

// Result returns the result so far.
func (r *Reading) Result() Result { return r.result }

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
	// stored has the items that the set has of the entries that are processed.
	stored map[string]store.Found
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

// ahead is how many entries are read before the items that the set has of them, which takes less
// time than one by one.
const ahead = 64

// read streams a document and merges its items against the snapshot of the store.
func (r *reading) read(now store.Reader, in *feed.Reader) error {
	for ended := false; !ended; {
		some, err := next(in)
		if ended = errors.Is(err, io.EOF); ended {
			err = nil
		}
		if err := r.entries(now, in, some); err != nil {
			return err
		}
		if err != nil {
			return err
		}
	}
	if err := r.document(in.Document()); err != nil || r.outline == nil {
		return err
	}
	return r.locate(now)
}

// next returns some entries, and the error after them, or io.EOF.
func next(in *feed.Reader) (some []*feed.Entry, err error) {
	for len(some) < ahead {
		e, err := in.Next()
		if err != nil {
			return some, err
		}
		some = append(some, e)
	}
	return some, nil
}

// entries processes some entries.
func (r *reading) entries(now store.Reader, in *feed.Reader, some []*feed.Entry) (err error) {
	var ids []string
	for _, e := range some {
		if e.Item != nil {
			ids = append(ids, e.Item.ID())
		}
	}
	if r.stored, err = store.FindItems(now, r.source.Set.Key, ids); err != nil {
		return err
	}
	for _, e := range some {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if err := r.check(in, e); err != nil {
			return err
		}
		if err := r.entry(now, e); err != nil {
			return err
		}
	}
	return r.ctx.Err()
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

// arrive processes an item of a feed and adds it to the news if it changes the local one or
// adds a version to the archive. Entries with the same identifier in a feed are merged with
// each other first; if neither subsumes the other, their publisher made an error (SSE 0.93
// §2.4).
func (r *reading) arrive(now store.Reader, e *feed.Entry) error {
	id := e.Item.ID()
	again, before := r.seen[id] == r.number, r.seenBefore(id)
	r.seen[id] = r.number
	earlier := r.news.byID[id]
	stored := r.stored[id]
	if stored.Damaged != nil {
		r.result.Problems.add("%s: item %s: %v", r.at, id, store.ErrDamagedItem)
		r.unfit()
		return nil
	}
	local, came := stored.Item, e.Item
	ours, err := r.restoreOwn(now, local, came)
	if err != nil {
		return err
	}
	r.reportAltered(e, ours.copies)
	e.Item = ours.item
	if earlier != nil {
		earlier.take(ours)
	}
	if earlier != nil && !before {
		r.mergeRepeated(earlier, e)
		return nil
	}
	incoming := e.Item
	if r.outline != nil {
		incoming = r.outline.addLocal(e, local)
	}
	if earlier != nil {
		r.join(earlier, e, incoming)
		return nil
	}
	if again && r.outline != nil {
		r.addProblem(RepeatedID(r.rules, e.Line, local, e.Item))
	}
	m, _, err := r.merge(now, local, incoming)
	if err != nil {
		return err
	}
	if !r.accept(e, m) {
		return nil
	}
	brings := m.Changed || len(ours.alarms) > 0
	if !brings {
		brings, err = lacks(now, r.source.Set.Key, id, slices.Concat(ours.copies, m.Dropped, records(m.Item, incoming)))
	}
	if err != nil || !brings {
		return err
	}
	if again && r.outline == nil {
		r.addProblem(RepeatedID(r.rules, e.Line, local, e.Item))
	}
	a := &arrival{EntryMerger: EntryMerger{Item: incoming, Rules: r.rules}, number: r.number}
	a.take(ours)
	if r.outline == nil && len(ours.copies) > 0 {
		a.came = came
	}
	r.news.add(a)
	return r.checkAlarms(now, a, local, m.Item)
}

// mergeRepeated merges an entry with an earlier one of the same document that has the same
// identifier.
func (r *reading) mergeRepeated(earlier *arrival, e *feed.Entry) {
	incoming := e.Item
	if r.outline != nil {
		incoming = unplaced(e.Item)
	}
	m, found, ok := earlier.Add(e.Line, incoming)
	for _, p := range found {
		r.addProblem(p)
	}
	if !ok {
		r.unfit()
		return
	}
	earlier.dropped = append(earlier.dropped, m.Dropped...)
	r.screening.recheckLater(earlier)
}

// join merges an item with its entry in an earlier document. An item in two documents is no
// error of their publisher.
func (r *reading) join(earlier *arrival, e *feed.Entry, incoming *item.Item) {
	m := r.rules.Merge(earlier.Item, incoming)
	if !r.accept(e, m) {
		return
	}
	if indexOf(incoming.Winner, m.Item) == 0 {
		earlier.number = r.number
	}
	earlier.Item, earlier.dropped = m.Item, slices.Concat(earlier.dropped, m.Dropped, records(m.Item, incoming))
	r.screening.recheckLater(earlier)
}

// accept records the problems that a merge found. It skips the entry and returns false if the
// merged item would be too large to be published.
func (r *reading) accept(e *feed.Entry, m rules.Result) bool {
	r.result.Problems.addFound(r.at, Found(r.rules, e.Line, e.Item.ID(), m)...)
	if err := feed.Fits(m.Item); m.Changed && err != nil {
		r.result.Problems.addFound(r.at, Unfit(e.Line, e.Item.ID(), err))
		r.unfit()
		return false
	}
	return true
}

// unfit counts an entry that is skipped because it cannot be merged with the local item.
func (r *reading) unfit() {
	r.result.Skipped++
	r.result.Unfit = true
}

// addProblem reports a problem. A repeated identifier where one entry is newer is not a problem,
// except in an outline, where an item can have only one position.
func (r *reading) addProblem(p feed.Problem) {
	if p.Rule != ruleRepeated || p.Severity == feed.Error || r.outline != nil {
		r.result.Problems.addFound(r.at, p)
	}
}

// merge merges an item with the local one, and keeps the changes of two devices apart that
// were made under a former identifier of this one. reissued reports whether versions of this
// endpoint were rewritten under its current identifier.
func (r *reading) merge(now store.Reader, local, incoming *item.Item) (m rules.Result, reissued bool, err error) {
	parted, err := r.separate(now, local, incoming)
	if err != nil {
		return m, false, err
	}
	m, reissued = r.rules.Merge(parted, incoming), parted != local
	m.Changed = m.Changed || reissued
	return m, reissued, nil
}

// findItem returns an item, or nil if the set does not have it.
func findItem(r store.ItemReader, set int64, id string) (*item.Item, error) {
	it, err := r.Item(set, id)
	if errors.Is(err, store.ErrNoItem) {
		return nil, nil
	}
	return it, err
}

// lacks reports whether any of the versions is missing from the archive.
func lacks(r store.ArchiveReader, set int64, id string, versions []*item.Version) (bool, error) {
	if len(versions) == 0 {
		return false, nil
	}
	archive, err := r.Versions(set, id)
	if err != nil {
		return false, err
	}
	for _, v := range versions {
		if !archived(archive, v) {
			return true, nil
		}
	}
	return false, nil
}

// records returns the incoming versions whose record a remaining version may lack and is then
// displayed with (record.Complete). They belong in the archive, even if the item was made from
// them.
func records(stays, incoming *item.Item) (all []*item.Version) {
	if !slices.ContainsFunc(stays.Versions(), record.Lacks) {
		return nil
	}
	for _, v := range incoming.Versions() {
		if !v.Deleted && record.Holds(v.Content) && !slices.ContainsFunc(stays.Versions(), v.Same) {
			all = append(all, v)
		}
	}
	return all
}

func archived(archive []store.Archived, v *item.Version) bool {
	identity := store.Identity(v)
	for _, a := range archive {
		if store.Identity(a.Version) == identity {
			return true
		}
	}
	return false
}
