package feedsync_test

import (
	"testing"

	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

// The interface that all dialects share calls the functions of the package.
func TestRulesAnswerAsTheFunctionsDo(t *testing.T) {
	var by rules.Rules = feedsync.Rules{}
	older, newer := held(t, "1|-|x|1@20@A"), held(t, "2|-|y|2@30@B;1@20@A")
	if by.Compare(newer.Winner, older.Winner) <= 0 || by.Compare(older.Winner, newer.Winner) >= 0 {
		t.Error("the version with more updates does not win")
	}
	if by.IsMerged(older, newer) || !by.IsMerged(newer, older) {
		t.Error("a newer version brings nothing, or an older one does")
	}
}
