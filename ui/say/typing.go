package say

import (
	"crossfeed/engine/record/quick"
)

// Typing is when, where and in which language a person types dates. The
// language is that of the window, which its translation names.
func (s Speaker) Typing() quick.Now {
	return quick.Now{Time: s.Now().In(s.Zone), Language: quick.Language(Language())}
}
