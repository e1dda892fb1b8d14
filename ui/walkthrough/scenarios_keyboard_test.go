//go:build display

package walkthrough_test

import "testing"

// (k) A complete resolution with the keyboard only, seen without colors.
func TestScenarioByKeyboardInGrey(t *testing.T) {
	s := stage(t, "todo", "laptop", "tablet")
	s.subscribe(desk, "laptop", "tablet")
	s.share("eggs", "title=Eggs", "due=2026-05-25", "tags=food", "text=From the market.\nSix of them.")
	s.changes(desk, "eggs", "title=Eggs ×12", "tags=food\nshop")
	s.changes("laptop", "eggs", "due=2026-05-26", "text=From the market hall.\nSix of them.")
	s.changes("tablet", "eggs", "due=2026-05-27", "tags=food\nveg", "text=From the weekly market.\nSix of them.")
	s.publishes()
	s.resolving("k", "eggs", func() {
		s.goesOn()
		s.picture("open field")
		s.press("2")
		s.goesOn()
		s.press("Left", "Left", "Return")
		s.picture("stretch taken")
		s.confirms()
	}, s.stores("Eggs ×12", s.todo("eggs", "<summary><text>Eggs ×12</text></summary><due><date>2026-05-26</date></due>"+
		"<categories><text>food</text><text>veg</text><text>shop</text></categories>"+
		"<description><text>From the market.\nSix of them.</text></description>{order}")+"<content>From the market.\nSix of them.</content>"))
	for _, page := range []struct{ key, name string }{{"ctrl+shift+l", "decisions"}, {"F7", "people"}, {"F1", "keys"}} {
		s.press(page.key)
		s.picture(page.name)
		s.press("Escape")
	}
	s.press("Home", "Down", "ctrl+h")
	s.picture("history")
}
