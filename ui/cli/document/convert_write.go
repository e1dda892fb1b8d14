package document

import (
	"io"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// write writes the new document.
func (x *converting) write(w io.Writer, items []*item.Item) error {
	x.report.Conflicts = 0
	out := feed.NewWriter(w, x.document())
	for _, it := range items {
		if len(it.Conflicts) > 0 || it.Flagged {
			x.report.Conflicts++
		}
		if err := out.Write(it); err != nil {
			return err
		}
	}
	return out.Close()
}

// document is what the new document says of itself.
func (x *converting) document() feed.Document {
	d := x.doc
	d.Format, d.Dialect, d.Problems, d.Unsaid = x.Format, x.Dialect, nil, nil
	if !feed.SameRules(x.doc.Dialect, x.Dialect) {
		d.Sharing = nil
	}
	if d.Updated.IsZero() {
		d.Updated = x.Now
	}
	return d
}
