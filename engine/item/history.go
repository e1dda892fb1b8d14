package item

import (
	"strconv"
	"strings"
)

// History is one update of an item: which one, when, and by which endpoint
// (sx:history, SSE 0.93 §2.5). At least one of When and By is present.
type History struct {
	// Sequence orders the updates of one endpoint, from 1 to MaxCount.
	Sequence int
	// When is the time of the update by the clock of the device that made it.
	When When
	// By identifies the endpoint, or is "".
	By string
	// Extra holds unknown attributes and children as canonical XML, or "".
	Extra string
}

// Same tells whether two entries say the same. Times are compared as instants.
func (h History) Same(o History) bool {
	return h.Sequence == o.Sequence && h.By == o.By && h.Extra == o.Extra && h.When.Equal(o.When)
}

// String is the entry as "sequence@unix-seconds@by" with "-" for what is
// absent, the form used in test vectors and messages.
func (h History) String() string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(h.Sequence))
	b.WriteByte('@')
	if h.When.Present() {
		b.WriteString(strconv.FormatInt(h.When.Time().Unix(), 10))
	} else {
		b.WriteByte('-')
	}
	b.WriteByte('@')
	if h.By == "" {
		return b.String() + "-"
	}
	return b.String() + h.By
}
