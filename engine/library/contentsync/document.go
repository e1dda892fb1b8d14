package contentsync

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

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
