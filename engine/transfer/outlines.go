package transfer

import (
	"context"
	"io"
	"strconv"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/opml"
)

// outlines are those of a file, before they are compared with a list.
type outlines struct {
	all []branch
	// open are those that the next one may stand in, the innermost last.
	open []standing
	// times counts what would have one identifier.
	times map[string]int
	// ids are the identifiers that were given.
	ids map[string]bool
}

// branch is an outline of a file.
type branch struct {
	exchange.Entry
	// id comes from the file alone, so that two endpoints that import it get one item.
	id string
	// parent is the index of the outline that it stands in, or -1.
	parent int
}

// standing is an outline at its level, by its index; what is deleted is not there, and
// what stands in it stands where it stood.
type standing struct{ level, index int }

// readOutlines reads a file. Nothing is given of one that cannot be read.
func readOutlines(ctx context.Context, in io.Reader) (*outlines, error) {
	o := &outlines{times: map[string]int{}, ids: map[string]bool{}}
	err := opml.Read(in, func(e exchange.Entry) error {
		o.add(e)
		return ctx.Err()
	})
	return o, err
}

// add takes in the next outline of the file.
func (o *outlines) add(e exchange.Entry) {
	for n := len(o.open); n > 0 && o.open[n-1].level >= e.Level; n-- {
		o.open = o.open[:n-1]
	}
	parent := -1
	if n := len(o.open); n > 0 {
		parent = o.open[n-1].index
	}
	if e.Deleted {
		o.open = append(o.open, standing{e.Level, parent})
		return
	}
	b := branch{Entry: e, parent: parent}
	b.id = o.identify(b)
	o.ids[b.id] = true
	o.open = append(o.open, standing{e.Level, len(o.all)})
	o.all = append(o.all, b)
}

// identify gives an outline its identifier: that of its sx:sync in a shared file, and
// otherwise one that comes from what it is and what it stands in. What stands there
// several times are several items.
func (o *outlines) identify(b branch) string {
	if b.UID != "" && item.ValidNSS(b.UID) && !o.ids[b.UID] {
		return b.UID
	}
	within := ""
	if b.parent >= 0 {
		within = o.all[b.parent].id
	}
	what := whatIs(b.Content)
	key := within + "\x00" + what
	for {
		nth := o.times[key]
		o.times[key]++
		id := identifier("outline", within, what)
		if nth > 0 {
			id = identifier("outline", within, what, strconv.Itoa(nth))
		}
		if !o.ids[id] {
			return id
		}
	}
}

// whatIs says what an outline is among those beside it: a feed by its address, a
// folder or a line by its title, and what has neither by all that it says.
func whatIs(c *item.Content) string {
	r := record.Read(c)
	if url := strings.TrimSpace(r.Get("xmlUrl")); url != "" {
		return "feed " + url
	}
	if title := strings.TrimSpace(r.Get("title")); title != "" {
		return "title " + title
	}
	return "outline " + meaning(c)
}
