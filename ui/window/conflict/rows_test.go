package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

var wide = fyne.NewSize(1400, 800)

func drawn(a *at) string { return "\n" + strings.Join(a.rows(), "\n") + "\n" }

// Equal lines are in the same row in all columns. An added line is next to empty cells, a
// removed one is struck out, and the result follows.
func TestTheSameLineStandsInTheSameRow(t *testing.T) {
	a := open(t, begun(t,
		version(1, "phone", "Shop", "milk\nbread\neggs\n"),
		version(3, "desk", "Shop", "milk\nwhite bread\neggs\n"),
		version(2, "laptop", "Shop", "milk\nbread\neggs\ntea\n")), wide)
	same(t, "rows", drawn(a), `
Text|milk|milk|milk|milk
|bread|~white bread|bread|~white bread
|eggs|eggs|eggs|eggs
|||+tea|+tea
▸ 1 field is the same everywhere
`)
}

// Without an original, nothing is said to be removed, because that is unknown: versions are
// compared with the first one, and nothing is suggested.
func TestWithoutAStartNothingIsProposed(t *testing.T) {
	a := open(t, begun(t, nil, version(3, "desk", "Shop", "milk"), version(2, "laptop", "Shopping", "milk")), wide)
	same(t, "rows", drawn(a), `
Title|Shop|~Shopping|?Choose: [A] [B] [Edit]
▸ 1 field is the same everywhere
`)
}

// Equal lines are folded except for those next to a difference; Enter unfolds them and folds
// them again.
func TestLinesThatAreTheSameAreFolded(t *testing.T) {
	same10 := strings.Repeat("same\n", 10)
	a := open(t, begun(t,
		version(1, "phone", "Shop", same10+"bread\n"+same10+"tea\n"),
		version(3, "desk", "Shop", same10+"white bread\n"+same10+"tea\n"),
		version(2, "laptop", "Shop", same10+"bread\n"+same10+"green tea\n")), wide)
	want := `
▸ 8 unchanged lines
|same|same|same|same
|same|same|same|same
|bread|~white bread|bread|~white bread
|same|same|same|same
|same|same|same|same
▸ 6 unchanged lines
|same|same|same|same
|same|same|same|same
|tea|tea|~green tea|~green tea
▸ 1 field is the same everywhere
`
	same(t, "folded", drawn(a), want)
	a.press(fyne.KeyDown, fyne.KeyReturn)
	same(t, "lines with the first fold open", len(a.rows()), 11+8)
	a.press(fyne.KeyReturn)
	same(t, "folded again", drawn(a), want)
}

// The fields that are equal in all versions are a single row, which unfolds.
func TestFieldsThatAreTheSameAreOneLine(t *testing.T) {
	a := open(t, begun(t, version(1, "phone", "Shop", "milk"), version(3, "desk", "Shop", "tea"), version(2, "laptop", "Shop", "milk")), wide)
	a.press(fyne.KeyEnd, fyne.KeyReturn)
	same(t, "the last row", a.rows()[len(a.rows())-1], "Title|Shop|Shop|Shop|Shop")
}

// A deleted version shows that it is deleted, and no values of its fields.
func TestADeletedVersionSaysNothingAboutItsFields(t *testing.T) {
	a := open(t, begun(t, version(1, "phone", "Shop", "milk"), version(3, "desk", "Shop", "oat milk"), deleted(version(2, "laptop", "Shop", "milk"))), wide)
	same(t, "rows", drawn(a), `
Title|Shop|Shop|deleted|Shop
Text|milk|~oat milk|deleted|~oat milk
`)
}

// A long line continues in the next row of its cell, and nothing of it is lost.
func TestLongLinesAreWrapped(t *testing.T) {
	long := strings.Repeat("many words ", 20)
	a := open(t, begun(t, nil, version(3, "desk", "Shop", long), version(2, "laptop", "Shop", "short")), fyne.NewSize(700, 600))
	got := ""
	for _, r := range a.Grid().Rows() {
		if r.Name == "Text" {
			for _, l := range r.Cells[0].Lines {
				for _, s := range l.Spans {
					got += s.Text
				}
			}
		}
	}
	same(t, "the text", strings.Join(strings.Fields(got), ""), strings.ReplaceAll(long, " ", ""))
}

// Of huge texts the first page is shown before the rest is compared.
func TestTheFirstPageIsShownBeforeTheRestIsCompared(t *testing.T) {
	text := strings.Repeat("a line of a long text\n", 20_000)
	a := open(t, begun(t, version(1, "phone", "Shop", text),
		version(3, "desk", "Shop", "one\n"+text), version(2, "laptop", "Shop", text+"two\n")), wide)
	a.Show(a.Shown())
	a.seam.Step()
	a.seam.Step()
	rows := a.rows()
	same(t, "first", rows[0], "Text||+one||+one")
	same(t, "the rest", rows[len(rows)-2], " comparing…")
	a.seam.Run()
	rows = a.rows()
	same(t, "the end", rows[len(rows)-2], "|||+two|+two")
}

// An empty text is marked as empty, and so is an empty set.
func TestWhatIsEmptyIsSaidToBe(t *testing.T) {
	a := open(t, begun(t, version(1, "phone", "Shop", ""), version(3, "desk", "Shop", "milk"), version(2, "laptop", "Shop", "")), wide)
	same(t, "rows", drawn(a), `
Text|—|+milk|—|+milk
▸ 1 field is the same everywhere
`)
}

// An open paragraph that one version moved and another edited is explained as such, and
// whatever is chosen, the result contains it once.
func TestAMovedAndEditedParagraphIsSaidToBeSo(t *testing.T) {
	const base, edited = "the first paragraph\na second one\nand the third\n", "the first paragraph, edited\na second one\nand the third\n"
	for want, moved := range map[string]string{
		"Moved by A, edited by B.":  "a second one\nand the third\nthe first paragraph\n",
		"Moved and edited by both.": "a second one\nand the third\nthe first paragraph, by A\n",
	} {
		for key, result := range map[fyne.KeyName]string{fyne.Key1: moved, fyne.Key2: edited, fyne.Key0: base} {
			a := open(t, begun(t, version(1, "phone", "Shop", base), version(3, "desk", "Shop", moved), version(2, "laptop", "Shop", edited)), wide)
			if rows := drawn(a); !strings.Contains(rows, "|"+want+"\n") {
				t.Fatalf("%q is not in%s", want, rows)
			}
			a.types(string(key))
			same(t, want+" "+string(key), a.result("text"), result)
			if rows := drawn(a); strings.Contains(rows, want) {
				t.Errorf("chosen, %q is in%s", want, rows)
			}
		}
	}
}

// A choice for the paragraph keeps the line that A added next to it, and the page says what
// the choice drops; the merge drops nothing.
func TestAChoiceForAMovedParagraphKeepsTheLineNextToIt(t *testing.T) {
	const rest, one, edited, added = "a second one\nand the third\n", "the first paragraph\n", "the first paragraph, edited\n", "desk adds this\n"
	for key, want := range map[string]struct{ result, drops string }{
		"1": {rest + one + added, "Drops 1 line of B"},
		"2": {edited + rest + added, "Drops 1 line of A"},
		"0": {one + rest + added, "Drops 1 line of A and 1 line of B"},
		"m": {rest + edited + added, ""},
	} {
		a := open(t, begun(t, version(1, "phone", "Shop", one+rest), version(3, "desk", "Shop", rest+one+added), version(2, "laptop", "Shop", edited+rest)), wide)
		a.press(fyne.KeyDown)
		a.types(key)
		same(t, key, a.result("text"), want.result)
		if a.checkText(t, key, want.drops); want.drops == "" && strings.Contains(a.lines(), "Drops") {
			t.Errorf("%s: it says that something is dropped:\n%s", key, a.lines())
		}
	}
}

// If B added a line at the new position, too, the paragraph is explained as moved and edited,
// its position and the order of the lines are separate choices, and the result contains it
// once.
func TestAParagraphThatWasMovedToWhereTheOtherAddedIsThereOnce(t *testing.T) {
	const rest, one, edited, added = "a second one\nand the third\n", "the first paragraph\n", "the first paragraph, edited\n", "laptop adds this\n"
	for key, want := range map[string]string{"1": rest + one + added, "2": edited + rest + added, "0": one + rest + added, "m": rest + edited + added} {
		for _, first := range []bool{true, false} {
			a := open(t, begun(t, version(1, "phone", "Shop", one+rest), version(3, "desk", "Shop", rest+one), version(2, "laptop", "Shop", edited+rest+added)), wide)
			if rows := drawn(a); !strings.Contains(rows, "|Moved by A, edited by B.\n") {
				t.Fatalf("it is not said in%s", rows)
			}
			here := func() {
				a.press(fyne.KeyHome, fyne.KeyDown)
				a.types(key)
			}
			if first {
				here()
			}
			if len(a.Shown().Session.Open()) > 0 {
				a.clickChoice(t, "A then B")
			}
			if !first {
				here()
			}
			same(t, key, a.result("text"), want)
			same(t, key+", open", len(a.Shown().Session.Open()), 0)
		}
	}
}

// Fields that are empty in all versions are folded again among the equal ones: they have no
// value, but can be filled in.
func TestEmptyFieldsAreFoldedAmongThoseThatAreTheSame(t *testing.T) {
	a := open(t, begun(t,
		version(1, "phone", "Shop", ""), version(3, "desk", "Market", ""), version(2, "laptop", "Shop", "")), wide)
	a.press(fyne.KeyEnd, fyne.KeyReturn)
	same(t, "rows", drawn(a), `
Title|Shop|~Market|Shop|~Market
▾ 1 field is the same everywhere
▸ 1 of them is empty
`)
	a.press(fyne.KeyEnd, fyne.KeyReturn)
	same(t, "rows", drawn(a), `
Title|Shop|~Market|Shop|~Market
▾ 1 field is the same everywhere
▾ 1 of them is empty
Text|—|—|—|—
`)
}

// Two endpoints with the same name are distinguished by their identifiers.
func TestEndpointsOfOneNameAreToldApart(t *testing.T) {
	a := open(t, begun(t, version(1, "phone", "Shop", ""), version(3, "desk", "Market", ""), version(2, "laptop", "Mall", "")), wide)
	a.book.Put(item.NewNames("", map[string]string{"desk": "the old one", "laptop": "the old one"}, nil))
	a.Renamed()
	a.checkText(t, "the first", "the old one (desk)")
	a.checkText(t, "the second", "the old one (laptop)")
}

// A deletion received while a text is being typed gets a column without text, whichever column
// that is, and the other versions keep their texts.
func TestADeletionThatArrivesHasNoText(t *testing.T) {
	base := version(1, "phone", "Shop", "milk\nbread\n")
	desk, laptop := version(4, "desk", "Shop", "tea\nbread\n"), version(2, "laptop", "Shop", "milk\njam\n")
	a := open(t, begun(t, base, desk, laptop), wide)
	a.types("e")
	for _, text := range []struct {
		versions []*item.Version
		rows     string
	}{
		{[]*item.Version{desk, laptop}, `
Text|milk|−milk|milk|−milk
Text||+tea||
|bread|bread|−bread|−bread
|||+jam|+tea
||||+jam
||||+butter
▸ 1 field is the same everywhere
`},
		{[]*item.Version{desk, laptop, deleted(version(2, "tablet", "Shop", ""))}, `
Title|Shop|Shop|Shop|deleted|Shop
Text|milk|−milk|milk|deleted|−milk
Text||+tea|||
|bread|bread|−bread|deleted|−bread
|||+jam||+tea
|||||+jam
|||||+butter
`},
		{[]*item.Version{desk, deleted(version(3, "tablet", "Shop", "")), laptop}, `
Title|Shop|Shop|deleted|Shop|Shop
Text|milk|−milk|deleted|milk|−milk
Text||+tea|||
|bread|bread|deleted|−bread|−bread
||||+jam|+tea
|||||+jam
|||||+butter
`},
	} {
		s := begun(t, base, text.versions...)
		if err := s.Type("text", "tea\njam\nbutter\n"); err != nil {
			t.Fatal(err)
		}
		a.Met(shownOf(s), conflicts.News{})
		a.seam.Run()
		same(t, "rows", drawn(a), text.rows)
	}
}

// The head of each version has a unique letter and shape, so that the versions can be
// distinguished without colour.
func TestHeadsOfVersionsDifferWithoutColor(t *testing.T) {
	var versions []*item.Version
	for n := range 5 {
		versions = append(versions, version(9-n, fmt.Sprint("e", n), fmt.Sprint("Title ", n), ""))
	}
	a := open(t, begun(t, version(1, "phone", "Title", ""), versions...), fyne.NewSize(1900, 700))
	var letters, shapes []string
	for _, o := range uitest.Drawn(a.Object()) {
		switch o := o.(type) {
		case *widget.Line:
			if len(o.Text()) == 1 {
				letters = append(letters, o.Text())
			}
		case *canvas.Image:
			if o.Resource != nil {
				if _, shape, is := strings.Cut(o.Resource.Name(), "_shape"); is {
					shapes = append(shapes, shape)
				}
			}
		}
	}
	same(t, "letters", strings.Join(letters, " "), "A B C D E")
	same(t, "shapes", strings.Join(shapes, " "), "0.svg 1.svg 2.svg 3.svg 4.svg")
}
