package feed

import "crossfeed/engine/internal/xmlstream"

// toldDraft is an sx:conflict element (SSE 0.91 §5.2). Its version is read as the
// sequence; what it carries besides the item that lost is extra.
type toldDraft struct {
	historyDraft
	// data tells that an item of the format stands in it.
	data bool
}

// leaf takes what stands between the children: a comment or an instruction says nothing.
func (c *toldDraft) leaf(t *xmlstream.Token) {
	switch {
	case t.Blank():
	case t.Kind == xmlstream.Comment || t.Kind == xmlstream.ProcInst:
		c.trivial.add(t)
	default:
		carrier(&c.extra).AddChild(trimmed(t))
	}
}

// attr is where the attribute of that name goes, or nil.
func (c *toldDraft) attr(space, local string) *value {
	if space == "" && local == "version" {
		return &c.sequence
	}
	return c.attr091(space, local)
}

// attr091 is where the attribute of an sx:history or sx:update of SSE 0.91 goes, or
// nil (§2.4, §2.5).
func (h *historyDraft) attr091(space, local string) *value {
	switch {
	case space == namespaceOwn && local == "digest":
		return &h.digest
	case space != "":
		return nil
	case local == "when":
		return &h.when
	case local == "by":
		return &h.by
	}
	return nil
}

// attr091 is where the attribute of an sx:sync of SSE 0.91 goes, or nil (§2.3).
func (s *syncDraft) attr091(space, local string) *value {
	switch space {
	case namespaceOwn:
		return s.attrOwn(local)
	case "":
	default:
		return nil
	}
	switch local {
	case "id":
		return &s.id
	case "version":
		return &s.updates
	case "deleted":
		return &s.deleted
	case "conflict":
		return &s.conflict
	}
	return nil
}

// attrOwn is where an attribute of ours goes, or nil.
func (s *syncDraft) attrOwn(local string) *value {
	switch local {
	case "order":
		return &s.order
	case "version":
		return &s.made
	case "parent":
		return &s.parent
	case "cycle":
		return &s.cycle
	case "settled":
		return &s.settled
	}
	return nil
}
