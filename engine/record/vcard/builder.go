package vcard

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// builder builds the content of one card, line by line.
type builder struct {
	version Version
	vcard   xcard
	// preserved holds the lines that the xCard cannot represent.
	preserved []string
	problems  []exchange.Problem
	// guessed and replaced report whether the card's encoding was guessed and whether
	// characters were replaced: one remark for each is enough.
	guessed, replaced bool
	uid               string
	// statement is the current one.
	statement statement
}

// add adds a line to the xCard or to the kept lines.
func (b *builder) add(line exchange.Line) {
	p, err := exchange.ParseProperty(line.Text)
	switch {
	case err != nil:
		b.remark(line.Number, exchange.Problem{Kind: exchange.NoProperty, Value: shortened(line.Text), Reason: exchange.Because(err)})
		b.preserve(line)
	case !isName(p.Name), !isName("g" + p.Group):
		b.remark(line.Number, exchange.Problem{Kind: exchange.NotAName, Value: shortened(strings.TrimPrefix(p.Group+"."+p.Name, "."))})
		b.preserve(line)
	case p.Is(wrapped) && line.Left == 0:
		b.unwrap(line, p)
	case line.Left > 0 && isBinary(p):
		b.tooLarge(line, p, len(p.Value)+line.Left)
	case line.Left > 0:
		b.remark(line.Number, exchange.Problem{Kind: exchange.PropertyTooLong, Name: p.Name, Limit: exchange.MaxLine >> 10})
	default:
		b.property(line, p)
	}
}

// unwrap adds the line that Write hid. If it begins or ends a card or hides another line, it
// is only kept.
func (b *builder) unwrap(line exchange.Line, p exchange.Property) {
	line.Text = oneLine.Replace(exchange.Unescape(p.Value))
	if inner, err := exchange.ParseProperty(line.Text); err == nil && (frames(inner) || inner.Is(wrapped)) {
		b.preserve(line)
		return
	}
	b.add(line)
}

// property adds a well-formed line.
func (b *builder) property(line exchange.Line, p exchange.Property) {
	f := formOf(p)
	s := b.split(line, p)
	if f == dropped || strings.TrimSpace(s.value) == "" {
		return
	}
	made, err := s.prop(f, b.version)
	switch {
	case err == errTooLarge:
		b.tooLarge(line, p, len(s.value))
	case err != nil:
		b.remark(line.Number, exchange.Problem{Kind: exchange.ValueKept, Name: strings.ToUpper(p.Name), Value: shortened(s.value), Reason: exchange.Because(err)})
		b.preserved = append(b.preserved, b.clean(line.Number, s.line()))
	case !made.isEmpty():
		made.group = b.vcard.in(p.Group)
		b.vcard.props = append(b.vcard.props, made)
		if made.tag == "uid" && b.uid == "" {
			b.uid = made.values[0].text
		}
	}
}

func (b *builder) tooLarge(line exchange.Line, p exchange.Property, size int) {
	b.remark(line.Number, exchange.Problem{
		Kind: exchange.PictureTooLarge, Name: strings.ToUpper(p.Name), N: size / 4 * 3 >> 10, Limit: exchange.MaxPicture >> 10,
	})
}

// preserve preserves a line alongside the xCard.
func (b *builder) preserve(line exchange.Line) {
	decoded, guessed := exchange.UTF8(line.Text, "")
	b.reportGuess(line.Number, guessed)
	b.preserved = append(b.preserved, b.clean(line.Number, decoded))
}

// clean replaces characters that are invalid in XML and adds a remark.
func (b *builder) clean(number int, s string) string {
	clean := printable(s)
	if clean != s && !b.replaced {
		b.replaced = true
		b.remark(number, exchange.Problem{Kind: exchange.ControlCharacters})
	}
	return clean
}

func (b *builder) reportGuess(number int, guessed bool) {
	if guessed && !b.guessed {
		b.guessed = true
		b.remark(number, exchange.Problem{Kind: exchange.OtherEncoding})
	}
}

func (b *builder) remark(number int, p exchange.Problem) {
	p.Line = number
	b.problems = append(b.problems, p)
}

func (b *builder) isEmpty() bool { return len(b.vcard.props) == 0 && len(b.preserved) == 0 }

// entry returns the content with the mirrors for plain readers.
func (b *builder) entry(from int) exchange.Entry {
	b.vcard.gather()
	title := b.vcard.ensureName()
	b.vcard.dropDerivedName(title)
	return exchange.Entry{
		UID:      b.uid,
		Content:  item.OfParts(title, b.vcard.notes(), b.vcard.String()+file(b.preserved)),
		Problems: b.problems,
		Line:     from,
	}
}

// file returns the element with the kept lines.
func file(kept []string) string {
	root := etree.NewElement("entry")
	exchange.PreserveLines(root, kept)
	all := ""
	for _, e := range root.ChildElements() {
		all += item.Canonical(e)
	}
	return all
}

// isName reports whether a property's name is valid for an element (XML 1.0 §2.3). The
// specification allows letters, digits and hyphens.
func isName(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '_'):
		default:
			return false
		}
	}
	return s != ""
}

func utf8Of(s string) string {
	s, _ = exchange.UTF8(s, "")
	return s
}

func formOf(p exchange.Property) form { return forms[strings.ToUpper(p.Name)] }

// isBinary reports whether a line contains a picture, a sound or a key.
func isBinary(p exchange.Property) bool {
	return formOf(p).isBinary() || isOneOf(p.Param("ENCODING"), "B", "BASE64")
}
