package xmlstream

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
)

// markup reads a token that begins with "<".
func (s *Scanner) markup() error {
	if err := s.in.need(2); err != nil {
		return err
	}
	switch s.in.visible()[1] {
	case '/':
		return s.endTag()
	case '?':
		return s.procInst()
	case '!':
		return s.declarationOrComment()
	}
	return s.startTag()
}

// declarationOrComment reads markup that begins with "<!".
func (s *Scanner) declarationOrComment() error {
	const comment, cdata, doctype = "<!--", "<![CDATA[", "<!DOCTYPE"
	if s.webPage() {
		return malformed(s.tok.From, "this is a web page and no feed; find the address of the feed itself")
	}
	for n := 3; ; n++ {
		if err := s.in.need(n); err != nil {
			return err
		}
		b := s.in.visible()[:n]
		switch {
		case string(b) == comment:
			return s.comment()
		case string(b) == cdata:
			return s.cdata()
		case string(b) == doctype:
			return malformed(s.tok.From, "a document type declaration is not accepted in a feed; remove it")
		case !startsWith(b, comment) && !startsWith(b, cdata) && !startsWith(b, doctype):
			return malformed(s.tok.From, "%q begins no markup that XML knows", b)
		}
	}
}

// webPage reports whether the markup is the beginning of a web page.
func (s *Scanner) webPage() bool {
	const html = "<!DOCTYPE html"
	return !s.rooted && s.in.need(len(html)) == nil && bytes.EqualFold(s.in.visible()[:len(html)], []byte(html))
}

// delimited reads up to the closing delimiter, and stores the content in between.
func (s *Scanner) delimited(kind Kind, opening, closing string) error {
	s.tok.Kind = kind
	n, err := s.in.through(len(opening), closing)
	if err != nil {
		return err
	}
	s.tok.Raw = s.in.take(n)
	s.tok.value = s.tok.Raw[len(opening) : n-len(closing)]
	return nil
}

func (s *Scanner) comment() error {
	if err := s.delimited(Comment, "<!--", "-->"); err != nil {
		return err
	}
	if bytes.Contains(s.tok.value, []byte("--")) || bytes.HasSuffix(s.tok.value, []byte("-")) {
		return malformed(s.tok.From, `"--" may not stand within a comment`)
	}
	return nil
}

func (s *Scanner) cdata() error {
	if err := s.delimited(CData, "<![CDATA[", "]]>"); err != nil {
		return err
	}
	return s.inRoot(s.tok.value)
}

func (s *Scanner) procInst() error {
	if err := s.delimited(ProcInst, "<?", "?>"); err != nil {
		return err
	}
	n := ncName(s.tok.value)
	rest := s.tok.value[n:]
	if n == 0 || len(rest) > 0 && !isSpace(rest[0]) {
		return malformed(s.tok.From, "a processing instruction has to begin with a name")
	}
	s.tok.Name.Local = s.intern(s.tok.value[:n])
	s.tok.value = skipSpace(rest)
	if bytes.EqualFold(s.tok.Raw[2:2+n], []byte("xml")) {
		return s.declared()
	}
	return nil
}

// declared checks an XML declaration (XML 1.0 §2.8).
func (s *Scanner) declared() error {
	if s.tok.From > 0 && !(s.marked && s.tok.From == int64(len(bom))) {
		return malformed(s.tok.From, "the XML declaration has to be the very first thing in the document")
	}
	if !xmlDeclaration.Match(s.tok.Raw) {
		return malformed(s.tok.From, "the XML declaration %s is not written as XML 1.0 asks", s.tok.Raw)
	}
	return nil
}

var xmlDeclaration = regexp.MustCompile(`^<\?xml\s+version\s*=\s*("1\.[0-9]+"|'1\.[0-9]+')` +
	`(\s+encoding\s*=\s*("[A-Za-z][-A-Za-z0-9._]*"|'[A-Za-z][-A-Za-z0-9._]*'))?` +
	`(\s+standalone\s*=\s*("(yes|no)"|'(yes|no)'))?\s*\?>$`)

// text reads up to the next markup, or to the end of the document.
func (s *Scanner) text() error {
	s.tok.Kind = Text
	n, err := s.in.through(0, "<")
	switch {
	case err == nil:
		n--
	case err == io.EOF:
		n = len(s.in.visible())
	default:
		return err
	}
	s.tok.Raw = s.in.take(n)
	s.tok.value = s.tok.Raw
	if s.tok.From == 0 && len(s.open) == 0 {
		s.tok.value, s.marked = bytes.CutPrefix(s.tok.value, []byte(bom))
	}
	if i := bytes.Index(s.tok.value, []byte("]]>")); i >= 0 {
		return malformed(s.tok.From+int64(i), `"]]>" may not stand in text; write "]]&gt;"`)
	}
	if err := s.inRoot(s.tok.value); err != nil {
		return err
	}
	return s.expand()
}

// inRoot refuses text before or after the root.
func (s *Scanner) inRoot(text []byte) error {
	if len(s.open) > 0 || s.tok.Kind == Text && s.tok.Blank() {
		return nil
	}
	where := "before"
	if s.rooted {
		where = "after"
	}
	return malformed(s.tok.From, "there is text %s the root element: %s", where, quoted(text))
}

// quoted returns the beginning of a text, for a message.
func quoted(text []byte) string {
	const most = 20
	runes := []rune(string(text[:min(len(text), 4*most)]))
	if len(runes) > most {
		return fmt.Sprintf("%q…", string(runes[:most]))
	}
	return fmt.Sprintf("%q", string(runes))
}
