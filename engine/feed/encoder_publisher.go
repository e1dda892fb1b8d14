package feed

import (
	"crypto/sha256"
	"fmt"
	"time"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// publisher writes the version's publisher-specific children, where they are of
// this format, and those that the format asks of every item (RFC 4287 §4.1.2,
// RSS 2.0 "Elements of <item>").
func (e *encoder) publisher(v *item.Version) error {
	has := map[string]bool{}
	if v.Publisher != "" {
		if err := e.publishersOwn(v, has); err != nil {
			return err
		}
	}
	if e.format == &atom {
		e.atomRequired(v, has)
	} else {
		e.rssRequired(v, has)
	}
	return nil
}

// publishersOwn writes what Version.Publisher holds, but the time of a change
// that the history knows better, and notes what there was.
func (e *encoder) publishersOwn(v *item.Version, has map[string]bool) error {
	src := e.read(v.Publisher)
	root, err := src.Next()
	if err != nil {
		return fmt.Errorf("publisher-specific data of item %q: %w", v.ID, err)
	}
	if root.Name.Local != e.format.item || root.Space != e.format.space {
		return nil
	}
	return each(src, func(t *xmlstream.Token) error {
		name, space := t.Name, t.Space
		x, err := e.transplant(src, t, name, space)
		if err != nil {
			return err
		}
		if space == e.format.space {
			if name.Local == "updated" && v.Top().When.Present() {
				return nil
			}
			has[name.Local] = true
		}
		e.element(x)
		return nil
	}, e.raw)
}

func (e *encoder) atomRequired(v *item.Version, has map[string]bool) {
	if !has["id"] {
		e.leafElement("id", uuid(v.ID))
	}
	if !has["updated"] {
		e.leafElement("updated", FormatRFC3339(lastTime(v)))
	}
	if !has["author"] && !e.authored {
		e.line()
		e.text("<author><name>")
		e.escaped(lastEndpoint(v))
		e.text("</name></author>")
	}
}

func (e *encoder) rssRequired(v *item.Version, has map[string]bool) {
	if !has["guid"] {
		e.line()
		e.text(`<guid isPermaLink="false">`, uuid(v.ID), "</guid>")
	}
	if t := lastTime(v); !has["pubDate"] && v.Top().When.Present() {
		e.leafElement("pubDate", FormatRFC822(t))
	}
}

// lastTime is the newest time that the history knows; the beginning of 1970
// where it knows none, because Atom asks for a time that stays the same.
func lastTime(v *item.Version) time.Time {
	for _, h := range v.History {
		if h.When.Present() {
			return h.When.Time()
		}
	}
	return time.Unix(0, 0)
}

// lastEndpoint is the newest endpoint that the history knows.
func lastEndpoint(v *item.Version) string {
	for _, h := range v.History {
		if h.By != "" {
			return h.By
		}
	}
	return "unknown"
}

// uuid is an address for an identifier that need not be one: the same for the
// same identifier everywhere (RFC 9562 §5.8, version 8 by SHA-256).
func uuid(id string) string {
	h := sha256.Sum256([]byte("urn:feedsync:" + id))
	h[6] = h[6]&0x0F | 0x80
	h[8] = h[8]&0x3F | 0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", h[:4], h[4:6], h[6:8], h[8:10], h[10:16])
}
