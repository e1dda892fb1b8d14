package feed

import (
	"bytes"
	"strings"
)

// shift is how white space changes within an outline that is indented otherwise than it
// was: lines that began with one indentation begin with the other.
type shift struct{ from, to string }

// of is white space as it is written within the outline.
func (s shift) of(space []byte) string {
	at := bytes.LastIndexAny(space, "\r\n") + 1
	if at == 0 || s.from == s.to || !strings.HasPrefix(string(space[at:]), s.from) {
		return string(space)
	}
	return string(space[:at]) + s.to + string(space[at+len(s.from):])
}

// indentation is what stands after the last line break of white space.
func indentation(space string) string {
	return space[strings.LastIndexAny(space, "\r\n")+1:]
}

// breaks tells whether white space has a line break.
func breaks(space string) bool { return strings.ContainsAny(space, "\r\n") }

const blank = " \t\r\n"

// lead is the white space before an offset.
func (o *Outlines) lead(at int64) []byte {
	return o.text[len(bytes.TrimRight(o.text[:at], blank)):at]
}

// leadOf is the white space before an outline, or the body.
func (o *Outlines) leadOf(n int32) []byte { return o.lead(o.tags(n).start.from) }

// step is how much further than its parent the first outline is indented that is. Where
// none is it is what the body is indented, or two spaces.
func (o *Outlines) step() string {
	for n := int32(1); n < int32(len(o.nodes)); n++ {
		outer, inner := indentation(string(o.leadOf(o.nodes[n].parent))), indentation(string(o.leadOf(n)))
		if len(inner) > len(outer) && strings.HasPrefix(inner, outer) {
			return inner[len(outer):]
		}
	}
	if body := indentation(string(o.leadOf(0))); body != "" {
		return body
	}
	return usual.step
}

// leadIn is the white space before what is put last into an outline, or the body: that
// before its first outline, or before its sx:sync, or one step more than before it.
func (w *outlineWriter) leadIn(n int32) []byte {
	t := w.tags(n)
	if first := w.nodes[n].first; first != 0 {
		return w.leadOf(first)
	}
	if lead := w.lead(t.sync.from); t.sync.to > 0 && breaks(string(lead)) {
		return lead
	}
	if own := w.leadOf(n); breaks(string(own)) {
		return append(bytes.Clone(own), w.unit...)
	}
	return nil
}

// oneBreak is white space from its last line break on.
func oneBreak(space string) string {
	at := strings.LastIndexByte(space, '\n')
	if at < 0 {
		at = strings.LastIndexByte(space, '\r')
	} else if at > 0 && space[at-1] == '\r' {
		at--
	}
	return space[max(at, 0):]
}

// layoutAt is that of what is written after white space: all in one line where that has
// no line break.
func (w *outlineWriter) layoutAt(lead string) layout {
	if !breaks(lead) {
		return layout{}
	}
	return layout{oneBreak(lead), w.unit}
}
