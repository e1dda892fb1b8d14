package conflicts

import (
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
)

// The newest of the versions that changed a field or a hunk decides it. A newer version that
// did not change it would bring the original back over both edits.
func TestTheNewestOfThoseThatChangedItDecides(t *testing.T) {
	noon := time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC)
	made := func(minutes int, by, title, text string) *item.Version {
		first := item.History{Sequence: 1, By: "phone", When: item.At(noon)}
		v := &item.Version{ID: "eggs", Updates: 1, Content: item.Plain(title, text), History: []item.History{first}}
		if minutes > 0 {
			when := item.At(noon.Add(time.Duration(minutes) * time.Minute))
			v.Updates, v.History = 2, []item.History{{Sequence: 2, By: by, When: when}, first}
		}
		return v
	}
	const (
		text       = "one\ntwo\nthree\nfour\nfive\n"
		paragraphs = "the first paragraph\na second one here\nthe last one\n"
		edited     = "the first paragraph, edited\na second one here\nthe last one\n"
		moved      = "a second one here\nthe last one\nthe first paragraph\n"
		added      = "tablet adds this\n"
	)
	for name, c := range map[string]struct {
		original *item.Version
		versions []*item.Version
		title    string
		text     string
		why      NoAnswer
	}{
		"the newest changed another field": {
			original: made(0, "phone", "Eggs", text),
			versions: []*item.Version{made(3, "tablet", "Eggs", text+"six\n"), made(2, "laptop", "Ten eggs", text), made(1, "desk", "Six eggs", text)},
			title:    "Ten eggs", text: text + "six\n",
		},
		"another stretch has another newest version": {
			original: made(0, "phone", "Eggs", text),
			versions: []*item.Version{
				made(3, "tablet", "Eggs", "one\ntwo\nthree\nfour\nfive by tablet\n"),
				made(2, "laptop", "Eggs", "one by laptop\ntwo\nthree\nfour\nfive\n"),
				made(1, "desk", "Eggs", "one by desk\ntwo\nthree\nfour\nfive by desk\n"),
			},
			title: "Eggs", text: "one by laptop\ntwo\nthree\nfour\nfive by tablet\n",
		},
		"paragraphs that were moved to one position are decided by one": {
			original: made(0, "phone", "Eggs", "the first paragraph\na second one here\nand the third of them\nthe last one\n"),
			versions: []*item.Version{
				made(3, "tablet", "Eggs", "the first paragraph, edited\na second one here\nand the third of them\nthe last one\n"),
				made(2, "laptop", "Eggs", "the first paragraph\na second one here\nand the third of them, edited\nthe last one\n"),
				made(1, "desk", "Eggs", "a second one here\nthe last one\nthe first paragraph\nand the third of them\n"),
			},
			title: "Eggs", text: "the first paragraph, edited\na second one here\nand the third of them\nthe last one\n",
		},
		"a moved paragraph would be lost where the newest has another line": {
			original: made(0, "phone", "Eggs", paragraphs),
			versions: []*item.Version{made(3, "tablet", "Eggs", paragraphs+added), made(2, "desk", "Eggs", moved), made(1, "laptop", "Eggs", edited)},
			why:      FieldsOpen,
		},
		"a paragraph stays where the newest edited it": {
			original: made(0, "phone", "Eggs", paragraphs),
			versions: []*item.Version{made(3, "tablet", "Eggs", paragraphs+added), made(2, "desk", "Eggs", edited), made(1, "laptop", "Eggs", moved)},
			title:    "Eggs", text: edited + added,
		},
		"the original is not known": {
			versions: []*item.Version{made(3, "tablet", "Eggs", text), made(2, "laptop", "Ten eggs", text)},
			title:    "Eggs", text: text,
		},
		"those that changed it have no plausible time": {
			original: made(0, "phone", "Eggs", text),
			versions: []*item.Version{made(3, "tablet", "Eggs", text+"six\n"), made(200, "laptop", "Ten eggs", text), made(100, "desk", "Six eggs", text)},
			why:      NoTime,
		},
	} {
		about := About{}
		if c.original != nil {
			about.Base = ancestry.Base{Version: c.original}
		}
		s, err := NewSession(&item.Item{Winner: c.versions[0], Conflicts: c.versions[1:]}, "desk", about)
		if err != nil {
			t.Fatal(err)
		}
		p := planner{rule: MergeThenNewest, now: noon.Add(time.Hour)}
		switch why, err := p.answer(s); {
		case err != nil || why != c.why:
			t.Errorf("%s: got %v, %v, want %v", name, why, err, c.why)
		case why == Answered:
			for _, cell := range s.Cells() {
				if want := map[string]string{"title": c.title, "text": c.text}[cell.Field]; cell.Result != want || cell.Open {
					t.Errorf("%s: %s is %q, open %v, want %q", name, cell.Field, cell.Result, cell.Open, want)
				}
			}
		}
	}
}
