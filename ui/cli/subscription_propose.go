package cli

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine"
)

// fitText says of the list to propose that it fits, and of others why they do not.
func fitText(found engine.Found, l engine.Fit) string {
	switch {
	case len(found.Feeds) == 0:
		return ""
	case l.Why != nil:
		return textOf(l.Why)
	case l.Best && l.List == "":
		n := found.New
		return fmt.Sprintf("it fits a new list: crossfeed set new %s --kind %s", quotedName(n.Name), n.Kind+dialectFlag(n.Dialect))
	case l.Best && l.List == found.Already && found.AlreadyAt == found.Location:
	case l.Best:
		add := func(address string) string { return commandFor("subscription add", l.List, address) }
		return fmt.Sprintf("it fits %q: %s", l.List, strings.Join(each(subscribable(found), add), "\n"))
	}
	return ""
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
