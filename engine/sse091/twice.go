package sse091

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// clashes lists what can only be when one endpoint identifier is in use twice.
func clashes(local, incoming *item.Item) []rules.Clash { return nil }
