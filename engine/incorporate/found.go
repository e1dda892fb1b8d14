package incorporate

import (
	"fmt"

	"crossfeed/engine/feed"
	"crossfeed/engine/rules"
)

// Found are the problems that only a merge by a family's rules can tell: that one
// endpoint identifier is in use twice (SSE 0.93 §2.1.1, SSE 0.91 §2.4), that a program
// altered a version on the way, or that
// noconflicts was changed (SSE 0.93 §2.4). Line is where the entry begins that came in.
func Found(by rules.Rules, line int, id string, m rules.Result) []feed.Problem {
	var all []feed.Problem
	for _, c := range m.Twice {
		if c.Altered {
			all = append(all, contentAltered(by, line, id, c.Greater.Top()))
			continue
		}
		all = append(all, feed.Problem{
			Severity: feed.Error, Line: line, Item: id, Rule: "endpoint-twice", Section: sectionOfBy(by),
			Text: fmt.Sprintf("two different changes are both change %d by %q: two devices use one identifier, and one of them needs a new one", c.Sequence, c.By),
		})
	}
	if m.FlagDiffers {
		all = append(all, feed.Problem{
			Severity: feed.Warning, Line: line, Item: id, Rule: "noconflicts-changed", Section: "SSE 0.93 §2.4",
			Text: "versions disagree about noconflicts, which only the item's creation may set; the winner's counts",
		})
	}
	return all
}

// Unfit is the problem that an entry is set aside because merging it would make
// an item that could not be read again, and why.
func Unfit(line int, id string, why error) feed.Problem {
	return feed.Problem{
		Severity: feed.Error, Line: line, Item: id, Rule: "too-large", Section: feed.SectionLimits,
		Text: fmt.Sprintf("the entry cannot be merged: %v", why),
	}
}
