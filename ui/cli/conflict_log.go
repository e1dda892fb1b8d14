package cli

import (
	"fmt"
	"strconv"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/conflicts/log"
)

type conflictLog struct {
	Set      string `arg:"" optional:"" help:"Name of a list. Default: all."`
	ID       string `arg:"" optional:"" help:"Identifier of an item. Default: all."`
	Limit    int    `placeholder:"N" help:"At most that many, the newest first. Default: all."`
	Markdown bool   `help:"Write them as a Markdown document."`
}

// Run lists decisions.
func (c conflictLog) Run(r *run) error {
	if c.Limit < 0 {
		return misuse("--limit %d: a number from 1", c.Limit)
	}
	if c.Markdown && r.flags.JSON {
		return misuse("--markdown and --json are different forms: name one")
	}
	return r.with(func(e *engine.Engine) error {
		if c.Set != "" {
			if _, err := e.Unsettled(r.ctx, c.Set); err != nil {
				return err
			}
		}
		all, err := e.Decisions(r.ctx, c.Set, c.ID, c.Limit)
		if err != nil {
			return err
		}
		return c.write(r, e, all)
	})
}

func (c conflictLog) write(r *run, e *engine.Engine, all []engine.Decision) error {
	person, err := r.people(e)
	switch {
	case err != nil:
		return err
	case c.Markdown:
		var text strings.Builder
		if err := log.Markdown(&text, all, person, r.zone()); err != nil {
			return fmt.Errorf("writing the decisions: %w", err)
		}
		return r.print("%s", strings.TrimSuffix(text.String(), "\n"))
	case r.flags.JSON:
		return written(0, log.JSON(r.env.Stdout, all))
	}
	return r.table("no decisions", []string{"AT", "LIST", "ID", "TITLE", "UPDATE", "DECIDED"},
		each(all, func(d engine.Decision) []string { return r.decided(d, person) }))
}

// decided are the cells of a decision.
func (r *run) decided(d engine.Decision, person func(string) string) []string {
	what := log.Sentence(d.Decision, person)
	if d.Undone {
		what += " (undone)"
	}
	return []string{instant(d.At), inOneLine(d.Set), d.Item, inOneLine(d.Title), strconv.Itoa(d.Update), what}
}
