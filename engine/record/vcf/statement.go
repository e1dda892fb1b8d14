package vcf

import (
	"encoding/base64"
	"strings"

	"crossfeed/engine/record/exchange"
)

// statement is what a line says, with what only tells how the line is written
// undone: encoding, charset and the type of the value.
type statement struct {
	group, name string
	params      []exchange.Param
	// charset is that of the line, as it names it, or "".
	charset string
	// declared is the type of the value in lower case, or "".
	declared string
	// base64 tells that the value is base64 still.
	base64 bool
	// value is UTF-8, with the backslashes of vCard 3.0.
	value string
}

// split reads how a line is written. The statement is that of the builder, until
// the next line.
func (b *builder) split(line exchange.Line, p exchange.Property) *statement {
	s := &b.statement
	*s = statement{group: p.Group, name: p.Name, params: s.params[:0], value: p.Value}
	w := writing{statement: s}
	for _, one := range p.Params {
		w.param(one)
	}
	if w.quoted {
		s.value = exchange.QuotedPrintable(s.value)
	}
	var guessed bool
	s.value, guessed = exchange.UTF8(s.value, w.charset)
	b.tellGuess(line.Number, guessed)
	if w.quoted {
		s.value = escapedBreaks(s.value)
	}
	s.value = b.clean(line.Number, s.value)
	return s
}

// writing is how a line is written.
type writing struct {
	*statement
	// quoted tells that the value is quoted-printable.
	quoted bool
}

func (w *writing) param(one exchange.Param) {
	switch {
	case one.Name == "":
		w.bare(one)
	case strings.EqualFold(one.Name, "ENCODING"):
		w.encoding(one.Values[0])
	case strings.EqualFold(one.Name, "CHARSET"):
		w.charset = one.Values[0]
	case strings.EqualFold(one.Name, "VALUE"):
		w.declared = strings.ToLower(one.Values[0])
	default:
		w.params = append(w.params, one)
	}
}

// bare reads parameters that have no name, as vCard 2.1 has them (§2.1.2).
func (w *writing) bare(one exchange.Param) {
	for _, v := range one.Values {
		switch strings.ToUpper(v) {
		case "QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT":
			w.encoding(v)
		case "URL", "CID", "CONTENT-ID":
			w.declared = "uri"
		case "INLINE", "":
		default:
			w.params = append(w.params, exchange.Param{Name: "TYPE", Values: []string{v}})
		}
	}
}

func (w *writing) encoding(v string) {
	switch strings.ToUpper(v) {
	case "QUOTED-PRINTABLE", "Q":
		w.quoted = true
	case "BASE64", "B":
		w.base64 = true
	}
}

// escapedBreaks writes what was quoted-printable as vCard 3.0 has it: line ends
// become "\n", and a "\n" that stood there was no line end.
func escapedBreaks(value string) string {
	value = strings.ReplaceAll(strings.ReplaceAll(value, `\n`, `\\n`), `\N`, `\\N`)
	return strings.NewReplacer("\r\n", `\n`, "\n", `\n`, "\r", `\n`).Replace(value)
}

// decodeBase64 reads base64 with white space in it and with or without padding.
func decodeBase64(s string) ([]byte, error) {
	s = strings.TrimRight(strings.Map(notSpace, s), "=")
	return base64.RawStdEncoding.DecodeString(s)
}

func notSpace(r rune) rune {
	if r == ' ' || r == '\t' || r == '\n' || r == '\r' {
		return -1
	}
	return r
}

// param is the first value of a parameter, or "".
func (s *statement) param(name string) string {
	return exchange.Property{Params: s.params}.Param(name)
}

// line is the statement as a line of its own.
func (s *statement) line() string {
	p := exchange.Property{Group: s.group, Name: s.name, Params: s.params, Value: s.value}
	if s.declared != "" {
		p.Params = append(p.Params, exchange.Param{Name: "VALUE", Values: []string{s.declared}})
	}
	if s.base64 {
		p.Params = append(p.Params, exchange.Param{Name: "ENCODING", Values: []string{"b"}})
	}
	return p.String()
}
