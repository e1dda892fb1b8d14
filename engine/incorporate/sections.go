package incorporate

import (
	"crossfeed/engine/feed"
	"crossfeed/engine/rules"
)

// sectionOfID is where a family says that identifiers of items are unique.
func sectionOfID(by rules.Rules) string { return sectionIn(by, "SSE 0.91 §2.3", "SSE 0.93 §2.4") }

// sectionOfBy is where a family says that identifiers of endpoints are unique.
func sectionOfBy(by rules.Rules) string { return sectionIn(by, "SSE 0.91 §2.4", "SSE 0.93 §2.1.1") }

func sectionIn(by rules.Rules, sse091, feedSync string) string {
	if by == feed.RulesOf(feed.SSE091) {
		return sse091
	}
	return feedSync
}
