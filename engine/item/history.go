package item

import (
	"strconv"
	"strings"
	"time"
)

// History is one update of an item: which one, when, and by which endpoint (sx:history, SSE
// 0.93 §2.5). At least one of When and By is present.
type History struct {
	// Sequence orders the updates of one endpoint, from 1 to MaxCount.
	Sequence int
	// When is the time of the update by the clock of its device.
	When When
	// By identifies the endpoint, or is "".
	By string
	// Extra holds unknown attributes and children as canonical XML, or "".
	Extra string
}

// Same reports whether two entries are equal. Times are compared as instants.
func (h History) Same(o History) bool {
	return h.Sequence == o.Sequence && h.By == o.By && h.Extra == o.Extra && h.When.Equal(o.When)
}

// String returns the entry as "sequence@unix-seconds@by", with "-" for absent values. This
// form is used in test vectors and messages.
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

// When is the time of an update. It preserves the text that it was parsed from, because times
// of other endpoints are written back unchanged, but compares as an instant, because times in
// different zones cannot be compared as text (SSE 0.93 §2.1.6). The zero When is absent.
type When struct {
	text    string
	instant time.Time
}

// ReadWhen returns a time parsed from text as t. An empty text is an absent time.
func ReadWhen(text string, t time.Time) When {
	if text == "" {
		return When{}
	}
	return When{text: text, instant: t}
}

// At returns a time to be written by this endpoint: whole seconds in UTC, ending in Z.
func At(t time.Time) When {
	t = t.UTC().Truncate(time.Second)
	return When{text: t.Format("2006-01-02T15:04:05Z"), instant: t}
}

// AtRFC822 returns a time to be written by this endpoint in SSE 0.91: whole seconds in GMT, in
// the format of RFC 822 with a four-digit year (SSE 0.91 §1.2).
func AtRFC822(t time.Time) When {
	t = t.UTC().Truncate(time.Second)
	return When{text: t.Format("Mon, 02 Jan 2006 15:04:05 GMT"), instant: t}
}

// Present reports whether there is a time.
func (w When) Present() bool { return w.text != "" }

// Time returns the instant, or the zero time if absent.
func (w When) Time() time.Time { return w.instant }

// String returns the text as read or as to be written, or "" if absent.
func (w When) String() string { return w.text }

// Equal reports whether both are absent or the same instant.
func (w When) Equal(o When) bool {
	return w.Present() == o.Present() && w.instant.Equal(o.instant)
}

// Compare returns a negative number if w is earlier than o, and a positive one if it is later.
// An absent time is earlier than any present one.
func (w When) Compare(o When) int {
	switch {
	case w.Present() && !o.Present():
		return 1
	case !w.Present() && o.Present():
		return -1
	}
	return w.instant.Compare(o.instant)
}
