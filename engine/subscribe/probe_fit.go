package subscribe

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// newList returns the list that would be created for what was found.
func (v *visit) newList() NewList {
	kinds, older, dialects := map[record.Kind]int{}, 0, 0
	for _, f := range v.found.Feeds {
		for k, n := range f.kinds {
			kinds[k] += n
		}
		if f.Dialect != "" {
			dialects++
		}
		if f.Dialect == item.SSE091 {
			older++
		}
	}
	n := NewList{Name: v.name(), Kind: string(mostly(kinds))}
	if older > 0 && older == dialects {
		n.Dialect = item.SSE091
	}
	return n
}

// name returns the name of a new list. It comes from the user, from the file names in a shared
// folder, from the feed's title, or from the feed's file name, in this order.
func (v *visit) name() string {
	names := []string{v.set}
	for _, f := range v.found.Feeds {
		names = append(names, f.List)
	}
	for _, f := range v.found.Feeds {
		names = append(names, f.Title, fileName(f.Address))
	}
	for _, name := range names {
		name = strings.TrimSpace(name)
		if store.CheckName(name) == nil {
			return name
		}
	}
	return ""
}

// fileName returns the first part of a file's name: the list's name in Crossfeed's own files.
func fileName(address string) string {
	name, _, _ := strings.Cut(path.Base(transport.Name(address)), ".")
	return name
}

// compare compares what was found with the existing lists and subscriptions.
func (v *visit) compare(r store.Reader) error {
	sets, err := r.Sets()
	if err != nil {
		return err
	}
	for _, set := range sets {
		v.found.Lists = append(v.found.Lists, Fit{List: set.Name, Why: v.why(set)})
		v.found.Own = v.found.Own || v.isOwn(set)
		subscriptions, err := r.Subscriptions(set.Key)
		if err != nil {
			return err
		}
		for _, s := range subscriptions {
			v.already(set, s)
		}
	}
	v.found.Lists = append(v.found.Lists, Fit{})
	v.found.Lists[v.best(sets)].Best = true
	return nil
}

// why returns why a list cannot read any of what was found, or would mix kinds.
func (v *visit) why(set store.Set) (refused error) {
	for _, f := range v.found.Feeds {
		if f.Err != nil {
			continue
		}
		d := feed.Document{Format: f.Format, Dialect: f.Dialect}
		err := feed.CheckDialect(f.Address, d, set.Name, set.Dialect, set.Format)
		if err == nil && len(f.kinds) > 0 && f.Valid > 0 && f.Kind != set.Kind {
			err = &KindError{Document: f.Address, Kind: record.Kind(f.Kind), Set: set.Name, Into: record.Kind(set.Kind)}
		}
		if err == nil {
			return nil
		}
		refused = cmp.Or(refused, err)
	}
	return refused
}

// isOwn reports whether a set publishes what was found.
func (v *visit) isOwn(set store.Set) bool {
	for _, f := range v.found.Feeds {
		if publishes(set, f.Address) || set.FeedID != "" && f.ID == set.FeedID {
			return true
		}
	}
	return false
}

// publishes reports whether a set is published at an address.
func publishes(set store.Set, address string) bool {
	if set.Location == "" {
		return false
	}
	p := set.Publication
	for _, own := range []string{set.Location, p.Address, p.Complete, p.Public} {
		if own == address && !transport.IsFolder(own) {
			return true
		}
	}
	return false
}

// already records that a list is subscribed to what was found. The same location takes
// precedence over the same feed at another location.
func (v *visit) already(set store.Set, s store.Subscription) {
	if s.Location == v.found.Location {
		v.found.Already, v.found.AlreadyAt = set.Name, s.Location
		return
	}
	if v.found.Already != "" {
		return
	}
	for address, known := range s.Feeds {
		for _, f := range v.found.Feeds {
			if known.ID != "" && known.ID == f.ID || address == f.Address {
				v.found.Already, v.found.AlreadyAt = set.Name, address
			}
		}
	}
}

// best returns the index of the list to suggest: the list that the user has in mind, the list
// named like what was found, or else a new one.
func (v *visit) best(sets []store.Set) int {
	for _, name := range []string{v.set, v.found.New.Name} {
		for i, set := range sets {
			if v.found.Lists[i].Why == nil && set.Name == name {
				return i
			}
		}
	}
	return len(sets)
}

const (
	// countTimeout limits how long the items of one feed are counted, while the user waits.
	countTimeout = 5 * time.Second
	// mostProblems limits the problems reported for one feed.
	mostProblems = 20
)

// count reads a feed to its end, or as far as time permits, and counts its items. It holds one
// item in memory at a time.
func (e *Service) count(ctx context.Context, f *FoundFeed, in io.Reader) {
	r, begin := feed.NewReader(in, f.Address), e.Clock.Now()
	f.kinds = map[record.Kind]int{}
	var problems []feed.Problem
	for f.Err == nil {
		one, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if f.Err = cmp.Or(ctx.Err(), err); f.Err == nil {
			f.entry(one)
			problems = append(problems, one.Problems[:min(len(one.Problems), mostProblems)]...)
		}
		if f.More = e.Clock.Now().Sub(begin) > countTimeout; f.More {
			break
		}
	}
	f.Brings = store.Preview{Items: f.Valid - f.Deleted, Deleted: f.Deleted}
	f.document(r.Document(), problems)
	if f.Format == item.OPML && f.Items == 0 && !r.Declares() {
		f.Dialect = "" // its format alone does not make it shared
	}
}

func (f *FoundFeed) entry(one *feed.Entry) {
	f.Items++
	if one.Item != nil || one.Skipped {
		f.Shared++
	}
	if one.Outline != nil && one.Outline.Feed != "" {
		f.names(one.Outline)
	}
	if one.Item != nil {
		f.Valid++
		if one.Item.Winner.Deleted {
			f.Deleted++
		} else {
			f.kinds[record.KindOf(one.Item.Winner.Content)]++
		}
	}
}

// names records the feed that an outline names. An outline from a server names no feeds of this
// computer or its network.
func (f *FoundFeed) names(o *feed.Outline) {
	at, err := transport.Parse(o.Feed)
	far := transport.KindOf(f.Address) == transport.Local || transport.IsFar(at)
	named := func(other store.Offered) bool { return other.Link == at }
	if err == nil && transport.KindOf(at) == transport.Web && far && len(f.Names) < mostNamed && !slices.ContainsFunc(f.Names, named) {
		f.Names = append(f.Names, store.Offered{Link: at, Title: o.Title})
	}
}

// document records the feed-level data of a feed.
func (f *FoundFeed) document(d feed.Document, problems []feed.Problem) {
	f.Title, f.Author, f.ID = d.Title, d.Author, d.ID
	for _, n := range namesFrom(d) {
		if n.By == d.Author {
			f.AuthorName = n.Name
		}
	}
	f.Format, f.Dialect = d.Format, d.Dialect
	if f.Ordinary() && d.Sharing == nil {
		f.Dialect = ""
	}
	f.Kind = ""
	if kinds := f.kindsIn(d.Format); len(kinds) > 0 {
		f.Kind = string(mostly(kinds))
	}
	if d.Sharing != nil {
		f.Offers = offersOf(d.Sharing)
		f.Complete, _ = completeOf(&document{address: f.Address, sharing: d.Sharing, dialect: d.Dialect}) // refreshing reports errors
	}
	if d.Format == "" && f.Err != nil {
		f.Err = &transport.Error{Trouble: transport.NotFeed, Address: f.Address, Err: f.Err}
	}
	f.addProblems(append(d.Problems, problems...))
}

// kindsIn counts the kinds of items that a list for them may have: only OPML has outlines, and
// everything in it is one.
func (f *FoundFeed) kindsIn(format item.Format) map[record.Kind]int {
	if format == item.OPML {
		f.kinds = map[record.Kind]int{record.Outline: f.Items + 1}
		return f.kinds
	}
	if n := f.kinds[record.Outline]; n > 0 {
		f.kinds[record.Note] += n
	}
	delete(f.kinds, record.Outline)
	return f.kinds
}

// askComplete counts the items of a feed's complete feed, which the first refresh reads as
// well. It also determines the kind if the feed has only deleted items, which have just a
// title.
func (v *visit) askComplete(ctx context.Context, f *FoundFeed) {
	if f.Err != nil || f.Complete == "" || f.Complete == f.Address {
		return
	}
	target := transport.Target{Address: f.Complete, Access: v.accessFor(f.Complete), From: f.Address}
	answer, err := v.Places.Read(ctx, transport.Request{Target: target, Now: v.Clock.Now(), Whole: true})
	if err != nil {
		return // refreshing reports the error
	}
	defer answer.Body.Close()
	whole := FoundFeed{Address: f.Complete}
	if v.count(ctx, &whole, answer.Body); whole.Err != nil || whole.ID != f.ID {
		return
	}
	f.Brings, f.More = whole.Brings, f.More || whole.More
	if len(f.kinds) == 0 {
		f.kinds, f.Kind = whole.kinds, whole.Kind
	}
}

// mostly returns the most frequent kind, or notes if there are none.
func mostly(kinds map[record.Kind]int) record.Kind {
	most := record.Note
	for _, k := range record.Kinds() {
		if kinds[k] > kinds[most] {
			most = k
		}
	}
	return most
}

// addProblems records the problems of a feed, errors first.
func (f *FoundFeed) addProblems(problems []feed.Problem) {
	slices.SortStableFunc(problems, func(a, b feed.Problem) int {
		return cmp.Compare(severity(a), severity(b))
	})
	f.Problems = append(f.Problems, problems[:min(len(problems), mostProblems)]...)
}

func severity(p feed.Problem) int {
	if p.Severity == feed.Error {
		return 0
	}
	return 1
}
