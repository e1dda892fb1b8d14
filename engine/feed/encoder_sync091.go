package feed

import (
	"strconv"

	"crossfeed/engine/item"
)

// sync091 writes the sx:sync of an item (SSE 0.91 §2.3). The conflict flag is written
// wherever there are conflicts (§4.4.1).
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

// history091 writes an sx:history with the sx:update of each earlier update
// (SSE 0.91 §2.4, §2.5).
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

// conflict091 writes an sx:conflict with the whole item that lost as its data, or with
// what stood in it where that is not known (SSE 0.91 §5.2).
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

// stamp writes when and by, where they are present.
func (e *encoder) stamp(h item.History) {
	e.optional("when", inRFC822(h.When))
	e.optional("by", h.By)
}

// inRFC822 is a time as SSE 0.91 writes it (§1.2): as it was read where that is a time of
// RFC 822, and else in GMT.
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
