package vcf

import (
	"errors"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
)

// errTooLarge says that a picture is larger than exchange.MaxPicture.
var errTooLarge = errors.New("is too large")

// prop is the statement as a property of an xCard.
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

// foreign is the value of XML: an element of another namespace (RFC 6350 §6.1.5,
// RFC 6351 §5.1).
func (s *statement) foreign() (prop, error) {
	doc := etree.NewDocument()
	doc.ReadSettings.PreserveCData = true
	err := doc.ReadFromString(unescapeXML.Replace(s.value))
	root := doc.Root()
	if err != nil || root == nil || root.NamespaceURI() == "" || root.NamespaceURI() == xprop.NamespaceCard {
		return prop{}, errors.New("is no XML element with a namespace of its own")
	}
	return prop{foreign: item.Canonical(root)}, nil
}

var unescapeXML = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";")
