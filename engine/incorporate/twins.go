package incorporate

import (
	"fmt"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Twin is what the entries of one identifier in a feed come to: they are merged
// with each other (SSE 0.93 §2.4).
type Twin struct {
	// Item is what the entries so far come to.
	Item *item.Item
	// Rules are those of the feed's family; nil stands for those of FeedSync.
	Rules rules.Rules
	// rivals is the number of entries so far that were neither older nor newer
	// than those before them.
	rivals int
	// full is why no more are taken in, or nil.
	full error
}

// maxRivals limits the rivals of one identifier in a feed. Each costs comparing
// all versions with each other.
const maxRivals = 100

// Meet merges another entry with those before it, and lists what that tells. An
// entry that is set aside, because the item could not be read again with it, is
// not ok.
func (t *Twin) Meet(line int, other *item.Item) (m rules.Result, found []feed.Problem, ok bool) {
	if t.Rules == nil {
		t.Rules = feed.RulesOf(feed.FeedSync10)
	}
	if t.full == nil {
		found = append(found, Twins(t.Rules, line, t.Item, other))
		m = t.Rules.Merge(t.Item, other)
		t.full = t.count(found[0], m.Item)
	}
	if t.full != nil {
		return m, append(found, Unfit(line, other.ID(), t.full)), false
	}
	t.Item = m.Item
	return m, append(found, Found(t.Rules, line, other.ID(), m)...), true
}

// count refuses what is beyond the limits.
func (t *Twin) count(p feed.Problem, merged *item.Item) error {
	if p.Severity == feed.Error {
		t.rivals++
	}
	if t.rivals > maxRivals {
		return fmt.Errorf("more than %d entries of this identifier are neither older nor newer than the others", maxRivals)
	}
	return feed.Fits(merged)
}

// ruleRepeated names the rule that an identifier stands in a feed once.
const ruleRepeated = "repeated-id"

// Twins is the problem that two entries of a feed have one identifier
// (SSE 0.93 §2.4). Where neither is newer than the other, which is an error,
// their publisher is at fault.
func Twins(by rules.Rules, line int, first, other *item.Item) feed.Problem {
	p := feed.Problem{
		Severity: feed.Warning, Line: line, Item: first.ID(), Rule: ruleRepeated, Section: sectionOfID(by),
		Text: "two entries have this identifier; they are merged with each other",
	}
	if !by.Incorporated(first, other) && !by.Incorporated(other, first) {
		p.Severity = feed.Error
		p.Text += ", and neither is the newer one: tell the publisher"
	}
	return p
}
