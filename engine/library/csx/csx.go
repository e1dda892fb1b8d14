// Package csx reads and writes the feeds of Content Sync Extensions: RSS 2.0 whose items link
// to files and to further feeds. It reads ordinary feeds as well: RSS of all versions, and Atom
// 1.0 (RFC 4287) and 0.3.
//
// A feed is read as a stream, item by item. A malformed feed is read as well as possible, and
// its errors are reported.
package csx

import (
	"fmt"
	"time"
)

// Namespace is the namespace of the extensions. It may have any prefix.
const Namespace = "http://schemas.microsoft.com/rss/2007/contentsyncextensions"

// Feed is the channel's own data.
type Feed struct {
	Title, Text, Link string
	// Built is the channel's lastBuildDate, or else its pubDate. It is zero if there is
	// neither, which counts as 1 January 1601, and for an Atom feed.
	Built time.Time
	// Extended reports whether the feed declares or uses the extensions. Other publishers do not
	// know that subscribers rely on Built.
	Extended bool
	// Problems are the first MaxProblems errors in the document, and Wrong counts all of them.
	Problems []Problem
	Wrong    int
}

// MaxProblems is the maximum number of problems reported individually for a feed.
const MaxProblems = 100

// Problem is an error in a document that could still be read.
type Problem struct {
	// Line counts from 1. Item is the identifier of the item, or "".
	Line int
	Item string
	// Rule is a short name of the rule, such as "missing-guid". Section is where the rule is
	// defined.
	Rule, Section string
	// Text is a sentence for people: what is wrong, and how it was interpreted.
	Text string
}

// Item is an item of a feed.
type Item struct {
	// ID is the item's guid, or the id of an Atom entry. An item without one is identified by a
	// hash of its links, or else of its RSS link, or else of its title (a problem,
	// "missing-guid"). Of several items with the same ID, only the last counts (a problem,
	// "twice").
	ID    string
	Title string
	// Text is the description as it is in the feed: text or HTML. It is the content of an Atom
	// entry, or else its summary.
	Text string
	// Link is the RSS link, or the alternate link of an Atom entry.
	Link string
	// Published is the pubDate or dc:date, or the published date of an Atom entry. Built is the
	// csx:lastBuildDate, or the updated date of an Atom entry, or else Published. A missing date
	// is zero.
	Published, Built time.Time
	// Hidden is csx:hiddenItem.
	Hidden bool
	// Mark is a SHA-256 of the item's content, for items without a date.
	Mark string
	// Links are the links that count, in document order, each address once. If some are nested
	// feeds, only the first of these counts. Enclosures, of RSS and Atom, come last, on demand.
	Links []Link
	// Line is where the item begins, counted from 1.
	Line int
}

// Link is a csx:link or an enclosure.
type Link struct {
	// Address is the link's canonical address (transport.Resolve from the feed).
	Address string
	// Name is the name of the file: the name attribute of the element around the link (as in
	// file name="…"), or else the last segment of the address.
	Name             string
	Nested, OnDemand bool
}

// Limits bound the contents of a feed. Zero values mean the defaults.
type Limits struct {
	// Items is the maximum number of items, 1,000,000, and Links that of an item's links,
	// 10,000; the rest is left out and reported. Text is the maximum length of a text in
	// bytes, 1 MB, where it is truncated. Depth is the maximum nesting depth of elements,
	// 1,000.
	Items, Links, Text, Depth int
}

// perRule is how many problems of one rule are reported individually, so that an error in
// every item leaves room for others.
const perRule = 10

// problems collects the errors in a document.
type problems struct {
	reported []Problem
	wrong    int
	rules    map[string]int
	once     map[string]bool
	// inAtom reports that the document is an Atom feed.
	inAtom bool
}

// report records a problem of the current item.
func (p *problems) report(line int, rule, format string, args ...any) {
	p.wrong++
	if p.rules[rule]++; p.rules[rule] > perRule || len(p.reported) == MaxProblems {
		return
	}
	section := sections[rule]
	if p.inAtom && sectionsOfAtom[rule] != "" {
		section = sectionsOfAtom[rule]
	}
	p.reported = append(p.reported, Problem{Line: line, Rule: rule, Section: section, Text: fmt.Sprintf(format, args...)})
}

// reportOnce records a problem of a sort that is reported and counted once per document.
func (p *problems) reportOnce(sort string, line int, rule, format string, args ...any) {
	if !p.once[rule+" "+sort] {
		p.once[rule+" "+sort] = true
		p.report(line, rule, format, args...)
	}
}

// The rules that a Problem names.
const (
	// NotWellFormed: the document is not well-formed XML.
	NotWellFormed = "not-well-formed"
	// WrongEncoding: the document is not in the encoding that it declares.
	WrongEncoding = "wrong-encoding"
	// TooLarge: the document exceeds the limits for XML.
	TooLarge = "too-large"
	// ElementCase: a name is written in the wrong case.
	ElementCase = "element-case"
	// UnquotedAttribute: the value of an attribute has no quotes.
	UnquotedAttribute = "unquoted-attribute"
	// UndeclaredPrefix: a prefix is not declared.
	UndeclaredPrefix = "undeclared-prefix"
	// WrongNamespace: the namespace is almost, but not exactly, that of the specification.
	WrongNamespace = "wrong-namespace"
	// NoChannel: items are outside of a channel.
	NoChannel = "no-channel"
	// BadDate: a date cannot be parsed. LenientDate: a date does not conform to RFC 822.
	BadDate     = "bad-date"
	LenientDate = "lenient-date"
	// MissingGUID: an item has no guid. Twice: several items have the same guid.
	MissingGUID = "missing-guid"
	Twice       = "twice"
	// BadLink: a csx:link has no valid target.
	BadLink = "bad-link"
	// TwoNested: an item has two nested feeds. OtherLinks: it has other links as well as one.
	TwoNested  = "two-nested"
	OtherLinks = "other-links-ignored"
	// BadValue: an attribute is neither true nor false.
	BadValue = "bad-value"
	// HiddenElement: csx:hiddenItem is an element.
	HiddenElement = "hidden-element"
	// TooManyLinks: an item has too many links. TooManyItems: a feed has too many items.
	TooManyLinks = "too-many-links"
	TooManyItems = "too-many-items"
	// TextCut: a text is too long. TooDeep: elements are nested too deeply.
	TextCut = "text-cut"
	TooDeep = "too-deep"
	// ForbiddenLink: a feed may not link to that address. The consumer reports it
	// (contentsync).
	ForbiddenLink = "forbidden-link"
)

// sections says where each rule is defined.
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

// sectionsOfAtom says where the rules are defined for Atom, if elsewhere.
var sectionsOfAtom = map[string]string{
	BadDate:     "RFC 4287 §3.3",
	LenientDate: "RFC 4287 §3.3",
	MissingGUID: "RFC 4287 §4.2.6",
	Twice:       "RFC 4287 §4.2.6",
	BadLink:     "RFC 4287 §4.2.7",
}
