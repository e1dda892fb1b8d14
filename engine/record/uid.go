package record

import (
	"strings"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
)

// uid is what the record is known by, or "": its UID (RFC 5545 §3.8.4.7,
// RFC 6350 §6.7.6), and what exchange.Identity adds to it.
func (t tree) uid() string {
	switch t.kind() {
	case Todo:
		return exchange.Identity(t.word("uid"), t.word("recurrence-id"))
	case Contact:
		if p := xprop.Child(t.record, "uid"); p != nil {
			return strings.TrimSpace(valueOf(p))
		}
	}
	return ""
}
