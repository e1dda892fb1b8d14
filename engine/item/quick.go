package item

import (
	"strings"
	"unicode/utf8"

	"github.com/beevik/etree"
)

// quickParse reads what most contents are made of: one element in which there are
// elements, attributes and text, and none of what takes rules to understand, such
// as CDATA, comments, characters by number and names that are not ASCII. It takes
// a fifth of the time that encoding/xml takes; a test holds it against that. Of
// any other text, and of one that is no XML, it says nothing.
func quickParse(xml string) (root *etree.Element, ok bool) {
	q := quick{rest: xml}
	if !plainXML(xml) || !q.take("<") {
		return nil, false
	}
	doc := etree.NewDocument()
	return q.element(&doc.Element, 0), !q.failed && q.rest == ""
}

// plainXML tells whether a text holds only characters that mean themselves.
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

// quick is a text that is read from its start. What fails once stays so.
type quick struct {
	rest   string
	failed bool
}

// quickDepth is how deep elements may stand in each other here.
const quickDepth = 60

// element reads one whose "<" was read, into its parent.
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
	}
	return e
}

// attributes reads those of an element, each once and after one space.
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

// text reads what stands before the next tag.
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

// entities are those that every XML document knows.
var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&")

// unescape replaces the entities that every XML document knows.
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

// name reads a name in ASCII, with a prefix or without.
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

// take passes over a text where the rest begins with it.
func (q *quick) take(text string) bool {
	rest, found := strings.CutPrefix(q.rest, text)
	if found {
		q.rest = rest
	}
	return found
}

// must is take of what has to be there.
func (q *quick) must(text string) bool {
	q.failed = q.failed || !q.take(text)
	return !q.failed
}
