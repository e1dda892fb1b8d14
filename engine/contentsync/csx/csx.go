// Package csx reads and writes the feeds of Content Sync Extensions: RSS 2.0 whose items
// link to files and to further feeds.
//
// A feed is read as a stream, item by item. One that is not well formed is read as well as
// it can be, and what is wrong is said.
package csx

import "time"

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
