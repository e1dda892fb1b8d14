package outline

import (
	"encoding/json"
	"slices"
)

// Branches says which branches of an outline are open: all but some, or none but
// some. The zero Branches has all of them open. It is replaced and never changed.
type Branches struct {
	// Closed tells that branches are closed, But which ones are not as the others,
	// the one last opened or closed last.
	Closed bool     `json:"closed,omitempty"`
	But    []string `json:"but,omitempty"`
}

// Equal reports whether the same branches are open.
func (b Branches) Equal(o Branches) bool { return b.Closed == o.Closed && slices.Equal(b.But, o.But) }

// mostKept is how many branches are kept that are not as the others: of lists with
// more, those that were opened or closed last.
const mostKept = 2000

// Opened is the same with some branches open.
func (b Branches) Opened(ids ...string) Branches { return b.with(b.Closed, ids) }

// Shut is the same with some branches closed.
func (b Branches) Shut(ids ...string) Branches { return b.with(!b.Closed, ids) }

// with has the branches among the exceptions, or not.
func (b Branches) with(excepted bool, ids []string) Branches {
	but := slices.DeleteFunc(slices.Clone(b.But), func(id string) bool { return slices.Contains(ids, id) })
	if excepted {
		but = append(but, ids...)
	}
	b.But = but[max(len(but)-mostKept, 0):]
	return b
}

// Open answers which branches are open; it is made once for many questions.
func (b Branches) Open() func(id string) bool {
	but := make(map[string]bool, len(b.But))
	for _, id := range b.But {
		but[id] = true
	}
	return func(id string) bool { return but[id] == b.Closed }
}

// Format is the text that Parse reads, for the branches of outlines by their names.
func Format(all map[string]Branches) string {
	text, err := json.Marshal(all)
	if err != nil {
		panic("branches: " + err.Error()) // texts alone
	}
	return string(text)
}

// Parse reads what was kept. What cannot be read is forgotten: then all are open.
func Parse(text string) map[string]Branches {
	all := map[string]Branches{}
	if json.Unmarshal([]byte(text), &all) != nil || all == nil {
		return map[string]Branches{}
	}
	return all
}
