package vcard

import (
	"fmt"
	"io"
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
