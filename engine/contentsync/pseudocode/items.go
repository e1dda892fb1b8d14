package pseudocode

import (
	"fmt"
	"slices"
	"time"
)

// Items are those of a cached feed, in a line each: title, date and the links that
// count, each address once, and on demand where all links to it are.
func (c *Cache) Items(address string) (lines []string) {
	document, here := c.Feeds[address]
	if !here {
		return nil
	}
	for _, i := range read(address, document).items {
		line := Line(i.title, i.date)
		for at, l := range i.links {
			if !slices.ContainsFunc(i.links[:at], l.leadsThere) {
				unasked := slices.ContainsFunc(i.links, func(o link) bool { return o.leadsThere(l) && !o.onDemand })
				line += Linked(l.Address, l.Nested, !unasked)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

func (l link) leadsThere(other link) bool { return l.Link == other.Link }

// Line begins the line of an item.
func Line(title string, at time.Time) string {
	if at.Equal(year1601) || at.IsZero() {
		return title
	}
	return title + ", " + at.UTC().Format(time.DateTime)
}

// Linked is what the line of an item says of a link.
func Linked(address string, nested, onDemand bool) string {
	return fmt.Sprintf(", %s nested=%t onDemand=%t", address, nested, onDemand)
}
