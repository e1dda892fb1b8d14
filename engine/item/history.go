package item

import (
	"strconv"
	"strings"
	"time"
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

// When is the time of an update. It remembers the text that it was read from,
// because others' times are written back as they were read, and compares as an
// instant, because texts in different zones cannot be compared
// (SSE 0.93 §2.1.6). The zero When is an absent one.
type When struct {
	text    string
	instant time.Time
}

// ReadWhen is a time read as text and understood as t. An empty text is an
// absent time.
func ReadWhen(text string, t time.Time) When {
	if text == "" {
		return When{}
	}
	return When{text: text, instant: t}
}

// At is a time that this endpoint writes: whole seconds in UTC, ending in Z.
func At(t time.Time) When {
	t = t.UTC().Truncate(time.Second)
	return When{text: t.Format("2006-01-02T15:04:05Z"), instant: t}
}

// AtRFC822 is a time that this endpoint writes in SSE 0.91: whole seconds in GMT, as
// RFC 822 has it, with a year of four digits (SSE 0.91 §1.2).
func AtRFC822(t time.Time) When {
	t = t.UTC().Truncate(time.Second)
	return When{text: t.Format("Mon, 02 Jan 2006 15:04:05 GMT"), instant: t}
}

// Present tells whether there is a time at all.
func (w When) Present() bool { return w.text != "" }

// Time is the instant; the zero time where the When is absent.
func (w When) Time() time.Time { return w.instant }

// String is the text as it was read or is to be written; "" where absent.
func (w When) String() string { return w.text }

// Equal tells whether both are absent or the same instant.
func (w When) Equal(o When) bool {
	return w.Present() == o.Present() && w.instant.Equal(o.instant)
}

// Compare is negative where w is earlier than o, positive where it is later.
// An absent time is earlier than every present one.
func (w When) Compare(o When) int {
	switch {
	case w.Present() && !o.Present():
		return 1
	case !w.Present() && o.Present():
		return -1
	}
	return w.instant.Compare(o.instant)
}
