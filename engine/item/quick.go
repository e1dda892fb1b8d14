package item

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/beevik/etree"
)

// quickParse parses the XML of most contents: one element that contains elements, attributes
// and text, but no CDATA, comments, character references, non-ASCII names or other special
// cases. It takes a fifth of the time of encoding/xml; a test compares the two. For any other
// text, including malformed XML, it reports false.
func quickParse(xml string) (root *etree.Element, ok bool) {
	q := quick{rest: xml}
	if !plainXML(xml) || !q.take("<") {
		return nil, false
	}
	doc := etree.NewDocument()
	return q.element(&doc.Element, 0), !q.failed && q.rest == ""
}

// plainXML reports whether a text contains only characters that need no special treatment.
func plainXML(xml string) bool {
	for i := 0; i < len(xml); i++ {
		switch c := xml[i]; {
		case c < ' ' && c != '\n' && c != '\t':
			return false
		case c >= utf8.RuneSelf:
			return validRest(xml[i:])
		}
	}
	return true
}

func validRest(xml string) bool {
	for i := range len(xml) {
		if c := xml[i]; c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return utf8.ValidString(xml) && !strings.Contains(xml, "\uFFFE") && !strings.Contains(xml, "\uFFFF")
}

// quick is a text parsed from its start. After a failure, it remains failed.
type quick struct {
	rest   string
	failed bool
}

// quickDepth is the maximum nesting depth of elements.
const quickDepth = 60

// element parses an element, whose "<" is already consumed, into its parent.
func (q *quick) element(parent *etree.Element, depth int) *etree.Element {
	name := q.name()
	e := parent.CreateElement(name)
	q.attributes(e)
	q.failed = q.failed || depth > quickDepth
	if q.failed || q.take("/>") || !q.must(">") {
		return e
	}
	for !q.failed {
		q.text(e)
		if q.take("</") {
			q.must(name)
			q.must(">")
			break
		}
		if q.must("<") {
			q.element(e, depth+1)
		}
		if len(e.Child) == manyChildren {
			e.Child = slices.Grow(e.Child, q.childrenUpTo(name))
		}
	}
	return e
}

// manyChildren is the number of children from which an element reserves space for all of them:
// otherwise append would allocate five times as much.
const manyChildren = 256

// childrenUpTo estimates the number of children before the end of an element. It is correct
// for children that contain only text.
func (q *quick) childrenUpTo(name string) int {
	rest, _, _ := strings.Cut(q.rest, "</"+name+">")
	return strings.Count(rest, "</")
}

// attributes parses attributes, which must be unique and preceded by a single space.
func (q *quick) attributes(e *etree.Element) {
	for !q.failed && q.take(" ") {
		name := q.name()
		if !q.must(`="`) {
			return
		}
		value, rest, closed := strings.Cut(q.rest, `"`)
		if !closed || strings.ContainsAny(value, "<\n\t") || e.SelectAttr(name) != nil {
			q.failed = true
			return
		}
		q.rest = rest
		e.CreateAttr(name, q.unescape(value))
	}
}

// text parses the text before the next tag.
func (q *quick) text(e *etree.Element) {
	at := strings.IndexByte(q.rest, '<')
	if at < 0 || strings.Contains(q.rest[:at], "]]>") {
		q.failed = true
		return
	}
	if at > 0 {
		e.CreateText(q.unescape(q.rest[:at]))
		q.rest = q.rest[at:]
	}
}

// entities replaces the predefined entities of XML.
var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&")

// unescape replaces the predefined entities of XML.
func (q *quick) unescape(s string) string {
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	known := 0
	for _, entity := range []string{"&lt;", "&gt;", "&quot;", "&apos;", "&amp;"} {
		known += strings.Count(s, entity)
	}
	q.failed = q.failed || known != strings.Count(s, "&")
	return entities.Replace(s)
}

// name parses an ASCII name with or without a prefix.
func (q *quick) name() string {
	n, colons := 0, 0
	for n < len(q.rest) && isNameByte(q.rest[n]) {
		if q.rest[n] == ':' {
			colons++
		}
		n++
	}
	name := q.rest[:n]
	q.rest = q.rest[n:]
	local := name[strings.IndexByte(name, ':')+1:]
	if colons > 1 || !startsName(name) || !startsName(local) {
		q.failed = true
	}
	return name
}

func startsName(s string) bool {
	return s != "" && (s[0] == '_' || 'a' <= s[0]|' ' && s[0]|' ' <= 'z')
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.' || c == ':'
}

// take consumes text if the rest begins with it.
func (q *quick) take(text string) bool {
	rest, found := strings.CutPrefix(q.rest, text)
	if found {
		q.rest = rest
	}
	return found
}

// must is take for required text.
func (q *quick) must(text string) bool {
	q.failed = q.failed || !q.take(text)
	return !q.failed
}
