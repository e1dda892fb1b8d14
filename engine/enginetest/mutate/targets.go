package main

// target is code to break, and the tests that must notice.
type target struct {
	name string
	// packages are broken. In contentsync only some files are, because the others deal with
	// files and servers and are covered by other tests.
	packages []source
	tests    []tests
}

// source is a package, as a path from the module's root, and its files to break; none means
// all.
type source struct {
	path  string
	files []string
}

// tests selects tests of a package: those that match run, or all if run is "". They run with
// -short unless whole is set.
type tests struct {
	path, run string
	whole     bool
}

var targets = []target{
	{"feedsync", []source{{path: "engine/rules/feedsync"}, {path: "engine/rules"}}, []tests{{path: "engine/rules/feedsync"}, {path: "engine/rules"}}},
	{"sse091", []source{{path: "engine/rules/sse091"}}, []tests{{path: "engine/rules/sse091"}, {path: "engine/rules/sse091/mesh"}}},
	{"order", []source{{path: "engine/rules/order"}}, []tests{{path: "engine/rules/order"}, {path: "engine/rules/sse091/mesh"}}},
	{"contentsync",
		[]source{
			{"engine/library/contentsync", []string{"cleanup.go", "consistency.go", "document.go", "results.go", "queue.go"}},
			{"engine/library/csx", []string{"draft.go", "links.go", "newer.go"}},
		},
		[]tests{
			{path: "engine/library/csx"},
			{path: "engine/library/contentsync"},
			{"engine/library/contentsync", "TestARunThat", true}, // each call fails, not one of 13
			{"engine/enginetest/contenttest", "TestTheEngineDoes|TestARunWhoseStoreFails|TestARunThatEndsWithoutPower", true},
		}},
}

// equivalents are mutants that no test can distinguish from the program, with the reason. The
// command tries them, too: a mutant that is caught no longer belongs here.
var equivalents = map[string]string{
	"contentsync.run.cleanUp remove 1":      "it only saves time: where no feed was processed nothing is to be cleaned up",
	"contentsync.run.drop remove 1":         shortcut,
	"contentsync.run.fill left 1":           shortcut,
	"contentsync.run.idleEntries compare 2": shortcut,
	"contentsync.run.idleEntries flag 2":    failed,
	"contentsync.run.idleEntries left 1":    shortcut,
	"contentsync.run.idleEntries left 2":    shortcut,
	"contentsync.run.idleEntries right 2":   shortcut,
	"contentsync.run.idleEntries result 1":  failed,
	"contentsync.run.next flag 4":           failed,
	"contentsync.run.process compare 2":     portions,
	"contentsync.run.process compare 3":     portions,
	"contentsync.run.save remove 1":         shortcut,
	"contentsync.run.addResult compare 1":   portions,
	"feedsync.compact compare 1":            copied,
	"feedsync.compact remove 1":             copied,
	"feedsync.greatest number 1":            "an endpoint's next sequence is 2 or more anyway: nothing is updated before it was created",
	"feedsync.listsBoth remove 1":           "it only saves time: where nothing is nested, the first list holds all versions",
	"feedsync.lost number 1":                followed,
	"feedsync.lost remove 2":                followed,
	"feedsync.pool.item remove 1":           capacity,
	"feedsync.pool.item remove 2":           capacity,
	"feedsync.pool.item negate 1":           capacity,
	"feedsync.pool.item compare 1":          capacity,
	"feedsync.pool.item number 2":           capacity,
	"feedsync.pool.item number 4":           capacity,
	"feedsync.pool.item arithmetic 1":       capacity,
	"feedsync.pool.prune number 1":          "the greatest version supersedes itself, so it is there once if the list begins with it, too",
	"feedsync.sequence number 3":            failed,
	"order.Lesser compare 1":                "two places that compare as equal are equal",
	"order.Shown remove 1":                  shortcut,
	"order.accept remove 4":                 shortcut,
	"order.choose number 1":                 capacity,
	"order.choose number 2":                 capacity,
	"order.doubt number 1":                  order,
	"order.forest.rows remove 1":            capacity,
	"order.forest.rows result 1":            shortcut,
	"order.fraction.compare remove 1":       shortcut,
	"order.inOrder remove 1":                shortcut,
	"order.lowestAround compare 2":          "no two items of a set have one identifier",
	"order.parseFraction compare 3":         fits,
	"order.parseFraction compare 4":         fits,
	"order.plant number 1":                  capacity,
	"order.reduced remove 1":                shortcut,
	"order.simplest remove 1":               shortcut,
	"order.simplest remove 2":               shortcut,
	"order.small compare 1":                 fits,
	"order.small compare 2":                 fits,
	"order.small remove 1":                  shortcut,
	"order.tally.below result 1":            "two counts are only compared for equality, and both change their sign",
	"rules.Clashes number 2":                "the last telling, left alone, clashes with no other",
	"rules.Clashes remove 1":                shortcut,
	"rules.CompareFlags number 2":           order,
	"rules.clash compare 1":                 "two entries at one place are of one version, which is then the greater and the lesser",
	"sse091.Compare remove 2":               shortcut,
	"sse091.held.join left 1":               "an item that is here lists no version twice",
	"sse091.held.join right 1":              "two copies that arrived together say the same, and what their publisher added is left behind",
	"sse091.pickWinner compare 2":           "two winners that tie are one version, and were taken before",
	"sse091.union left 1":                   shortcut,
	"sse091.union right 1":                  shortcut,
}

const (
	capacity = "it only changes how much room the list has, or makes an empty list of none"
	copied   = "a history that is short enough is copied and stays as it is"
	failed   = "nobody reads it next to the error"
	fits     = "the greatest small number can be held as a great one, and the least great one as a small one"
	followed = "a version that is kept follows itself, so it is not lost either way"
	order    = "only the order of the numbers counts"
	portions = "what is done in portions is the same, wherever one ends"
	shortcut = "it only saves time: the code below finds the same"
)
