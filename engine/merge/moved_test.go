package merge_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/merge"
)

// drawMoves describes the moved and edited paragraphs.
func drawMoves(chunks []merge.Chunk) string {
	var b strings.Builder
	for i, c := range chunks {
		if m := c.Move; m != nil {
			fmt.Fprintf(&b, "%d→%d %s moved, %s edited: %q and %q", i, m.To, letters([]int{m.By}), letters([]int{m.Edited}), m.Here, m.There)
			if m.Left != "" {
				fmt.Fprintf(&b, ", leaves %q", m.Left)
			}
			if m.Unclear {
				b.WriteString(", unclear")
			}
		}
	}
	return b.String()
}

func TestAParagraphThatOneMovedAndAnotherEditedIsFound(t *testing.T) {
	const one, two, three = "the first paragraph\n", "a second one here\n", "and the third\n"
	const edited = "the first paragraph, edited\n"
	for name, c := range map[string]struct{ base, a, b, want string }{
		"moved down":                  {one + two + three, two + three + one, edited + two + three, `0→2 A moved, B edited: "" and "the first paragraph, edited\n"`},
		"moved down by the other":     {one + two + three, edited + two + three, two + three + one, `0→2 B moved, A edited: "" and "the first paragraph, edited\n"`},
		"moved up":                    {three + two + one, one + three + two, three + two + edited, `2→0 A moved, B edited: "" and "the first paragraph, edited\n"`},
		"between blank lines":         {one + "\n" + two + "\n" + three, two + "\n" + three + "\n" + one, edited + "\n" + two + "\n" + three, `0→2 A moved, B edited: "" and "\nthe first paragraph, edited\n"`},
		"no end at the end":           {one + two + "end", two + "end\n" + strings.TrimSuffix(one, "\n"), edited + two + "end", `0→2 A moved, B edited: "" and "the first paragraph, edited\n"`},
		"up from an end without one":  {three + two + "the first paragraph", one + "new\n" + three + strings.TrimSuffix(two, "\n"), three + two + "the first paragraph, edited", `2→0 A moved, B edited: "" and "the first paragraph, edited\nnew\n", leaves "new\n"`},
		"past its neighbour":          {one + two, two + one, edited + two, `0→2 A moved, B edited: "" and "the first paragraph, edited\n"`},
		"its neighbour edited":        {two + one, one + two, two + edited, `0→0 A moved, B edited: "the first paragraph, edited\na second one here\n" and ""`},
		"a line of it edited":         {one + "its end\n" + two + three, two + three + one + "its end\n", edited + "its end\n" + two + three, `0→2 A moved, B edited: "" and "the first paragraph, edited\nits end\n"`},
		"a line added to it":          {one + "its end\n" + two + three, two + three + one + "its end\n", one + "more\nits end\n" + two + three, `0→2 A moved, B edited: "" and "the first paragraph\nmore\nits end\n"`},
		"edited by both":              {one + two + three, two + three + "the first paragraph, by A\n", edited + two + three, `0→2 A moved, B edited: "" and "", unclear`},
		"only deleted":                {one + two + three, two + three, edited + two + three, ``},
		"there twice":                 {one + two + three, two + one + three + one, edited + two + three, ``},
		"there twice before":          {one + two + one + three, two + one + three + one, edited + two + one + three, `0→2 A moved, B edited: "" and "", unclear`},
		"moved to where B added":      {one + two + three, two + three + one, edited + two + three + "new\n", `0→2 A moved, B edited: "" and "the first paragraph, edited\n"`},
		"a line of A next to it":      {one + two + three, two + three + one + "new\n", edited + two + three, `0→2 A moved, B edited: "" and "the first paragraph, edited\nnew\n", leaves "new\n"`},
		"a paragraph of A before it":  {one + two, two + "\nnew\n\n" + one, edited + two, `0→2 A moved, B edited: "" and "\nnew\n\nthe first paragraph, edited\n", leaves "\nnew\n"`},
		"one edited by both, A added": {one + two, two + "the first paragraph, by A\nnew\n", edited + two, `0→2 A moved, B edited: "" and "", leaves "new\n", unclear`},
		"two moved to one chunk":      {one + two + three + "end\n", two + "end\n" + one + "new\n" + three, edited + two + "and the third, edited\nend\n", `0→4 A moved, B edited: "" and "the first paragraph, edited\nnew\nand the third\n", leaves "new\n"2→4 A moved, B edited: "" and "the first paragraph\nnew\nand the third, edited\n", leaves "new\n"`},
		"two moved to where B added":  {one + two + three + "end\n", two + "end\n" + one + three, edited + two + "and the third, edited\nend\nnew\n", `0→4 A moved, B edited: "" and "the first paragraph, edited\nand the third\n"2→4 A moved, B edited: "" and "the first paragraph\nand the third, edited\n"`},
		"both changed it in place":    {one + two, "the first, by A\n" + two, edited + two, ``},
		"a line added next to it":     {one + two + three, "new\n" + one + two + three, edited + two + three, ``},
		"nothing but a rule":          {"---\n" + two + three, two + three + "---\n", "----\n" + two + three, ``},
		"both moved and both edited":  {one + two, two + "the first paragraph, by A\n", two + edited, ``},
	} {
		t.Run(name, func(t *testing.T) {
			if got := drawMoves(merge.Chunks(&c.base, []string{c.a, c.b})); got != c.want {
				t.Errorf("got  %s\nwant %s\n%s", got, c.want, drawChunks(merge.Chunks(&c.base, []string{c.a, c.b})))
			}
			if got := textOf(&c.base, []string{c.a, c.b}); !got.Open {
				t.Errorf("it is merged: %+v", got)
			}
		})
	}
}

// Equal changes of several versions count once. If a paragraph was changed in more than two
// ways, there is no merge.
func TestAMovedAndEditedParagraphIsFoundAmongThreeVersions(t *testing.T) {
	const one, two, three = "the first paragraph\n", "a second one here\n", "and the third\n"
	const rest = two + three + "a fourth\nand the last\n"
	const base, moved, edited = one + rest, rest + one, "the first paragraph, edited\n" + rest
	const found = `0→2 A moved, B edited: "" and "the first paragraph, edited\n"`
	for name, c := range map[string]struct {
		versions []string
		want     string
	}{
		"C left it alone":              {[]string{moved, edited, base}, found},
		"C edited another":             {[]string{moved, edited, strings.Replace(base, three, "the third, by C\n", 1)}, `0→4 A moved, B edited: "" and "the first paragraph, edited\n"`},
		"C edited the one next to it":  {[]string{moved, edited, strings.Replace(base, two, "the second, by C\n", 1)}, ``},
		"C moved it as well":           {[]string{moved, edited, moved}, found},
		"C made the same edit":         {[]string{moved, edited, edited}, found},
		"C made another edit":          {[]string{moved, edited, "the first, by C\n" + rest}, ``},
		"C moved it elsewhere":         {[]string{moved, edited, strings.Replace(rest, three, three+one, 1)}, ``},
		"C deleted it":                 {[]string{moved, edited, rest}, ``},
		"C added a line where it went": {[]string{moved, edited, base + "more\n"}, found},
	} {
		t.Run(name, func(t *testing.T) {
			if got := drawMoves(merge.Chunks(&[]string{base}[0], c.versions)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
