package cli

import (
	"errors"
	"strconv"

	"crossfeed/engine/feed"
	"crossfeed/ui/cli/document"
)

type feedCheck struct {
	File []string `arg:"" help:"Feeds."`
}

// checkShape is what was found in a file, in machine-readable output.
type checkShape struct {
	File     string         `json:"file"`
	Problems []feed.Problem `json:"problems"`
}

// Run finds what is wrong with feeds.
func (c feedCheck) Run(r *run) error {
	found := []checkShape{}
	var failed []error
	for _, name := range c.File {
		problems, err := document.Check(r.source(name))
		if err != nil {
			failed = append(failed, err)
			continue
		}
		found = append(found, checkShape{name, append([]feed.Problem{}, problems...)})
	}
	if len(failed) == len(c.File) {
		return errors.Join(failed...)
	}
	for _, err := range failed {
		r.attend("crossfeed: %v", err)
	}
	return r.report(found)
}

func (r *run) report(found []checkShape) error {
	var rows [][]string
	for _, f := range found {
		for _, p := range f.Problems {
			r.attention = r.attention || p.Severity == feed.Error
			rows = append(rows, []string{f.File + ":" + strconv.Itoa(p.Line), string(p.Severity), dash(p.Item), p.Rule, p.Section, inOneLine(p.Text)})
		}
	}
	if r.flags.JSON {
		return r.json(found)
	}
	return r.table("no problems", []string{"WHERE", "SEVERITY", "ITEM", "RULE", "SECTION", "PROBLEM"}, rows)
}
