package feed

import (
	"slices"
	"strconv"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// sync writes the sx:sync of an item (SSE 0.93 §2.4, SSE 0.91 §2.3).
func (e *encoder) sync(it *item.Item, kept trivia) error {
	outside := e.surroundings
	defer func() { e.surroundings = outside }()
	if e.dialect == item.SSE091 {
		return e.sync091(it, kept)
	}
	v := it.Winner
	return e.carrying("sync", v.Extra, func() {
		e.attr("id", v.ID)
		e.attr("updates", strconv.Itoa(v.Updates))
		switch {
		case v.Deleted:
			e.attr("deleted", "true")
		case v.Undeleted:
			e.attr("deleted", "false")
		}
		if v.NoConflicts {
			e.attr("noconflicts", "true")
		}
	}, func() error { return e.insideSync(it, kept) })
}

func (e *encoder) insideSync(it *item.Item, kept trivia) error {
	e.trivia(kept.sync)
	for i, h := range it.Winner.History {
		digest := ""
		if i == 0 {
			digest = it.Winner.Digest
		}
		e.line()
		if err := e.history(h, digest, kept.history); err != nil {
			return err
		}
	}
	return e.conflicts(it.Conflicts, kept, e.version)
}

// conflicts writes sx:conflicts, unless it would be empty. each writes one conflict.
func (e *encoder) conflicts(conflicts []*item.Version, kept trivia, each func(*item.Version) error) error {
	if len(conflicts) == 0 {
		return nil
	}
	e.line()
	return e.carrying("conflicts", kept.carried, func() {}, func() error {
		e.trivia(kept.conflicts)
		for _, c := range conflicts {
			e.line()
			if err := each(c); err != nil {
				return err
			}
		}
		return nil
	})
}

// history writes an sx:history (SSE 0.93 §2.5).
func (e *encoder) history(h item.History, digest string, kept map[string][][]byte) error {
	return e.carrying("history", h.Extra, func() {
		e.attr("sequence", strconv.Itoa(h.Sequence))
		e.optional("when", h.When.String())
		e.optional("by", h.By)
		e.digest(digest)
	}, func() error {
		e.entryTrivia(h, kept)
		return nil
	})
}

// digest writes the digest of an update's content, if there is one.
func (e *encoder) digest(digest string) {
	if digest != "" {
		e.attr(e.ownPrefix()+":digest", digest)
	}
}

func (e *encoder) entryTrivia(h item.History, kept map[string][][]byte) {
	if len(kept) > 0 {
		e.trivia(kept[h.String()])
	}
}

// carrying writes an element of the dialect: its attributes, the foreign attributes that it
// carries, its content, and the foreign children that it carries.
func (e *encoder) carrying(local, extra string, attrs func(), inside func() error) error {
	outside := e.surroundings
	defer func() { e.surroundings = outside }()
	var src *xmlstream.Scanner
	var carried []xmlstream.Attr
	if extra != "" {
		src = xmlstream.NewText(extra)
		root, err := src.Next()
		if err != nil {
			return err
		}
		carried = slices.Clone(root.Attrs)
	}
	name := e.openCarrying(local, carried, src, attrs)
	empty := e.out.Len()
	e.text(">")
	e.depth++
	if err := inside(); err != nil {
		return err
	}
	if err := e.carried(src); err != nil {
		return err
	}
	e.depth--
	if e.out.Len() == empty+1 {
		e.out.Truncate(empty)
		e.text("/>")
		return nil
	}
	e.line()
	e.text("</", name, ">")
	return nil
}

// openCarrying writes a start tag except for its end, with a prefix that means the dialect
// here, and returns the element's name.
func (e *encoder) openCarrying(local string, carried []xmlstream.Attr, src *xmlstream.Scanner, attrs func()) string {
	inner := e.scope
	for _, a := range carried {
		if space, ok := carriedSpace(a, src); ok {
			inner = append(inner[:len(inner):len(inner)], xmlstream.Binding{Prefix: a.Name.Prefix, Space: space})
		}
	}
	prefix, ok := inner.Prefix(e.space)
	if !ok {
		prefix = unusedPrefix("sx", carried)
	}
	name := prefix + ":" + local
	e.text("<", name)
	e.ensure(prefix, e.space)
	e.carrier.attrs, e.carrier.prefix = carried, prefix
	attrs()
	for _, a := range carried {
		if _, declares := a.Declares(); declares {
			continue
		}
		if space, ok := carriedSpace(a, src); ok {
			e.ensure(a.Name.Prefix, space)
		}
		e.attr(a.Name.String(), a.Value)
	}
	return name
}

// carriedSpace returns the namespace of an attribute whose prefix has to be declared.
func carriedSpace(a xmlstream.Attr, src *xmlstream.Scanner) (string, bool) {
	if _, declares := a.Declares(); declares || a.Name.Prefix == "" || a.Name.Prefix == "xml" {
		return "", false
	}
	space, _, ok := src.Scope().Lookup(a.Name.Prefix)
	return space, ok
}

// unusedPrefix returns the given prefix, or one derived from it, that no attribute uses.
func unusedPrefix(prefix string, attrs []xmlstream.Attr) string {
	for slices.ContainsFunc(attrs, func(a xmlstream.Attr) bool { return a.Name.Prefix == prefix }) {
		prefix += prefix[len(prefix)-1:]
	}
	return prefix
}

// carried writes the children of a carrier.
func (e *encoder) carried(src *xmlstream.Scanner) error {
	if src == nil {
		return nil
	}
	return each(src, func(t *xmlstream.Token) error { return e.carry(src, t) }, e.raw)
}

// carry writes the element whose start tag src has just returned.
func (e *encoder) carry(src *xmlstream.Scanner, t *xmlstream.Token) error {
	x, err := e.transplant(src, t, t.Name, t.Space)
	if err != nil {
		return err
	}
	e.element(x)
	return nil
}

// sync091 writes the sx:sync of an item (SSE 0.91 §2.3). It always sets the conflict flag if
// there are conflicts (§4.4.1).
func (e *encoder) sync091(it *item.Item, kept trivia) error {
	v := it.Winner
	return e.carrying("sync", v.Extra, func() {
		e.attr("id", v.ID)
		e.attr("version", strconv.Itoa(v.Updates))
		switch {
		case v.Deleted:
			e.attr("deleted", "true")
		case v.Undeleted:
			e.attr("deleted", "false")
		}
		if it.Flagged || len(it.Conflicts) > 0 {
			e.attr("conflict", "true")
		}
		e.own(v)
	}, func() error {
		e.trivia(kept.sync)
		e.line()
		if err := e.history091(v, kept); err != nil {
			return err
		}
		return e.conflicts(it.Conflicts, kept, func(c *item.Version) error { return e.conflict091(c, kept) })
	})
}

// history091 writes an sx:history with an sx:update for each earlier update (SSE 0.91 §2.4,
// §2.5).
func (e *encoder) history091(v *item.Version, kept trivia) error {
	top, rest := v.History[0], v.History[1:]
	return e.carrying("history", top.Extra, func() {
		e.stamp(top)
		e.digest(v.Digest)
	}, func() error {
		e.entryTrivia(top, kept.history)
		for _, h := range rest {
			e.line()
			if err := e.update(h, kept); err != nil {
				return err
			}
		}
		return nil
	})
}

// update writes an sx:update (SSE 0.91 §2.5).
func (e *encoder) update(h item.History, kept trivia) error {
	return e.carrying("update", h.Extra, func() { e.stamp(h) }, func() error {
		e.entryTrivia(h, kept.history)
		return nil
	})
}

// conflict091 writes an sx:conflict with the losing item as its data, or with its original
// content if that item is unknown (SSE 0.91 §5.2).
func (e *encoder) conflict091(v *item.Version, kept trivia) error {
	extra := ""
	if v.Missing {
		extra = v.Extra
	}
	return e.carrying("conflict", extra, func() {
		e.attr("version", strconv.Itoa(v.Updates))
		e.stamp(v.Top())
	}, func() error {
		e.entryTrivia(v.Top(), kept.conflict)
		if v.Missing {
			return nil
		}
		e.line()
		return e.version(v)
	})
}

// stamp writes when and by, if present.
func (e *encoder) stamp(h item.History) {
	e.optional("when", inRFC822(h.When))
	e.optional("by", h.By)
}

// inRFC822 returns a time in the format of SSE 0.91 (§1.2): as it was read if that is an RFC
// 822 time, and otherwise in GMT.
func inRFC822(w item.When) string {
	text := w.String()
	if text == "" {
		return ""
	}
	if _, err := ParseRFC822(text); err == nil {
		return text
	}
	return FormatRFC822(w.Time())
}
