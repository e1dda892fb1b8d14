package cli_test

import "testing"

// TestColumnsOfWideCharacters: a character of two columns counts as two, and a
// mark on a letter as none.
func TestColumnsOfWideCharacters(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "買い物")
	d.ok("set", "new", "Ausfluge\u0308")
	d.ok("set", "new", "🧑‍🌾 Garden")
	d.ok("set", "list").prints("" +
		"LIST       KIND  ITEMS  TO SETTLE  DELETED  PUBLISHED AT\n" +
		"Ausfluge\u0308   note  0      0          0\n" +
		"買い物     note  0      0          0\n" +
		"🧑‍🌾 Garden  note  0      0          0\n")
}
