package intake

import (
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
