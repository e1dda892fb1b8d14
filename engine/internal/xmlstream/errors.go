package xmlstream

import "fmt"

// SyntaxError says why and where a document cannot be read: it is not
// well-formed, in another encoding than it says, or beyond the limits.
type SyntaxError struct {
	File         string
	Line, Column int
	// Rule names what is broken, as in "not-well-formed".
	Rule string
	Text string
}

// Error is the place, in the form that editors jump to, and the reason.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

// The rules that a SyntaxError names.
const (
	RuleWellFormed = "not-well-formed"
	RuleEncoding   = "wrong-encoding"
	RuleLimit      = "too-large"
)

// fault is a reason at an offset, before anybody asked for line and column.
type fault struct {
	at   int64
	rule string
	text string
}

func (f *fault) Error() string { return f.text }

func malformed(at int64, format string, args ...any) error {
	return &fault{at: at, rule: RuleWellFormed, text: fmt.Sprintf(format, args...)}
}
