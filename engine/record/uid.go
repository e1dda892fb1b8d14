package record

import (
	"strings"

	"crossfeed/engine/record/internal/xprop"
)

// uid is the record's own identifier, or "" (RFC 5545 §3.8.4.7, RFC 6350 §6.7.6).
func (t tree) uid() string {
	switch t.kind() {
	case Todo:
		return t.word("uid")
	case Contact:
		if p := xprop.Child(t.record, "uid"); p != nil {
			return strings.TrimSpace(valueOf(p))
		}
	}
	return ""
}
