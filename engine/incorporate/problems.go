package incorporate

import (
	"fmt"

	"crossfeed/engine/feed"
	"crossfeed/engine/feedsync"
)

// maxProblems bounds what is told of one feed: who has read a hundred knows.
const maxProblems = 100

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

// addFound adds what the reader of the feed found.
func (p *Problems) addFound(path string, found []feed.Problem) {
	for _, f := range found {
		p.add("%s: %s", path, f)
	}
}

// addMerge adds what only a merge can tell.
func (p *Problems) addMerge(path, id string, m feedsync.Result) {
	for _, c := range m.Twice {
		p.add("%s: item %q: two different changes call themselves change %d by %q: two devices use one identifier; both versions are kept, and one device needs a new identifier",
			path, id, c.Sequence, c.By)
	}
	if m.FlagDiffers {
		p.add("%s: item %q: its versions disagree about noconflicts, which only the item's creation may set (SSE 0.93 §2.4); the winner's counts", path, id)
	}
}

// addTwins adds that two entries of a feed have one identifier.
func (p *Problems) addTwins(path, id string) {
	p.add("%s: item %q: the feed has two entries of this identifier, and neither is the newer one; they were merged, and its publisher should be told (SSE 0.93 §2.4)", path, id)
}
