package vcf

import (
	"slices"

	"github.com/emersion/go-vcard"
)

// form is how the value of a property is built.
type form int

const (
	unknown   form = iota // of no known type: kept as it is written
	text                  // one text
	list                  // texts separated by commas
	parts                 // texts separated by semicolons: ORG
	name                  // N
	address               // ADR
	gender                // GENDER
	pidMap                // CLIENTPIDMAP
	uri                   // a URI
	reference             // a URI, or a text that looks like none
	phone                 // a text, or a URI where VALUE says so
	day                   // a date, a time or both, as precise as it is known
	instant               // a time stamp
	language              // a language tag
	zone                  // an offset from UTC, a text, or a URI
	place                 // GEO: a geo URI, in 3.0 two numbers
	picture               // a URI, or base64
	sound                 // as picture
	key                   // as picture
	foreign               // an XML element
	dropped               // VERSION says nothing in an xCard (RFC 6351 §5)
)

// isBinary tells whether a value may be something else than text, of any size.
func (f form) isBinary() bool { return f >= picture && f <= key }

// property is what is known of a property: the name of its element, and the
// form of its value.
type property struct {
	tag  string
	form form
}

// properties by their names in capitals: those of RFC 6350 §6, those of RFC 2426
// and vCard 2.1 that it dropped, and those added since (RFC 6474, RFC 6715,
// RFC 8605, RFC 9554).
var properties = map[string]property{
	vcard.FieldSource: {"source", uri}, vcard.FieldKind: {"kind", text}, vcard.FieldXML: {"xml", foreign},
	vcard.FieldFormattedName: {"fn", text}, vcard.FieldName: {"n", name}, vcard.FieldNickname: {"nickname", list},
	vcard.FieldPhoto: {"photo", picture}, vcard.FieldBirthday: {"bday", day}, vcard.FieldAnniversary: {"anniversary", day},
	vcard.FieldGender: {"gender", gender}, vcard.FieldAddress: {"adr", address}, vcard.FieldTelephone: {"tel", phone},
	vcard.FieldEmail: {"email", text}, vcard.FieldIMPP: {"impp", uri}, vcard.FieldLanguage: {"lang", language},
	vcard.FieldTimezone: {"tz", zone}, vcard.FieldGeolocation: {"geo", place}, vcard.FieldTitle: {"title", text},
	vcard.FieldRole: {"role", text}, vcard.FieldLogo: {"logo", picture}, vcard.FieldOrganization: {"org", parts},
	vcard.FieldMember: {"member", uri}, vcard.FieldRelated: {"related", reference}, vcard.FieldCategories: {"categories", list},
	vcard.FieldNote: {"note", text}, vcard.FieldProductID: {"prodid", text}, vcard.FieldRevision: {"rev", instant},
	vcard.FieldSound: {"sound", sound}, vcard.FieldUID: {"uid", reference}, vcard.FieldClientPIDMap: {"clientpidmap", pidMap},
	vcard.FieldURL: {"url", uri}, vcard.FieldVersion: {"version", dropped}, vcard.FieldKey: {"key", key},
	vcard.FieldFreeOrBusyURL: {"fburl", uri}, vcard.FieldCalendarAddressURI: {"caladruri", uri}, vcard.FieldCalendarURI: {"caluri", uri},

	"AGENT": {"agent", text}, "CLASS": {"class", text}, "LABEL": {"label", text}, "MAILER": {"mailer", text},
	"NAME": {"name", text}, "PROFILE": {"profile", text}, "SORT-STRING": {"sort-string", text},

	"BIRTHPLACE": {"birthplace", text}, "DEATHPLACE": {"deathplace", text}, "DEATHDATE": {"deathdate", day},
	"EXPERTISE": {"expertise", text}, "HOBBY": {"hobby", text}, "INTEREST": {"interest", text}, "ORG-DIRECTORY": {"org-directory", uri},
	"CONTACT-URI": {"contact-uri", uri}, "CREATED": {"created", instant}, "GRAMGENDER": {"gramgender", text},
	"LANGUAGE": {"language", language}, "PRONOUNS": {"pronouns", text}, "SOCIALPROFILE": {"socialprofile", reference},
}

// isSingle tells whether a card has at most one property of that name, in capitals
// (cardinality *1 in RFC 6350 §6, RFC 6474 §2 and RFC 9554 §3).
func isSingle(name string) bool { return slices.Contains(singles, name) }

var singles = []string{
	vcard.FieldKind, vcard.FieldName, vcard.FieldBirthday, vcard.FieldAnniversary, vcard.FieldGender, vcard.FieldProductID,
	vcard.FieldRevision, vcard.FieldUID, "BIRTHPLACE", "DEATHPLACE", "DEATHDATE", "CREATED", "LANGUAGE",
}

// components are the elements of the structured values, in the order in which
// their parts stand (RFC 6350 §6.2.2, §6.2.7, §6.3.1).
var components = map[form][]string{
	name:    {"surname", "given", "additional", "prefix", "suffix"},
	address: {"pobox", "ext", "street", "locality", "region", "code", "country"},
	gender:  {"sex", "identity"},
}
