package serve

import (
	"strconv"
	"strings"
)

// accepts tells whether Accept-Encoding permits a coding (RFC 9110 §12.5.3).
func accepts(values []string, coding string) bool {
	allowed := false
	for _, part := range strings.Split(strings.Join(values, ","), ",") {
		name, parameters, _ := strings.Cut(part, ";")
		switch name = strings.ToLower(strings.TrimSpace(name)); name {
		case coding:
			return weight(parameters) > 0
		case "*":
			allowed = weight(parameters) > 0
		}
	}
	return allowed
}

// weight is the q of a coding; 1 where none stands.
func weight(parameters string) float64 {
	name, value, there := strings.Cut(strings.TrimSpace(parameters), "=")
	if !there || !strings.EqualFold(strings.TrimSpace(name), "q") {
		return 1
	}
	q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil {
		return 0
	}
	return q
}
