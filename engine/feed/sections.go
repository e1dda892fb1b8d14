package feed

// sections are where the rules of a family stand that both families have.
type sections struct {
	// nss and when say what identifiers and times look like, and empty what an
	// attribute without a value is.
	nss, when, empty string
	// sync and history are of these elements, conflicts of the versions that lost.
	sync, history, conflicts string
}

// Sections that problems name.
const (
	sectionNamespace    = "SSE 0.93 §1.1"
	sectionNamespace091 = "SSE 0.91 §1.1"

	sectionSharing = "SSE 0.93 §2.2"
	sectionRelated = "SSE 0.93 §2.3"
	sectionSync    = "SSE 0.93 §2.4"

	sectionSharing091  = "SSE 0.91 §2.1"
	sectionRelated091  = "SSE 0.91 §2.2"
	sectionUpdate091   = "SSE 0.91 §2.5"
	sectionConflict091 = "SSE 0.91 §5.2"
	sectionSync091     = "SSE 0.91 §2.3"
)

var (
	sectionsFeedSync = sections{
		nss: "SSE 0.93 §2.1.1", when: "SSE 0.93 §2.1.5", empty: "SSE 0.93 §2.1.2",
		sync: sectionSync, history: "SSE 0.93 §2.5", conflicts: "SSE 0.93 §2.6",
	}
	sections091 = sections{
		nss: "SSE 0.91 §1.2", when: "SSE 0.91 §1.2", empty: "SSE 0.91 §2.4",
		sync: sectionSync091, history: "SSE 0.91 §2.4", conflicts: "SSE 0.91 §5.1",
	}
)

// sections are those of the dialect's family.
func (d Dialect) sections() *sections {
	if d == SSE091 {
		return &sections091
	}
	return &sectionsFeedSync
}
