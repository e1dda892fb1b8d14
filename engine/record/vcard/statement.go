package vcard

import (
	"encoding/base64"
	"errors"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// statement is the meaning of a line, without the details of its notation: encoding, charset
// and type of the value.
type statement struct {
	group, name string
	params      []exchange.Param
	// charset is the charset that the line specifies, or "".
	charset string
	// declared is the type of the value in lower case, or "".
	declared string
	// base64 reports whether the value is still base64.
	base64 bool
	// value is in UTF-8, with the backslashes of vCard 3.0.
	value string
}

// split parses the notation of a line. The statement belongs to the builder and is valid until
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
	b.reportGuess(line.Number, guessed)
	if w.quoted {
		s.value = escapedBreaks(s.value)
	}
	s.value = b.clean(line.Number, s.value)
	return s
}

// writing is the notation of a line.
type writing struct {
	*statement
	// quoted reports whether the value is quoted-printable.
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

// bare parses parameters without a name, as in vCard 2.1 (§2.1.2).
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

// escapedBreaks converts decoded quoted-printable text to the notation of vCard 3.0: line
// breaks become "\n", and the backslash of a literal "\n" is escaped.
func escapedBreaks(value string) string {
	value = strings.ReplaceAll(strings.ReplaceAll(value, `\n`, `\\n`), `\N`, `\\N`)
	return strings.NewReplacer("\r\n", `\n`, "\n", `\n`, "\r", `\n`).Replace(value)
}

// decodeBase64 decodes base64 that may contain white space, with or without padding.
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

// param returns the first value of a parameter, or "".
func (s *statement) param(name string) string {
	return exchange.Property{Params: s.params}.Param(name)
}

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

// errTooLarge means that a picture is larger than exchange.MaxPicture.
var errTooLarge = errors.New("is too large")

// prop returns the statement as a property of an xCard.
func (s *statement) prop(f form, v Version) (prop, error) {
	if f == foreign {
		return s.foreign()
	}
	p := prop{tag: strings.ToLower(s.name)}
	var err error
	if p.values, err = s.values(f, v); err != nil {
		return prop{}, err
	}
	p.params, err = s.parameters()
	return p, err
}

// foreign returns the value of XML: an element of another namespace (RFC 6350 §6.1.5, RFC 6351
// §5.1).
func (s *statement) foreign() (prop, error) {
	doc := etree.NewDocument()
	doc.ReadSettings.PreserveCData = true
	err := doc.ReadFromString(unescapeXML.Replace(s.value))
	root := doc.Root()
	if err != nil || root == nil || root.NamespaceURI() == "" || root.NamespaceURI() == exchange.NamespaceCard {
		return prop{}, exchange.NotAnOwnElement
	}
	return prop{foreign: item.Canonical(root)}, nil
}

var unescapeXML = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";")

// params holds the parameters of a property without duplicates.
type params []param

// parameters returns the parameters of the statement, in the order of the line.
func (s *statement) parameters() (params, error) {
	if len(s.params) == 0 {
		return nil, nil
	}
	all := make(params, 0, len(s.params)+1)
	for _, one := range s.params {
		if !isName(one.Name) {
			return nil, exchange.ParameterName
		}
		for _, v := range one.Values {
			all.read(one.Name, printable(utf8Of(v)))
		}
	}
	return all, nil
}

// read adds one value. CardBook and others separate parameters with commas: PREF=1,TYPE=HOME.
func (all *params) read(name, v string) {
	for isOneOf(name, "TYPE", "PREF") {
		inner, value, found := strings.Cut(v, "=")
		if !found || !isOneOf(inner, "TYPE", "PREF") {
			break
		}
		name, v = inner, value
	}
	switch {
	case strings.EqualFold(name, "TYPE"):
		for t := range strings.SplitSeq(v, ",") {
			all.addType(strings.TrimSpace(t))
		}
	case strings.EqualFold(name, "PREF"):
		all.addPref(v)
	case strings.EqualFold(name, "LABEL"): // RFC 6350 §6.3.1 allows "\n" here
		all.add("label", exchange.TextType, exchange.Unescape(v))
	case strings.EqualFold(name, "LANGUAGE"):
		all.add("language", languageTag, v)
	case strings.EqualFold(name, "GEO"):
		all.add("geo", exchange.URIType, v)
	default:
		all.add(strings.ToLower(name), exchange.TextType, v)
	}
}

func isOneOf(s string, names ...string) bool {
	for _, n := range names {
		if strings.EqualFold(s, n) {
			return true
		}
	}
	return false
}

// addType adds a type in lower case. TYPE=pref is PREF=1 in the notation of vCard 2.1 and 3.0.
// A type with a space is a custom label.
func (all *params) addType(t string) {
	switch {
	case t == "":
	case strings.EqualFold(t, "pref"):
		all.addPref("1")
	case strings.Contains(t, " "):
		all.add("type", exchange.TextType, t)
	default:
		all.add("type", exchange.TextType, strings.ToLower(t))
	}
}

// addPref adds the preference unless there already is one. PREF without a number, which a
// server makes of a bare PREF, is the highest.
func (all *params) addPref(v string) {
	for _, p := range *all {
		if p.name == "pref" {
			return
		}
	}
	if v == "" {
		v = "1"
	}
	kind := exchange.IntegerType
	if n, err := strconv.Atoi(v); err != nil || n < 1 || n > 100 {
		kind = exchange.TextType
	}
	all.add("pref", kind, v)
}

// add adds a value to the parameter with that name.
func (all *params) add(name, kind, v string) {
	for i := range *all {
		if p := &(*all)[i]; p.name == name {
			p.values = append(p.values, value{kind, v})
			return
		}
	}
	*all = append(*all, param{name, []value{{kind, v}}})
}
