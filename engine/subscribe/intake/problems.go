package intake

import (
	"fmt"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// maxProblems bounds what is told of one feed: who has read a hundred knows.
const maxProblems = 100

// mostSizes bounds what is remembered of absurd sizes in a feed.
const mostSizes = 3

// Problems are sentences about a feed for a person: each begins with the file.
type Problems struct {
	said []string
	more int
}

// Sentences lists the first problems, and says how many more there are.
func (p Problems) Sentences() []string {
	if p.more == 0 {
		return p.said
	}
	return append(p.said[:len(p.said):len(p.said)], fmt.Sprintf("and %d more", p.more))
}

func (p *Problems) add(format string, args ...any) {
	if len(p.said) == maxProblems {
		p.more++
		return
	}
	p.said = append(p.said, fmt.Sprintf(format, args...))
}

// addFound adds what is wrong with a file.
func (p *Problems) addFound(path string, found ...feed.Problem) {
	for _, f := range found {
		p.add("%s: %s", path, f)
	}
}

// sectionOfID is where a family says that identifiers of items are unique.
func sectionOfID(by rules.Rules) string { return sectionIn(by, "SSE 0.91 §2.3", "SSE 0.93 §2.4") }

// sectionOfBy is where a family says that identifiers of endpoints are unique.
func sectionOfBy(by rules.Rules) string { return sectionIn(by, "SSE 0.91 §2.4", "SSE 0.93 §2.1.1") }

func sectionIn(by rules.Rules, sse091, feedSync string) string {
	if by == feed.RulesOf(item.SSE091) {
		return sse091
	}
	return feedSync
}
