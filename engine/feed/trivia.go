package feed

import (
	"bytes"

	"crossfeed/engine/internal/xmlstream"
)

// trivia is what stands in an sx:sync and says nothing of the item: comments,
// instructions and stray text, and what sx:conflicts carries that Crossfeed does
// not know. It belongs to the document, and stays in it when sx:sync is written
// anew. What belongs to an sx:history, an sx:conflict or to sx:conflicts goes with it.
type trivia struct {
	// sync and conflicts stand directly in sx:sync and in sx:conflicts, as they
	// are written there.
	sync, conflicts [][]byte
	// history stands in an sx:history, and conflict in an sx:conflict, by the text of
	// the entry.
	history, conflict map[string][][]byte
	// carried are the attributes of sx:conflicts, as canonical XML, or "".
	carried string
}

// trivial is what is gathered of it while an element is read.
type trivial [][]byte

// add takes in a token but white space.
func (l *trivial) add(t *xmlstream.Token) {
	if !t.Blank() {
		*l = append(*l, bytes.Clone(bytes.TrimSpace(t.Raw)))
	}
}

// triviaOf is that of an sx:sync.
func triviaOf(s *syncDraft) trivia {
	kept := trivia{sync: s.trivial, conflicts: s.conflictsTrivial, carried: canonical(s.conflictsExtra)}
	for i := range s.history {
		keepTrivial(&kept.history, &s.history[i])
	}
	for _, c := range s.conflicts {
		if c.told != nil {
			keepTrivial(&kept.conflict, &c.told.historyDraft)
		}
	}
	return kept
}

// keepTrivial keeps what an entry has, once that was checked.
func keepTrivial(in *map[string][][]byte, h *historyDraft) {
	if len(h.trivial) == 0 {
		return
	}
	if *in == nil {
		*in = map[string][][]byte{}
	}
	(*in)[h.entry().String()] = h.trivial
}

// carryConflicts keeps the attributes of sx:conflicts. Should there be several,
// those of the first that has any stay.
func (b *builder) carryConflicts(t *xmlstream.Token, s *syncDraft) {
	if s.conflictsExtra == nil {
		b.attrs(t, &s.conflictsExtra, func(string, string) *value { return nil })
	}
}

// trivia writes each piece on a line of its own.
func (e *encoder) trivia(pieces [][]byte) {
	for _, raw := range pieces {
		e.line()
		e.out.Write(raw)
	}
}
