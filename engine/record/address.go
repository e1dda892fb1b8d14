package record

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

// Address is a postal address: the seven components of ADR (RFC 6350 §6.3.1). Street may have
// several lines.
type Address struct {
	PostBox, Extended, Street, City, Region, Code, Country string
}

// addressParts lists the elements of ADR in their order (RFC 6351, appendix A).
var addressParts = []string{"pobox", "ext", "street", "locality", "region", "code", "country"}

// betweenParts separates the values of a component that has several.
const betweenParts = ", "

func (a *Address) parts() []*string {
	return []*string{&a.PostBox, &a.Extended, &a.Street, &a.City, &a.Region, &a.Code, &a.Country}
}

// ParseAddress parses the components separated by ";"; trailing ones may be missing. Text
// without any ";" is a street. The error is a *ValueError.
func ParseAddress(text string) (Address, error) {
	var a Address
	all := splitUnescaped(text, ';')
	if len(all) == 1 {
		all = []string{"", "", all[0]}
	}
	parts := a.parts()
	if len(all) > len(parts) {
		return a, wrong(text, NotAPostalAddress)
	}
	for i, part := range all {
		*parts[i] = exchange.Plain(part)
	}
	if a == (Address{}) {
		return a, wrong(text, NotAPostalAddress)
	}
	return a, nil
}

// String returns the text form: all seven components separated by ";".
func (a Address) String() string {
	all := make([]string, len(addressParts))
	for i, part := range a.parts() {
		all[i] = escape(*part, ";")
	}
	return strings.Join(all, ";")
}

func canonicalAddresses(text string) (string, error) {
	return canonicalEach(text, func(value string) (string, error) {
		a, err := ParseAddress(value)
		return a.String(), err
	})
}

// canonicalEach replaces the value of each entry with the result of read.
func canonicalEach(text string, read func(value string) (string, error)) (canonical string, err error) {
	canonical = formatEntries(func(yield func(Entry) bool) {
		for e, wrong := range eachEntry(text) {
			if err = wrong; err == nil {
				e.Value, err = read(e.Value)
			}
			if err != nil || !yield(e) {
				return
			}
		}
	}, len(text))
	if err != nil {
		return "", err
	}
	return canonical, nil
}

// addressOf returns the text form of an ADR property, or "" if all its components are empty.
func addressOf(p *etree.Element) string {
	var a Address
	for i, part := range a.parts() {
		*part = exchange.Plain(partOf(p, addressParts[i], betweenParts))
	}
	if a == (Address{}) {
		return ""
	}
	return a.String()
}

// putAddress changes the components that differ. It removes an envelope label (RFC 6350 §5),
// which would still show the old address.
func putAddress(p *etree.Element, value string) {
	a, err := ParseAddress(value)
	if err != nil {
		return // the value is canonical
	}
	exchange.SetParameter(p, "label", exchange.TextType)
	for i, part := range a.parts() {
		ensurePart(p, addressParts, addressParts[i])
		if exchange.Plain(partOf(p, addressParts[i], betweenParts)) != *part {
			putPart(p, addressParts[i], *part)
		}
	}
}
