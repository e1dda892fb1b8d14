package feedsync_test

import "crossfeed/engine/rules/rulestest"

// notation is how the tests write a version, and the vectors do:
//
//	updates|flags|title|sequence@unix-seconds@by;…
//
// with the topmost entry first, and "-" for what is absent. Flags are D for a
// tombstone, N for noconflicts, U for a written deleted="false".
var notation rulestest.Notation

// What the tests write and read with it, by short names.
var (
	held           = notation.Item
	version        = notation.Version
	written        = notation.Written
	writtenHistory = notation.History
	listing        = notation.Listing
	expect         = notation.Expect
	expectVersions = notation.ExpectVersions

	unix   = rulestest.Unix
	number = rulestest.Number
)

const id = rulestest.ID
