package lineage

import "crossfeed/engine/item"

// Graph is how an item came about: one lane an endpoint, one node an update.
type Graph struct {
	// Lanes are the endpoints ("" for updates without by), in the order in
	// which they first changed the item.
	Lanes []string
	// Nodes are the updates, the newest first: every node comes before the
	// ones it was made from.
	Nodes []Node
}

// Node is one update of an item.
type Node struct {
	// Update is its entry in the histories.
	Update item.History
	// Lane is the index of its endpoint in Lanes.
	Lane int
	// Version is what it said, or nil where it never came here or was not read.
	Version *item.Version
	// Earlier reports that it came here and was not read: only the newest were.
	Earlier bool
	// Parents are the indexes of the nodes that it was made from, all greater
	// than its own: none for the first, two or more where it resolved a conflict.
	Parents []int
	// Role is what became of it.
	Role Role
}

// Role is what became of an update.
type Role int

// Roles.
const (
	// Past updates led to what is there now.
	Past Role = iota
	// Winner is what plain readers see.
	Winner
	// Open updates wait to be resolved.
	Open
	// Dropped updates led to nothing that is there now: an update that was
	// undone before anybody saw it, or one that the rules dropped.
	Dropped
)

// Log is what a store knows of the updates of its own endpoint.
type Log struct {
	// Endpoint made them.
	Endpoint string
	// Resolved are the versions that a resolution was made from besides the
	// winner.
	Resolved map[*item.Version][]*item.Version
}

// Draw makes the graph of an item and of every version of it in the archive.
// What an update whose version was never received was made from is read from the
// order of a history that names it. Others' resolutions by the letter do not name
// the version of their own that they resolved (SSE 0.93 §3.4): it is drawn as resolved
// by the endpoint's next update. Of the own endpoint the log tells.
func Draw(it *item.Item, archive []*item.Version, log Log) Graph {
	d := dotsOf(it, archive, log)
	d.link()
	return d.graph()
}
