package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"crossfeed/ui/walkthrough"
)

type tour struct {
	binary, theme string
	width, height int
	album         *walkthrough.Album
	display       *walkthrough.Display
	window        *walkthrough.Window
	commands      walkthrough.Commands
}

// step is a description, the keys to press, the text to type then, the name of the screenshot
// taken afterwards, and the number of conflicts left.
type step struct {
	caption   string
	keys      []string
	types     string
	picture   string
	conflicts int
}

// steps resolve three conflicts in three ways: with typed text, with the other version, and
// with the current one.
func steps() []step {
	return []step{
		{caption: "The window explains itself.", picture: "welcome"},
		{caption: "It opens the sample: two other devices, three conflicts.", keys: []string{"Tab", "Tab", "Tab", "Tab", "Return"}, picture: "sample", conflicts: 3},
		{caption: "F8 opens the first conflict, the versions side by side.", keys: []string{"F8"}, picture: "versions", conflicts: 3},
		{caption: "2 takes the other version; the result shows it.", keys: []string{"2"}, picture: "taken", conflicts: 3},
		{caption: "E edits the result.", keys: []string{"Down", "e", "End"}, types: " (agreed)", picture: "edited", conflicts: 3},
		{caption: "Ctrl+Enter saves it and opens the next.", keys: []string{"ctrl+Return"}, picture: "next", conflicts: 2},
		{caption: "1 keeps the current version.", keys: []string{"1", "ctrl+Return"}, picture: "third", conflicts: 1},
		{caption: "The last one.", keys: []string{"2", "ctrl+Return"}, picture: "done"},
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
		return fmt.Errorf("%w\nthe program said:\n%s", err, t.window.Stderr())
	}
	return nil
}

func (t *tour) walk(ctx context.Context) error {
	for _, s := range steps() {
		if err := t.take(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (t *tour) take(ctx context.Context, s step) error {
	time.Sleep(time.Second) // the window ignores keys that come too soon after a change
	if err := t.window.Press(ctx, s.keys...); err != nil {
		return err
	}
	if err := t.window.Type(ctx, s.types); err != nil {
		return err
	}
	if err := t.expect(ctx, s); err != nil {
		return err
	}
	path, err := t.album.Take(ctx, t.display, s.picture)
	if err != nil {
		return err
	}
	fmt.Printf("%-68s %s\n", s.caption, path)
	return nil
}

// expect checks the number of conflicts with the commands.
func (t *tour) expect(ctx context.Context, s step) error {
	if s.picture == "welcome" { // the program may still be creating its store
		return nil
	}
	return walkthrough.Until(ctx, func() (bool, string, error) {
		var left []walkthrough.Item
		err := t.commands.Read(ctx, &left, "conflict", "list")
		return len(left) == s.conflicts, fmt.Sprintf("%s there are %d conflicts, want %d", s.caption, len(left), s.conflicts), err
	})
}
