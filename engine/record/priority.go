package record

import (
	"strconv"
	"strings"

	"crossfeed/engine/record/internal/xprop"
)

// priorityNames are words for the ranges of RFC 5545 §3.8.1.9.
var priorityNames = map[string]string{"high": "1", "medium": "5", "low": "9", "none": ""}

// canonicalPriority takes a number from 0, which is none, to 9, or a word.
func canonicalPriority(text string) (string, error) {
	if p, named := priorityNames[strings.ToLower(text)]; named {
		return p, nil
	}
	switch n, err := strconv.Atoi(text); {
	case err != nil || n < 0 || n > 9:
		return "", wrong(text, NotAPriority)
	case n == 0:
		return "", nil
	default:
		return strconv.Itoa(n), nil
	}
}

func getPriority(t tree) string {
	n, err := strconv.Atoi(t.word("priority"))
	if err != nil || n < 1 || n > 9 {
		return ""
	}
	return strconv.Itoa(n)
}

func setPriority(t tree, value string) { t.setText("priority", xprop.Integer, value) }
