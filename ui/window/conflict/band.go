package conflict

import (
	"slices"

	"crossfeed/engine/merge"
	"crossfeed/ui/widget/grid"
)

// band is a line of a field through all columns.
type band struct {
	sides []side
	// chunk is the number of the stretch, same tells that all columns say the
	// same.
	chunk int
	same  bool
}

// side is a line of a field in one column; the zero side has none there.
type side struct {
	spans []grid.Span
	kind  merge.Kind
	sign  string
	look  grid.Look
	there bool
}

// says tells whether a side is drawn as another one is.
func (s side) says(other side) bool {
	return s.there == other.there && s.kind == other.kind && s.sign == other.sign && s.look == other.look && slices.Equal(s.spans, other.spans)
}

// sideOf is a line in words.
func sideOf(text string, kind merge.Kind, look grid.Look) side {
	return side{spans: spansOf(text), kind: kind, sign: signOf(kind), look: look, there: true}
}

// spansOf is a text in which nothing is marked.
func spansOf(text string) []grid.Span {
	if text == "" {
		return nil
	}
	return []grid.Span{{Text: text}}
}

// signOf tells a kind of difference without colour.
func signOf(kind merge.Kind) string {
	switch kind {
	case merge.Added:
		return "+"
	case merge.Removed:
		return "−"
	case merge.Changed:
		return "~"
	}
	return ""
}
