package contentsync

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/library/csx"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// document is a feed that was read and is being stored in the cache.
type document struct {
	r      *run
	of     landing
	follow follower
	// feed has the channel's own data, and the errors found.
	feed store.ContentFeed
	// extended is csx.Feed.Extended.
	extended bool
	// items has the feed's items in the form in which they are stored.
	items *itemBuffer
	// refused lists the problems of the links that are not followed, and wrong counts them
	// all; refused holds the first ones only.
	refused []store.ContentProblem
	wrong   int
	// wanted are links to queue, and stale are nested feeds on demand that have newer items.
	wanted []store.ContentWanted
	stale  []string
}

// parse reads a feed. It runs on the download's goroutine, so that no transaction waits for
// it.
func (r *run) parse(ctx context.Context, e entry, answer *transport.Response) (d *document, err error) {
	body, err := seekable(answer.Body)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	// "Relative URL's are treated as relative to the URL of the enclosing feed": the URL after
	// redirects (RFC 3986 §5.1.3).
	d = &document{r: r, of: landing{entry: e, answer: answer}, follow: follower{
		feed: e.Address, at: cmp.Or(answer.At, e.Address), within: r.within, depth: r.depth(e), deepest: r.Limits.Depth,
	}}
	if d.items, err = newItemBuffer(); err != nil {
		return nil, err
	}
	head, err := csx.Read(body, d.follow.at, csx.Limits{}, func(i csx.Item) error {
		return errors.Join(ctx.Err(), d.items.add(d.item(i)))
	})
	if err != nil {
		d.items.close()
		return nil, err
	}
	d.head(head)
	return d, nil
}

// item converts an item for storing. Problems with its links are reported for the feed.
func (d *document) item(i csx.Item) store.ContentItem {
	new, told := d.follow.item(i)
	d.wrong += len(told)
	d.refused = append(d.refused, told[:min(csx.MaxProblems-len(d.refused), len(told))]...)
	return new
}

// head takes over the feed's own data.
func (d *document) head(f csx.Feed) {
	d.feed = store.ContentFeed{
		Address: d.of.Address, From: d.r.target(d.of.entry).From, Depth: d.follow.depth,
		Title: f.Title, Text: f.Text, Link: f.Link, Built: f.Built,
		Known: d.of.answer.Known, Processed: d.r.Clock.Now(),
	}
	d.extended = f.Extended
	for _, p := range f.Problems {
		d.feed.Problems = append(d.feed.Problems, store.ContentProblem{Line: p.Line, Item: p.Item, Rule: p.Rule, Text: p.Text})
	}
	all := inOrder(append(d.feed.Problems, d.refused...))
	d.feed.Problems, d.feed.Wrong = all[:min(len(all), csx.MaxProblems)], f.Wrong+d.wrong
	for i := range d.feed.Problems {
		d.feed.Problems[i].Text = inShort(d.feed.Problems[i].Text)
	}
}

// inShort truncates long text from a feed.
func inShort(text string) string {
	const most = 1000
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// inOrder sorts problems by their lines.
func inOrder(all []store.ContentProblem) []store.ContentProblem {
	slices.SortStableFunc(all, func(a, b store.ContentProblem) int { return a.Line - b.Line })
	return all
}

// process handles a feed as the pseudo-code specifies ("Sync Algorithm").
func (r *run) process(l landing) error {
	d := l.document
	// "If the feed does not exist in the cache … Else if feed is newer than cached feed"
	if d == nil || l.here && !r.Whole && !d.newer(l.feed) {
		return r.retainCached(l)
	}
	put := func() error { return r.update(r.ctx, d.put) }
	if d.items.n > portion || l.feed.Items > portion {
		put = d.putInPortions
	}
	if err := put(); err != nil {
		return err
	}
	return r.processed(d.feed)
}

// newer reports whether the feed is newer than the cached one. Publishers that do not use the
// extensions may leave their feed's date as it is when they add to it, or stop writing one: there,
// the hashes decide.
func (d *document) newer(cached store.ContentFeed) bool {
	built, hash := d.feed.Built, d.feed.Known.Hash
	if !d.extended && (built.IsZero() || built.Equal(cached.Built)) {
		return hash != cached.Known.Hash
	}
	return csx.Newer(built, cached.Built, hash, cached.Known.Hash, d.r.Clock.Now())
}

// processed records a feed that was newer, and takes the feeds that it queued.
func (r *run) processed(f store.ContentFeed) error {
	r.progress.Feeds++
	r.report.Processed++
	if len(f.Problems) > 0 {
		r.report.Problems[f.Address] = f.Problems
	}
	return r.takeFeeds()
}

// depth returns the nesting depth of a feed: 0 for the root, whatever links to it.
func (r *run) depth(e entry) int {
	if e.Address == r.library.Address {
		return 0
	}
	return e.Depth
}

// retainCached leaves the cached feed in place if the downloaded feed is not newer. If it were
// replaced, its changes would never be noticed, and so never be fetched.
func (r *run) retainCached(l landing) error {
	r.progress.Feeds++
	return r.update(r.ctx, func(w store.Writer) (err error) {
		cached := l.feed
		cached.Known, cached.Processed, cached.Stale = l.answer.Known, r.Clock.Now(), false
		if cached.Asked, err = r.asked(w, l.ContentWanted, cached.Asked); err != nil {
			return err
		}
		if err := w.TouchContentFeed(r.Library, cached); err != nil {
			return err
		}
		return w.Dequeue(r.Library, l.Number)
	})
}

// toQueue returns the links of an item that belong in the download queue: "Add all descendent
// <csx:link>'s with onDemand==false to the download queue" ("Sync Algorithm", "onDemand
// attribute").
func toQueue(links []store.ContentLink, feed string, depth int) (wanted []store.ContentWanted) {
	for _, l := range links {
		if !l.OnDemand {
			wanted = append(wanted, store.ContentWanted{Address: l.Address, Nested: l.Nested, From: feed, Depth: depth + 1})
		}
	}
	return wanted
}

// isNewer reports whether the links of an item are to be queued: "If cached <item> is older OR
// <item> does not exist in cached feed" ("Sync Algorithm", "Newer (for item)").
func isNewer(i, cached store.ContentItem, exists bool, now time.Time) bool {
	return !exists || csx.Newer(i.Built, cached.Built, i.Mark, cached.Mark, now)
}

// follower decides which links of a feed may be followed.
type follower struct {
	// feed is the feed's address, at its address after redirects, and within the folder that
	// contains all allowed paths.
	feed, at, within string
	depth, deepest   int
}

// refusal returns why a link is not followed, or "".
func (f follower) refusal(l csx.Link) (rule, why string) {
	for _, from := range []string{f.feed, f.at} {
		if err := (transport.Target{Address: l.Address, From: from, Within: f.within}).Allowed(); err != nil {
			return "forbidden-link", fmt.Sprintf("the link to %s is left out: %v", transport.Redact(l.Address), err)
		}
	}
	if l.Nested && f.depth >= f.deepest {
		return "too-deep", fmt.Sprintf("the nested feed %s is left out: feeds may be nested %d deep, and not deeper", transport.Redact(l.Address), f.deepest)
	}
	return "", ""
}

// links returns the links of an item that may be followed, and the problems of the others.
func (f follower) links(i csx.Item) (links []store.ContentLink, told []store.ContentProblem) {
	for _, l := range i.Links {
		rule, why := f.refusal(l)
		if rule != "" {
			told = append(told, store.ContentProblem{Line: i.Line, Item: i.ID, Rule: rule, Text: why})
			continue
		}
		links = append(links, store.ContentLink{Address: l.Address, Name: l.Name, Nested: l.Nested, OnDemand: l.OnDemand})
	}
	return links, told
}

// item converts an item for storing, and returns the problems of its links.
func (f follower) item(i csx.Item) (store.ContentItem, []store.ContentProblem) {
	links, told := f.links(i)
	return store.ContentItem{
		ID: i.ID, Title: i.Title, Text: i.Text, Link: i.Link,
		Published: i.Published, Built: i.Built, Hidden: i.Hidden, Mark: i.Mark, Links: links,
	}, told
}

// withinOf returns the folder that must contain all paths of a library: the folder of the root
// feed, with a trailing separator, if the root feed is a local file. Otherwise it returns "",
// and no link may lead to a path.
func withinOf(root string) string {
	if transport.KindOf(root) != transport.Local {
		return ""
	}
	return strings.TrimSuffix(root, transport.Name(root))
}
