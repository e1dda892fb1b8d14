//go:build display

package walkthrough_test

import (
	"path/filepath"
	"testing"

	"crossfeed/ui/walkthrough"
)

// treeTop is the position of the first row of the tree in a window of 1280×800, and rowStep
// the distance to the next one.
const (
	treeLeft, treeTop, rowStep = 340, 213, 29
)

// TestOutlinesByMouse drags a feed into a folder, and a folder before another one, in the real
// window.
func TestOutlinesByMouse(t *testing.T) {
	j := begin(t)
	j.name = "Reading"
	list, err := filepath.Abs(exported)
	j.must(err)
	j.run(j.a, "list", "create", j.name, "--kind", "outline")
	j.run(j.a, "import", j.name, list)
	j.press("Down")
	j.until("the tree", func() (bool, string) { return len(j.items(j.a)) == 14, "" })
	j.drags("Recipes from everywhere", "Work", 0)
	j.until("Recipes in Work", func() (bool, string) {
		it := j.item("Recipes from everywhere")
		return it.Parent == j.item("Work").ID, say(it)
	})
	j.picture("into a folder")
	j.drags("Comics", "News", -rowStep/2)
	j.until("Comics first", func() (bool, string) {
		first := j.items(j.a)[0]
		return first.Title == "Comics" && first.Parent == "", say(first)
	})
	j.picture("before a folder")
}

// drags drags one row onto another, or some pixels below its middle.
func (j *journey) drags(title, onto string, below int) {
	j.t.Helper()
	j.must(j.window.Drag(j.ctx, j.rowOf(title, 0), j.rowOf(onto, below)))
}

// rowOf returns the position of an outline's row, with all branches open.
func (j *journey) rowOf(title string, below int) walkthrough.Point {
	j.t.Helper()
	for n, it := range j.items(j.a) {
		if it.Title == title {
			return walkthrough.Point{X: treeLeft, Y: treeTop + n*rowStep + below}
		}
	}
	j.t.Fatalf("there is no row %q", title)
	return walkthrough.Point{}
}
