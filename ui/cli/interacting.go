package cli

import "crossfeed/engine"

// interactive settles items as a person says, line by line.
func (r *run) interactive(*engine.Engine, []string) error {
	return misuse("--interactive is not there yet")
}
