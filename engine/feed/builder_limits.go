package feed

import (
	"fmt"

	"crossfeed/engine/internal/xmlstream"
)

// excess is where something is beyond a limit, and which; the zero excess is
// none.
type excess struct {
	at  int64
	why string
}

// spend counts an element and its attributes.
func (b *builder) spend(t *xmlstream.Token) error {
	b.budget -= 1 + len(t.Attrs)
	if b.budget < 0 {
		return b.scan.Fault(t.From, xmlstream.RuleLimit, "an item may have no more than %d elements and attributes", maxNodes)
	}
	return nil
}

// measure notes the first element that is beyond a limit.
func (b *builder) measure(t *xmlstream.Token) {
	switch {
	case b.excess.why != "":
	case b.nesting == maxNesting:
		b.excess = excess{t.From, fmt.Sprintf("elements are nested more than %d deep", maxNesting)}
	case b.scope() > maxBindings:
		b.excess = excess{t.From, fmt.Sprintf("more than %d namespace declarations are in force", maxBindings)}
	}
}
