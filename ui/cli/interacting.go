package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/ui/cli/interactive"
)

// interactive settles items as a person says, line by line: one, those of a list,
// or all.
func (r *run) interactive(e *engine.Engine, args []string) error {
	if r.env.Stdin == nil {
		return misuse("--interactive asks, and there is nobody to answer")
	}
	items, err := r.toSettle(e, args)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		r.say("no conflicts")
		return nil
	}
	view, err := r.view(e)
	if err != nil {
		return err
	}
	done, err := interactive.Run(r.ctx, interactive.Terminal{
		In: r.env.Stdin, Out: r.env.Stdout, View: view, Width: r.width, Where: r.where(e), Understand: r.typed, Edit: r.editor(),
	}, e, items)
	if err != nil {
		return err
	}
	if done.Left > 0 {
		r.attend("%d left to settle", done.Left)
	}
	return nil
}

// toSettle are the items that are meant: of a list and an identifier that one, if
// it is to settle.
func (r *run) toSettle(e *engine.Engine, args []string) ([]engine.Ref, error) {
	const one = 2
	if len(args) == one {
		_, err := e.Session(r.ctx, args[0], args[1])
		return []engine.Ref{{Set: args[0], ID: args[1]}}, err
	}
	open, err := e.Unsettled(r.ctx, args...)
	return each(open, func(u engine.InSet) engine.Ref { return engine.Ref{Set: u.Set, ID: u.ID} }), err
}

// typed puts in place of what is typed for a field what the field keeps.
func (r *run) typed(field, value string) (string, error) {
	values := record.Values{field: value}
	err := r.understand(values)
	return values[field], err
}

// editor opens a text in the editor that VISUAL or EDITOR names; nil is none.
func (r *run) editor() func(context.Context, string) (string, error) {
	command := r.env.Getenv("VISUAL")
	if command == "" {
		command = r.env.Getenv("EDITOR")
	}
	words := splitWords(command)
	if len(words) == 0 || r.env.Execute == nil {
		return nil
	}
	return func(ctx context.Context, text string) (_ string, err error) {
		dir, err := os.MkdirTemp("", "crossfeed-")
		if err != nil {
			return "", fmt.Errorf("making a folder for the text: %w", err)
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
		path := filepath.Join(dir, "text.txt")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return "", fmt.Errorf("writing the text: %w", err)
		}
		if err := r.env.Execute(ctx, words[0], append(words[1:], path)...); err != nil {
			return "", fmt.Errorf("%s: %w", words[0], err)
		}
		edited, err := os.ReadFile(path)
		if err != nil {
			return "", fmt.Errorf("reading the text: %w", err)
		}
		return string(edited), nil
	}
}
