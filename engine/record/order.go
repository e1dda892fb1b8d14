package record

import (
	"strconv"

	"crossfeed/engine/record/internal/xprop"
)

// sortOrder is the property in which several programs keep the place by hand; no
// specification names it, so that its type is unknown (RFC 6321 §5).
const sortOrder = "x-apple-sort-order"

func canonicalOrder(text string) (string, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return "", wrong(text, NotAnInteger)
	}
	return strconv.FormatInt(n, 10), nil
}

func getOrder(t tree) string {
	text, err := canonicalOrder(t.word(sortOrder))
	if err != nil {
		return ""
	}
	return text
}

func setOrder(t tree, value string) { t.setText(sortOrder, xprop.Unknown, value) }
