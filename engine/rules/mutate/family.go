package main

// family is code that is broken, and the tests that have to notice.
type family struct {
	name string
	// packages are broken; of contentsync only some files, because the others are about
	// files and servers, and other tests try these.
	packages []source
	tests    []tests
}

// source is a package, from the root of the module, and its files that are broken: all
// where none is named.
type source struct {
	path  string
	files []string
}

// tests selects the tests of a package; where run is not "", only those that it matches. They run in
// their small size, unless whole says otherwise.
type tests struct {
	path, run string
	whole     bool
}

var families = []family{
	{"feedsync", []source{{path: "engine/feedsync"}, {path: "engine/rules"}}, []tests{{path: "engine/feedsync"}}},
	{"sse091", []source{{path: "engine/sse091"}}, []tests{{path: "engine/sse091"}, {path: "engine/sse091/mesh"}}},
	{"place", []source{{path: "engine/sse091/place"}}, []tests{{path: "engine/sse091/place"}, {path: "engine/sse091/mesh"}}},
	{"contentsync",
		[]source{
			{"engine/contentsync", []string{"cleaning.go", "comparing.go", "document.go", "keeping.go", "links.go", "process.go", "queue.go"}},
			{"engine/contentsync/csx", []string{"draft.go", "links.go", "newer.go"}},
		},
		[]tests{
			{path: "engine/contentsync/csx"},
			{path: "engine/contentsync"},
			{"engine/contentsync/contenttest", "TestTheEngineDoes|TestARunWhoseStoreFails|TestARunThatEndsWithoutPower", true},
		}},
}
