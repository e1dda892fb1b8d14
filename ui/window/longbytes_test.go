package window

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// A long text with Windows line endings is resolved hunk by hunk, and a letter is typed at the
// end of one hunk. Exactly the chosen and typed bytes are stored.
func TestALongTextThatWasTypedIsStoredToTheByte(t *testing.T) {
	for _, size := range []int{testsize.Of(20_000, 80_000), testsize.Of(80_000, 300_000)} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			p := newKeyPresser(t, todoKeys, item.FeedSync10)
			want := p.putLong(size)
			p.win.Reload()
			p.win.openResolve(p.place("long"))
			p.rest()
			s := p.win.pages.resolve.Shown().Session
			for n := 0; len(s.Open()) > 0; n++ {
				p.press(fyne.KeyReturn, fyne.KeyModifierControl)
				p.types("12"[n%2 : n%2+1])
				p.rest()
			}
			p.types("e") // to the last choice
			p.types("z")
			p.rest()
			p.press(fyne.KeyReturn, fyne.KeyModifierControl)
			p.rest()
			stored := p.desk.item(p.place("long")).Winner
			if stored.Updates != 3 {
				t.Fatalf("it is at update %d: nothing was saved", stored.Updates)
			}
			read, err := item.ParseContent(stored.Content.XML())
			must(t, err)
			if got := record.Read(read).Get("text"); got != want {
				t.Errorf("stored are %d bytes, of which the first %d are right, and not %d", len(got), alike(got, want), len(want))
			}
		})
	}
}

// putLong adds a conflict of about size bytes to the list: the versions change some lines
// separately and some both, including the last one. It returns the text that results from
// choosing A and B in turn, and typing a z at the end of the last line.
func (p *keyPresser) putLong(size int) (want string) {
	var base, a, b, result []string
	choices := 0
	for i := range size / 40 {
		line := fmt.Sprintf("line %d says what there is to be bought", i)
		texts := [...]string{line, line, line} // of A, of B, and of the result
		switch last := i == size/40-1; {
		case last || i%(size/400) == 20:
			texts = [...]string{line + " by A", line + " by B", ""}
			texts[2], choices = texts[choices%2], choices+1
		case i%90 == 30:
			texts[0] += " or A"
			texts[2] = texts[0]
		case i%90 == 70:
			texts[1] += " or B"
			texts[2] = texts[1]
		}
		base, a, b, result = append(base, line), append(a, texts[0]), append(b, texts[1]), append(result, texts[2])
	}
	crlf := func(lines []string) string { return strings.Join(lines, "\r\n") + "\r\n" }
	values := func(lines []string) map[string]string { return map[string]string{"title": "Long", "text": crlf(lines)} }
	first := p.version("long", -60, "phone", false, values(base), nil)
	p.items = map[string]*keyItem{"long": {versions: []*keyVersion{
		p.version("long", -1, "desk", false, values(a), first), p.version("long", -2, "laptop", false, values(b), first),
	}}}
	must(p.t, p.store.Update(p.t.Context(), func(w store.Writer) error {
		if err := w.PutArchive(p.list, first.made, store.Seen{At: noon}); err != nil {
			return err
		}
		return w.PutItem(p.list, p.stored("long"), store.Seen{At: noon})
	}))
	result[len(result)-1] += "z"
	return crlf(result)
}

// alike returns the length of the common prefix of two texts.
func alike(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
