// Package conformance holds the tests that every store must pass: each sentence
// of the interfaces in engine/store is one of them.
package conformance

import (
	"testing"

	"crossfeed/engine/store"
)

// Run tests the stores that open gives. Each test asks for an empty one; open
// closes it at the end of the test.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	for _, part := range parts {
		t.Run(part.name, func(t *testing.T) {
			for _, rule := range part.rules {
				t.Run(rule.says, func(t *testing.T) { rule.test(t, open(t)) })
			}
		})
	}
}

// rule is one sentence and its test on an empty store.
type rule struct {
	says string
	test func(t *testing.T, s store.Store)
}

var parts = []struct {
	name  string
	rules []rule
}{
	{"endpoint", endpointRules},
	{"sets", setRules},
	{"deleted sets", deletedSetRules},
	{"items", itemRules},
	{"removal", removalRules},
	{"exactness", exactnessRules},
	{"rows", rowRules},
	{"facts", factRules},
	{"queries", queryRules},
	{"limits", limitRules},
	{"tags", tagRules},
	{"UIDs", uidRules},
	{"orders", orderRules},
	{"places", placeRules},
	{"marks", markRules},
	{"equal versions", equalRules},
	{"records that versions lack", lackingRules},
	{"search", searchRules},
	{"counts", countRules},
	{"archive", archiveRules},
	{"used sequences", usedRules},
	{"subscriptions", subscriptionRules},
	{"stamps", stampRules},
	{"holdings", holdingRules},
	{"withheld items", withheldRules},
	{"suspects", suspectRules},
	{"journal", journalRules},
	{"offers", offerRules},
	{"decisions", decisionRules},
	{"names", nameRules},
	{"libraries", libraryRules},
	{"content feeds", contentFeedRules},
	{"content items", contentItemRules},
	{"content files", contentFileRules},
	{"download queues", wantedRules},
	{"published folders", folderRules},
	{"content in transactions", contentTransactionRules},
	{"transactions", transactionRules},
	{"contexts", contextRules},
	{"isolation", isolationRules},
	{"revision", revisionRules},
	{"concurrency", concurrencyRules},
}
