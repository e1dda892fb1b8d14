package feed

import "fmt"

// Severity tells what a problem means for its item.
type Severity string

// An Error sets an item, or an attribute of the feed, aside; a Warning is read
// with the best meaning that it has.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Problem is a breach of a specification, where it is and which.
type Problem struct {
	Severity Severity `json:"severity"`
	// Line counts from 1.
	Line int `json:"line"`
	// Item is the identifier of the item, or "".
	Item string `json:"item"`
	// Rule names the rule in a word, as in "missing-history".
	Rule string `json:"rule"`
	// Section is where the rule stands, as in "SSE 0.93 §2.5".
	Section string `json:"section"`
	// Text is a sentence for people.
	Text string `json:"text"`
}

// String is the problem in one line, without the name of the file.
func (p Problem) String() string {
	item := ""
	if p.Item != "" {
		item = fmt.Sprintf("item %q: ", p.Item)
	}
	return fmt.Sprintf("line %d: %s: %s%s (%s, %s)", p.Line, p.Severity, item, p.Text, p.Rule, p.Section)
}

// brief shows the beginning of a long text in a message.
func brief(text string) string {
	const most = 60
	n := 0
	for i := range text {
		if n == most {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
