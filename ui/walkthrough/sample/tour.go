package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"crossfeed/ui/walkthrough"
)

// tour is one walk through the sample.
type tour struct {
	binary, theme string
	width, height int
	album         *walkthrough.Album
	display       *walkthrough.Display
	window        *walkthrough.Window
	commands      walkthrough.Commands
}

// step is what is said, the keys pressed, the text typed then, and the name of
// the picture taken after it.
type step struct {
	says    string
	keys    []string
	types   string
	picture string
}

// steps settle three things in three ways: a combination that is typed, the
// other version as a whole, and the winner.
func steps() []step {
	return []step{
		{says: "The window explains itself.", picture: "welcome"},
		{says: "It opens the sample: two others changed three things.", keys: []string{"Tab", "Tab", "Return"}, picture: "sample"},
		{says: "F8 goes to the first thing to settle, both versions side by side.", keys: []string{"F8"}, picture: "versions"},
		{says: "2 takes the other version; the result shows it.", keys: []string{"2"}, picture: "taken"},
		{says: "E edits the result.", keys: []string{"e", "End"}, types: " (agreed)", picture: "edited"},
		{says: "Ctrl+Enter saves it and goes on to the next.", keys: []string{"ctrl+Return"}, picture: "next"},
		{says: "1 keeps the winner, which is a decision too.", keys: []string{"1", "ctrl+Return"}, picture: "third"},
		{says: "The last one.", keys: []string{"2", "ctrl+Return"}, picture: "done"},
	}
}

func (t *tour) run(ctx context.Context) error {
	folder, err := os.MkdirTemp("", "crossfeed-sample-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	data := filepath.Join(folder, "data")
	t.commands = walkthrough.Commands{Binary: t.binary, Data: data}
	if t.display, err = walkthrough.StartDisplay(ctx, t.width, t.height); err != nil {
		return err
	}
	defer t.display.Stop()
	if t.window, err = t.display.Open(ctx, t.binary, data, "FYNE_THEME="+t.theme); err != nil {
		return err
	}
	defer t.window.Kill()
	if err := t.window.Resize(ctx, t.width, t.height); err != nil {
		return err
	}
	if err := t.walk(ctx); err != nil {
		return fmt.Errorf("%w\nthe program said:\n%s", err, t.window.Said())
	}
	return nil
}

func (t *tour) walk(ctx context.Context) error {
	for _, s := range steps() {
		if err := t.take(ctx, s); err != nil {
			return err
		}
	}
	return t.expectSettled(ctx)
}

func (t *tour) take(ctx context.Context, s step) error {
	if err := t.window.Press(ctx, s.keys...); err != nil {
		return err
	}
	if err := t.window.Type(ctx, s.types); err != nil {
		return err
	}
	path, err := t.album.Take(ctx, t.display, s.picture)
	if err != nil {
		return err
	}
	fmt.Printf("%-68s %s\n", s.says, path)
	return nil
}

// expectSettled asks the commands whether anything is left.
func (t *tour) expectSettled(ctx context.Context) error {
	return walkthrough.Until(ctx, func() (bool, string, error) {
		var left []walkthrough.Item
		err := t.commands.Read(ctx, &left, "conflict", "list")
		return len(left) == 0, fmt.Sprintf("%d items are still to settle", len(left)), err
	})
}
