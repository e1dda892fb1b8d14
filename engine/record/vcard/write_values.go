package vcard

import (
	"slices"
	"strings"

	"crossfeed/engine/record/exchange"
)

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
