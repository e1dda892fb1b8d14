package sse091_test

import (
	"testing"

	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
)

// Callers use the interface that both models share.
func TestRulesAnswerByTheInterface(t *testing.T) {
	var r rules.Rules = sse091.Rules{}
	newer, older := held(t, winner), held(t, past)
	if r.Compare(newer.Winner, older.Winner) <= 0 || r.Compare(older.Winner, newer.Winner) >= 0 {
		t.Error("the higher version does not win")
	}
	if !r.IsMerged(newer, older) {
		t.Error("what the winner was made from is news")
	}
	if r.IsMerged(older, newer) {
		t.Error("a new version is incorporated")
	}
}
