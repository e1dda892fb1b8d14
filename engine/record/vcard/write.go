package vcard

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"crossfeed/engine/record/exchange"
)

// Write writes cards in version V3 or V4. It writes every property of a contact, even those of
// the other version: programs ignore unknown properties. A content without an xCard becomes a
// card with its title and text. Errors come from w, or mean that the version is not supported.
func Write(w io.Writer, v Version, all []exchange.Out) error {
	if v != V3 && v != V4 {
		return fmt.Errorf("cards are written as vCard %s or %s, not %q", V3, V4, v)
	}
	out := writer{LineWriter: exchange.NewLineWriter(w), version: v}
	for _, one := range all {
		out.card(one)
	}
	if err := out.Err(); err != nil {
		return fmt.Errorf("writing cards: %w", err)
	}
	return nil
}

type writer struct {
	*exchange.LineWriter
	version Version
}

func (w writer) card(o exchange.Out) {
	root := o.Content.Element()
	x, kept := cardOf(root), exchange.PreservedLines(root)
	w.Line("BEGIN:VCARD")
	w.Line("VERSION:" + string(w.version))
	w.required(o, &x)
	for _, p := range x.props {
		w.prop(x.groupOf(p), p)
	}
	w.preserved(kept, &x)
	w.added(o, &x, kept)
	w.Line("END:VCARD")
}

// wrapped is the property that hides a line that other programs could not process: a malformed
// one, one that begins or ends a card, or one with a property that the card already has and
// that must not be repeated.
const wrapped = "X-CROSSFEED-LINE"

// preserved writes the lines preserved alongside the xCard.
func (w writer) preserved(all []string, x *xcard) {
	for _, line := range all {
		if isProperty(line) && !x.repeatsSingle(line) {
			w.Line(line)
		} else if line != "" {
			w.Property(exchange.Property{Name: wrapped, Value: exchange.Escape(line)})
		}
	}
}

// repeatsSingle reports whether a line repeats a property that is allowed only once and that the
// xCard has by now: other programs could use the line instead.
func (x *xcard) repeatsSingle(line string) bool {
	p, err := exchange.ParseProperty(line)
	return err == nil && isSingle(strings.ToUpper(p.Name)) && x.has(strings.ToLower(p.Name))
}

// isProperty reports whether a line is safe in a card as it is.
func isProperty(line string) bool {
	p, err := exchange.ParseProperty(line)
	if err != nil || !isName(p.Name) || !isName("g"+p.Group) || frames(p) || p.Is(wrapped) {
		return false
	}
	for _, one := range p.Params {
		if !isName(one.Name) || isOneOf(one.Values[0], "QUOTED-PRINTABLE", "Q") {
			return false
		}
	}
	return strings.TrimSpace(line) == line
}

// frames reports whether a property begins or ends a component.
func frames(p exchange.Property) bool { return p.Is("BEGIN") || p.Is("END") }

// required writes the required properties: FN and, in 3.0, N (RFC 2426 §3.1).
func (w writer) required(o exchange.Out, x *xcard) {
	fn := x.first("fn")
	if !x.has("fn") {
		if fn = o.Content.Title(); fn == "" {
			fn = x.madeName()
		}
		w.Property(exchange.Property{Name: "FN", Value: exchange.Escape(fn)})
	}
	if w.version == V3 && !x.has("n") {
		w.Property(exchange.Property{
			Name:   "N",
			Params: []exchange.Param{{Name: strings.ToUpper(derived), Values: []string{"true"}}},
			Value:  exchange.Escape(fn) + ";;;;",
		})
	}
}

// added writes properties of the item that its record lacks: the identifier and the time of
// the last change.
func (w writer) added(o exchange.Out, x *xcard, kept []string) {
	if o.UID != "" && !x.has("uid") && !hasProperty(kept, "uid") {
		w.prop("", prop{tag: "uid", values: []value{{usual(reference, o.UID), o.UID}}})
	}
	if !o.Changed.IsZero() && !x.has("rev") && !hasProperty(kept, "rev") {
		w.prop("", prop{tag: "rev", values: []value{{timestamp, o.Changed.UTC().Format("20060102T150405Z")}}})
	}
}

// hasProperty reports whether one of the lines has that property.
func hasProperty(kept []string, name string) bool {
	for _, line := range kept {
		if p, err := exchange.ParseProperty(line); err == nil && p.Is(name) {
			return true
		}
	}
	return false
}

// prop writes a property, or an element of another namespace.
func (w writer) prop(group string, p prop) {
	out := exchange.Property{Group: group, Name: strings.ToUpper(p.tag), Params: w.params(p.params)}
	if p.foreign != "" {
		out.Name, out.Value = "XML", exchange.Escape(p.foreign)
		w.Property(out)
		return
	}
	f := forms[out.Name]
	for _, values := range inLines(f, p.values) {
		w.Property(w.valued(out, f, values))
	}
}

// params returns the parameters of a property in their order.
func (w writer) params(all []param) []exchange.Param {
	var out []exchange.Param
	for _, one := range all {
		p := exchange.Param{Name: strings.ToUpper(one.name)}
		for _, v := range one.values {
			p.Values = append(p.Values, v.text)
		}
		if isName(p.Name) && len(p.Values) > 0 {
			out = append(out, w.preference(p))
		}
	}
	return out
}

// preference writes the highest preference as a type in vCard 3.0 (RFC 2426 §3.3.1). 3.0 has
// no equivalent of the others, which are written unchanged.
func (w writer) preference(p exchange.Param) exchange.Param {
	if w.version == V3 && p.Name == "PREF" && len(p.Values) == 1 && p.Values[0] == "1" {
		return exchange.Param{Name: "TYPE", Values: []string{"pref"}}
	}
	return p
}

// inLines divides the values of a property among lines. Only a feed can have several values
// for a property that is not a list, because RFC 6351 (appendix A) allows them; each gets its
// own line.
func inLines(f form, values []value) [][]value {
	switch {
	case len(values) == 0:
		return nil
	case f == list, f == parts, f == name, f == address, f == gender, f == pidMap:
		return [][]value{values}
	}
	return slices.Collect(slices.Chunk(values, 1))
}

// valued formats the values of a property according to its form.
func (w writer) valued(p exchange.Property, f form, values []value) exchange.Property {
	p.Params = slices.Clone(p.Params) // other lines share the parameters
	switch {
	case f == list:
		p.Value = joined(values, ",")
	case f == parts:
		p.Value = joined(values, ";")
	case f == name, f == address, f == gender:
		p.Value = structure(f, values)
	case f == pidMap:
		p.Value = strings.Join(texts(values), ";")
	case f.isBinary() && values[0].tag == exchange.URIType:
		return w.media(p, f, values[0].text)
	default:
		return w.single(p, f, values[0])
	}
	return p
}

func texts(values []value) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = oneLine.Replace(v.text)
	}
	return all
}

func joined(values []value, separator string) string {
	var all []string
	for _, v := range values {
		all = append(all, exchange.Escape(v.text))
	}
	return strings.Join(all, separator)
}

// structure joins the components of a value in their order; components with the same name form
// a list.
func structure(f form, values []value) string {
	var b strings.Builder
	for i, part := range components[f] {
		all := named(values, part)
		if i > 0 && (len(all) > 0 || f != gender) {
			b.WriteByte(';')
		}
		b.WriteString(joined(all, ","))
	}
	for _, v := range values {
		if !slices.Contains(components[f], v.tag) {
			b.WriteByte(';')
			b.WriteString(exchange.Escape(v.text))
		}
	}
	return b.String()
}

func named(values []value, tag string) []value {
	var found []value
	for _, v := range values {
		if v.tag == tag {
			found = append(found, v)
		}
	}
	return found
}

// single formats a property with one value, and declares its type if it is not the default.
func (w writer) single(p exchange.Property, f form, v value) exchange.Property {
	p.Value = oneLine.Replace(v.text)
	if v.tag == exchange.TextType {
		p.Value = exchange.Escape(v.text)
	}
	p = w.asInVersion3(p, f, v.tag)
	if w.declares(f, v.tag, p.Value) {
		p.Params = append(p.Params, exchange.Param{Name: "VALUE", Values: []string{v.tag}})
	}
	return p
}

var oneLine = strings.NewReplacer("\r\n", `\n`, "\n", `\n`, "\r", `\n`)

// declares reports whether the type of a value must be declared.
func (w writer) declares(f form, kind, v string) bool {
	switch f {
	case day: // RFC 2426 §3.1.5: the default is a date
		return kind == exchange.TextType || kind == exchange.DateTimeType && w.version == V3
	case instant:
		return false
	case zone: // RFC 6350 §6.5.1: the default is text
		return kind != usual(f, v) || kind == utcOffset && w.version == V4
	case reference: // RFC 6350 §6.6.6, §6.7.6: the default is a URI
		return kind != usual(f, v) || kind == exchange.TextType && w.version == V4
	}
	return kind != usual(f, v)
}

// asInVersion3 converts dates, offsets and locations to the formats of vCard 3.0.
func (w writer) asInVersion3(p exchange.Property, f form, kind string) exchange.Property {
	if w.version != V3 {
		return p
	}
	switch {
	case (f == day || f == instant) && kind != exchange.TextType:
		p.Value = extended(withOmitted(exchange.Property{Params: p.Params}.Param(omitYear), p.Value))
	case kind == utcOffset:
		p.Value = colons(p.Value)
	case f == place:
		if numbers, ok := geoNumbers(p.Value); ok {
			p.Value = numbers
		}
	}
	return p
}

// withOmitted reverses withoutOmitted.
func withOmitted(year, basic string) string {
	if rest, found := strings.CutPrefix(basic, "--"); found && len(year) == 4 && strings.HasPrefix(shape(rest), "dddd") {
		return year + rest
	}
	return basic
}

// media formats a picture, a sound or a key: in vCard 3.0 as base64 with its format as the
// type, in 4.0 as a URI.
func (w writer) media(p exchange.Property, f form, uri string) exchange.Property {
	p.Value = uri
	if w.version != V3 {
		return p
	}
	format, data, ok := inline(f, uri)
	if !ok || format == "" && slices.ContainsFunc(p.Params, namesFormat) {
		if !isData(uri) {
			p.Params = withFormat(f, p.Params)
		}
		p.Params = append(p.Params, exchange.Param{Name: "VALUE", Values: []string{exchange.URIType}})
		return p
	}
	p.Value = data
	how := []exchange.Param{{Name: "ENCODING", Values: []string{"b"}}}
	if format != "" { // before all other types: readers take the first as the format
		how = append(how, exchange.Param{Name: "TYPE", Values: []string{format}})
	}
	p.Params = append(how, p.Params...)
	return p
}

// withFormat specifies the media type as in vCard 3.0, if possible.
func withFormat(f form, params []exchange.Param) []exchange.Param {
	for i, p := range params {
		if namesFormat(p) {
			return params // a reader would take this one as the format
		}
		if p.Name != "MEDIATYPE" {
			continue
		}
		format := strings.ToUpper(strings.TrimPrefix(p.Values[0], families[f]))
		if mediaType(f, format) == p.Values[0] && !slices.Contains(places, format) {
			params[i] = exchange.Param{Name: "TYPE", Values: []string{format}}
		}
	}
	return params
}
