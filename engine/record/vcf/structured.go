package vcf

import (
	"strconv"
	"strings"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
)

// texts are the parts between separators.
func (s *statement) texts(separator byte) []value {
	var all []value
	for _, part := range exchange.SplitValue(s.value, separator) {
		all = append(all, value{xprop.Text, exchange.Unescape(part)})
	}
	return all
}

// beyond holds the parts that a structured value has beyond those that an xCard
// knows (RFC 9554 §2).
const beyond = "component"

// structured are the parts of a value, each of which may be a list; a comma of
// vCard 2.1 separates nothing.
func (s *statement) structured(f form, v Version) []value {
	names, split := components[f], exchange.SplitValue(s.value, ';')
	if f == address && len(split) == len(names)+1 {
		split = s.withoutLabel(split)
	}
	all := make([]value, 0, len(names))
	for i := range max(len(names), len(split)) {
		tag := beyond
		if i < len(names) {
			tag = names[i]
		}
		switch {
		case i >= len(split) && f == gender:
		case i >= len(split):
			all = append(all, value{tag, ""})
		case v == V21 || f == gender:
			all = append(all, value{tag, exchange.Unescape(split[i])})
		default:
			for _, one := range exchange.SplitValue(split[i], ',') {
				all = append(all, value{tag, exchange.Unescape(one)})
			}
		}
	}
	return all
}

// withoutLabel makes the eighth part of an address, in which Google writes the
// whole of it, the label that it is.
func (s *statement) withoutLabel(split []string) []string {
	last := len(split) - 1
	if label := exchange.Unescape(split[last]); label != "" && s.param("LABEL") == "" {
		s.params = append(s.params, exchange.Param{Name: "LABEL", Values: []string{label}})
	}
	return split[:last]
}

// source is the value of CLIENTPIDMAP: a number, and the URI that it stands for
// (RFC 6350 §6.7.7).
func (s *statement) source() ([]value, error) {
	id, source, _ := strings.Cut(s.value, ";")
	if n, err := strconv.Atoi(id); err != nil || n < 1 || strconv.Itoa(n) != id || !isURI(source) {
		return nil, errNotSource
	}
	return []value{{"sourceid", id}, {xprop.URI, unescapeURI(source)}}, nil
}
