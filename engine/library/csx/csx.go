// Package csx reads and writes the feeds of Content Sync Extensions: RSS 2.0 whose items
// link to files and to further feeds.
//
// A feed is read as a stream, item by item. One that is not well formed is read as well as
// it can be, and what is wrong is said.
package csx

import (
	"fmt"
	"time"
)

// Namespace is that of the extensions. Its prefix may be any.
const Namespace = "http://schemas.microsoft.com/rss/2007/contentsyncextensions"

// Feed is what stands at the level of the channel.
type Feed struct {
	Title, Text, Link string
	// Built is the channel's lastBuildDate, else its pubDate; zero where it has neither,
	// which counts as 1 January 1601.
	Built time.Time
	// Problems are the first MaxProblems of what is wrong in the document, Wrong is how
	// many there are.
	Problems []Problem
	Wrong    int
}

// MaxProblems is how many problems of a feed are told one by one.
const MaxProblems = 100

// Problem is something wrong in a document that was read all the same.
type Problem struct {
	// Line counts from 1; Item is the identifier of the item, or "".
	Line int
	Item string
	// Rule names the rule in a word, as in "missing-guid"; Section is where it stands.
	Rule, Section string
	// Text is a sentence for people: what is wrong, and what was made of it.
	Text string
}

// Item is an item of a feed.
type Item struct {
	// ID is its guid. An item without one is known by a hash of its links, else of its
	// RSS link, else of its title (and that is a problem, "missing-guid"). Of several with
	// one ID the last counts, and the others are left out (a problem, "twice").
	ID    string
	Title string
	// Text is its description, as it stands there: text or HTML.
	Text string
	// Link is that of RSS.
	Link string
	// Published is the pubDate, Built the csx:lastBuildDate, else the pubDate; zero where
	// there is none, which counts as 1 January 1601.
	Published, Built time.Time
	// Hidden is csx:hiddenItem.
	Hidden bool
	// Mark is a SHA-256 of what the item says, for items that have no date.
	Mark string
	// Links are those that count, in the order of the document and each address once:
	// where some are nested feeds, the first of these alone.
	Links []Link
	// Line is where it begins, from 1.
	Line int
}

// Link is a csx:link.
type Link struct {
	// Address is the canonical address that it leads to (location.Resolve from the feed).
	Address string
	// Name is what the file is called: a name attribute of the element around it (as in
	// file name="…"), or the last segment of its address.
	Name             string
	Nested, OnDemand bool
}

// Limits bound what a feed may hold; zero values are the defaults.
type Limits struct {
	// Items is the greatest number of items, 1,000,000; Links that of an item, 10,000: what
	// is beyond is left out, and told. Text is the greatest length of a text in bytes,
	// 1 MB: it is cut there. Depth is that of elements, 1,000.
	Items, Links, Text, Depth int
}

// perRule is how many problems of one rule are told one by one, so that a fault that every
// item has leaves room for others.
const perRule = 10

// problems are what is wrong in a document, as it is found.
type problems struct {
	told  []Problem
	wrong int
	rules map[string]int
	once  map[string]bool
}

// tell notes one, in the item that is read.
func (p *problems) tell(line int, rule, format string, args ...any) {
	p.wrong++
	if p.rules[rule]++; p.rules[rule] > perRule || len(p.told) == MaxProblems {
		return
	}
	p.told = append(p.told, Problem{Line: line, Rule: rule, Section: sections[rule], Text: fmt.Sprintf(format, args...)})
}

// tellOnce notes one of a sort that is told once a document, and not counted again.
func (p *problems) tellOnce(sort string, line int, rule, format string, args ...any) {
	if !p.once[rule+" "+sort] {
		p.once[rule+" "+sort] = true
		p.tell(line, rule, format, args...)
	}
}

func newProblems() *problems {
	return &problems{rules: map[string]int{}, once: map[string]bool{}}
}

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
