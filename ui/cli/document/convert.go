package document

import (
	"errors"
	"fmt"
	"io"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/incorporate"
)

// Conversion says what a document becomes.
type Conversion struct {
	Format feed.Format
	// Dialect is "" for the document's own, or where the format has it not for that
	// which new documents of the format are written in.
	Dialect feed.Dialect
	// Lossy converts also what loses something.
	Lossy bool
	// Now is the document's time where it says none.
	Now time.Time
}

// ErrConverted means that a document is what it was to become. Nothing was written.
var ErrConverted = errors.New("it is that already")

// Convert writes a document in another format, another dialect, or both. What would be
// lost is refused with a *LossError, unless the conversion is lossy; conflicts that
// are open in SSE 0.91 always are, when it becomes FeedSync (sse091.ErrOpenConflict).
func Convert(target Target, source Source, c Conversion) (Report, error) {
	x := converting{Conversion: c, name: source.Name, byID: map[string]*incorporate.Twin{}}
	if err := x.read(source); err != nil {
		return Report{}, err
	}
	if err := x.choose(); err != nil {
		return Report{}, err
	}
	items, err := x.items()
	if err != nil {
		return Report{}, err
	}
	if len(x.losses.all) > 0 && !c.Lossy {
		return Report{}, &LossError{Document: source.Name, Losses: x.losses.sentences()}
	}
	err = target(func(w io.Writer) error { return x.write(w, items) })
	return x.report, err
}

// converting is the conversion of a document.
type converting struct {
	Conversion
	name string
	// doc is the document as it was.
	doc    feed.Document
	order  []*arrival
	byID   map[string]*incorporate.Twin
	losses losses
	report Report
}

// choose picks the dialect, and refuses a conversion into what the document is.
func (x *converting) choose() error {
	switch was := x.doc.Dialect; {
	case x.Dialect != "":
	case x.Format == feed.OPML:
		x.Dialect = feed.SSE091
	case was == "" || x.Format == feed.Atom && was == feed.SSE091:
		x.Dialect = feed.FeedSync10
	default:
		x.Dialect = was
	}
	if x.Format == x.doc.Format && x.Dialect == x.doc.Dialect {
		return fmt.Errorf("%s: %s of %s: %w", x.name, x.Format, feed.DialectName(x.Dialect), ErrConverted)
	}
	for _, what := range x.doc.Unsaid {
		x.losses.add("what is said of the feed", what)
	}
	if x.doc.Sharing != nil && !feed.SameRules(x.Dialect, x.doc.Dialect) {
		x.losses.add("what the feed says of its sharing (sx:sharing)", "")
	}
	return nil
}
