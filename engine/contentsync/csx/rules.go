package csx

// The rules that a Problem names.
const (
	// NotWellFormed: the document is not well-formed XML.
	NotWellFormed = "not-well-formed"
	// WrongEncoding: it is not in the encoding that it declares.
	WrongEncoding = "wrong-encoding"
	// TooLarge: it goes beyond the limits of XML that are kept here.
	TooLarge = "too-large"
	// ElementCase: a name is not written in the case that it has.
	ElementCase = "element-case"
	// UnquotedAttribute: the value of an attribute stands without quotes.
	UnquotedAttribute = "unquoted-attribute"
	// UndeclaredPrefix: a prefix is declared nowhere.
	UndeclaredPrefix = "undeclared-prefix"
	// WrongNamespace: the namespace is written nearly as the text has it.
	WrongNamespace = "wrong-namespace"
	// NoChannel: items stand outside of a channel.
	NoChannel = "no-channel"
	// BadDate: a date cannot be read. LenientDate: one is not as RFC 822 writes it.
	BadDate     = "bad-date"
	LenientDate = "lenient-date"
	// MissingGUID: an item has no guid. Twice: several have one.
	MissingGUID = "missing-guid"
	Twice       = "twice"
	// BadLink: a csx:link leads nowhere.
	BadLink = "bad-link"
	// TwoNested: an item has two nested feeds. OtherLinks: it has other links beside one.
	TwoNested  = "two-nested"
	OtherLinks = "other-links-ignored"
	// BadValue: an attribute is neither true nor false.
	BadValue = "bad-value"
	// HiddenElement: csx:hiddenItem is an element.
	HiddenElement = "hidden-element"
	// TooManyLinks: an item has more links than count. TooManyItems: a feed has more items.
	TooManyLinks = "too-many-links"
	TooManyItems = "too-many-items"
	// TextCut: a text is longer than what is kept. TooDeep: elements are nested deeper.
	TextCut = "text-cut"
	TooDeep = "too-deep"
	// ForbiddenLink: a feed may not lead there. The consumer tells it (contentsync).
	ForbiddenLink = "forbidden-link"
)

// sections tell where the rules stand.
var sections = map[string]string{
	NotWellFormed:     "XML 1.0 §2.1",
	WrongEncoding:     "XML 1.0 §4.3.3",
	TooLarge:          "limits",
	ElementCase:       "XML 1.0 §3.1",
	UnquotedAttribute: "XML 1.0 §3.1",
	UndeclaredPrefix:  "Namespaces in XML §3",
	WrongNamespace:    "Namespaces and Version",
	NoChannel:         "RSS 2.0, channel",
	BadDate:           "RFC 822 §5",
	LenientDate:       "RFC 822 §5",
	MissingGUID:       "<guid> element as a child of RSS <item>",
	Twice:             "<guid> element as a child of RSS <item>",
	BadLink:           "<csx:link> element(s) within RSS <item>",
	TwoNested:         "nestedFeed attribute for <csx:link>",
	OtherLinks:        "nestedFeed attribute for <csx:link>",
	BadValue:          "nestedFeed attribute for <csx:link>",
	HiddenElement:     "<csx:hiddenItem> attribute for RSS <item>",
	TooManyLinks:      "limits",
	TooManyItems:      "limits",
	TextCut:           "limits",
	TooDeep:           "limits",
	ForbiddenLink:     "<csx:link> element(s) within RSS <item>",
}
