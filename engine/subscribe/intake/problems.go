package intake

import (
	"cmp"
	"fmt"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// maxProblems limits the problems reported for one feed: nobody needs more than a hundred.
const maxProblems = 100

// mostSizes limits how many absurd sizes are stored for a feed.
const mostSizes = 3

// Problems are sentences about a feed for the user. Each begins with the file.
type Problems struct {
	sentences []string
	more      int
}

// Sentences returns the first problems, and the number of further ones.
func (p Problems) Sentences() []string {
	if p.more == 0 {
		return p.sentences
	}
	return append(p.sentences[:len(p.sentences):len(p.sentences)], fmt.Sprintf("and %d more", p.more))
}

func (p *Problems) add(format string, args ...any) {
	if len(p.sentences) == maxProblems {
		p.more++
		return
	}
	p.sentences = append(p.sentences, fmt.Sprintf(format, args...))
}

// addFound adds the problems of a file.
func (p *Problems) addFound(path string, found ...feed.Problem) {
	for _, f := range found {
		p.add("%s: %s", path, f)
	}
}

// sectionOfID returns the section in which a dialect requires unique item identifiers.
func sectionOfID(by rules.Rules) string { return sectionIn(by, "SSE 0.91 §2.3", "SSE 0.93 §2.4") }

// sectionOfBy returns the section in which a dialect requires unique endpoint identifiers.
func sectionOfBy(by rules.Rules) string { return sectionIn(by, "SSE 0.91 §2.4", "SSE 0.93 §2.1.1") }

func sectionIn(by rules.Rules, sse091, feedSync string) string {
	if by == feed.RulesOf(item.SSE091) {
		return sse091
	}
	return feedSync
}

// ruleRepeated is the rule that an identifier may occur only once in a feed.
const ruleRepeated = "repeated-id"

// RepeatedID returns the problem that two entries of a feed have the same identifier (SSE 0.93
// §2.4). It is an error of the publisher if neither is newer than the other.
func RepeatedID(by rules.Rules, line int, first, other *item.Item) feed.Problem {
	p := feed.Problem{
		Severity: feed.Warning, Line: line, Item: first.ID(), Rule: ruleRepeated, Section: sectionOfID(by),
		Text: "two entries have this identifier; they are merged with each other",
	}
	if !by.IsMerged(first, other) && !by.IsMerged(other, first) {
		p.Severity = feed.Error
		p.Text += ", and neither is the newer one: tell the publisher"
	}
	return p
}

// Found returns the problems that only a merge by a dialect's rules can detect: that one
// endpoint identifier is used by two devices (SSE 0.93 §2.1.1, SSE 0.91 §2.4), that a program
// altered a version on the way, or that noconflicts was changed (SSE 0.93 §2.4). Line is the
// line on which the incoming entry begins.
func Found(by rules.Rules, line int, id string, m rules.Result) []feed.Problem {
	var all []feed.Problem
	for _, c := range m.Twice {
		if c.Altered {
			all = append(all, contentAltered(by, line, id, c.Greater.Top()))
			continue
		}
		all = append(all, feed.Problem{
			Severity: feed.Error, Line: line, Item: id, Rule: "endpoint-twice", Section: sectionOfBy(by),
			Text: fmt.Sprintf("there are two different changes %d by %q: two devices use the same identifier; give one of them a new one", c.Sequence, c.By),
		})
	}
	if m.FlagDiffers {
		all = append(all, feed.Problem{
			Severity: feed.Warning, Line: line, Item: id, Rule: "noconflicts-changed", Section: "SSE 0.93 §2.4",
			Text: "versions disagree about noconflicts, which only the item's creation may set; the winner's value is used",
		})
	}
	return all
}

// Unfit returns the problem that an entry is skipped because the merged item would be too
// large to be read again; why says which limit it exceeds.
func Unfit(line int, id string, why error) feed.Problem {
	return feed.Problem{
		Severity: feed.Error, Line: line, Item: id, Rule: "too-large", Section: feed.SectionLimits,
		Text: fmt.Sprintf("the entry cannot be merged: %v", why),
	}
}

// contentAltered returns the problem that one version was received with different content.
func contentAltered(by rules.Rules, line int, id string, top item.History) feed.Problem {
	return feed.Problem{
		Severity: feed.Warning, Line: line, Item: id, Rule: "content-altered", Section: sectionOfBy(by),
		Text: fmt.Sprintf("change %d by %q was received with different content: another program altered it on the way, or two devices use the same identifier; "+
			"subscribe to that device's own feed instead of a copy, or give one of the devices a new identifier", top.Sequence, cmp.Or(top.By, "nobody")),
	}
}
