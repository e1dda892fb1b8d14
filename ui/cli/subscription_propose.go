package cli

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine"
)

// fitText says in one line which lists fit, the one to propose first, and how to subscribe
// that one; "" where it is subscribed already.
func fitText(found engine.Found) string {
	var best engine.Fit
	var fits []string
	for _, l := range found.Lists {
		switch {
		case l.Best:
			best = l
		case l.Why == nil && l.List != "" && !subscribed(found, l):
			fits = append(fits, quotedName(l.List))
		}
	}
	if subscribed(found, best) {
		return ""
	}
	if best.List == "" {
		n := found.New
		return fmt.Sprintf("it fits %s: crossfeed set new %s --kind %s", anyOf(append(fits, "a new list")), quotedName(n.Name), n.Kind+dialectFlag(n.Dialect))
	}
	add := func(address string) string { return commandFor("subscription add", best.List, address) }
	fits = append([]string{quotedName(best.List)}, fits...)
	return fmt.Sprintf("it fits %s: %s", anyOf(fits), strings.Join(each(subscribable(found), add), "\n"))
}

// anyOf names alternatives: "a, b or c".
func anyOf(all []string) string {
	last := len(all) - 1
	if last == 0 {
		return all[0]
	}
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

// subscribed reports whether a list reads what was found at this very location.
func subscribed(found engine.Found, l engine.Fit) bool {
	return l.List != "" && l.List == found.Already && found.AlreadyAt == found.Location
}

// subscribable are the addresses to subscribe to: of a web page those of the feeds that it
// names, but for complete ones that others lead to.
func subscribable(found engine.Found) (addresses []string) {
	if !found.Page {
		return []string{found.Location}
	}
	for _, f := range found.Feeds {
		if !slices.ContainsFunc(found.Feeds, func(other engine.FoundFeed) bool { return other.Complete == f.Address }) {
			addresses = append(addresses, f.Address)
		}
	}
	return addresses
}

func dialectFlag(dialect string) string {
	if dialect == "" {
		return ""
	}
	return " --dialect " + dialect
}
