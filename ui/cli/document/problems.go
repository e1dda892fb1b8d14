package document

import (
	"fmt"

	"crossfeed/engine/feed"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
)

// twins is the problem that a document has several entries of one identifier.
// Where neither is newer than the other, the publisher has made an error.
func twins(line int, first, other *item.Item) feed.Problem {
	p := feed.Problem{
		Severity: feed.Warning, Line: line, Item: first.ID(), Rule: "repeated-id", Section: "SSE 0.93 §2.4",
		Text: "several entries have this id; they were merged with each other",
	}
	if !feedsync.Incorporated(first, other) && !feedsync.Incorporated(other, first) {
		p.Severity = feed.Error
		p.Text += ", and none of them is the newest: tell the publisher"
	}
	return p
}

// found are the problems that only a merge can tell.
func found(a arrival, m feedsync.Result) []feed.Problem {
	var all []feed.Problem
	for _, c := range m.Twice {
		all = append(all, feed.Problem{
			Severity: feed.Error, Line: a.line, Item: a.item.ID(), Rule: "endpoint-twice", Section: "SSE 0.93 §2.1.1",
			Text: fmt.Sprintf("two different changes are both change %d by %q: two devices use one identifier, and one of them needs a new one", c.Sequence, c.By),
		})
	}
	if m.FlagDiffers {
		all = append(all, feed.Problem{
			Severity: feed.Warning, Line: a.line, Item: a.item.ID(), Rule: "noconflicts-changed", Section: "SSE 0.93 §2.4",
			Text: "versions disagree about noconflicts, which only the item's creation may set; the winner's counts",
		})
	}
	return all
}
