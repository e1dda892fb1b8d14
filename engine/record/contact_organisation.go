package record

import (
	"strings"

	"crossfeed/engine/record/internal/xprop"
)

// The text form of an organisation is its name and its units, from the largest
// to the smallest (RFC 6350 §6.6.4): "Example Ltd; Sales". A ";" or a backslash
// in one of them stands after a backslash.
const betweenUnits = "; "

// parseUnits reads the text form.
func parseUnits(text string) []string {
	var all []string
	for _, unit := range splitUnescaped(text, ';') {
		if unit = plain(unit); unit != "" {
			all = append(all, unit)
		}
	}
	return all
}

func formatUnits(units []string) string {
	all := make([]string, len(units))
	for i, unit := range units {
		all[i] = escape(unit, ";")
	}
	return strings.Join(all, betweenUnits)
}

func canonicalOrganisation(text string) (string, error) { return formatUnits(parseUnits(text)), nil }

// getOrganisation shows the first organisation; a person may have others, which
// stay.
func getOrganisation(t tree) string {
	p := firstIn(t.record, "org")
	if p == nil {
		return ""
	}
	return formatUnits(parseUnits(formatUnits(xprop.Values(p))))
}

func setOrganisation(t tree, text string) {
	units := parseUnits(text)
	if len(units) == 0 {
		removeAll(inCard(t.record, tagged("org")))
		return
	}
	xprop.SetValues(ensureIn(t.record, "org"), xprop.Text, units...)
}
