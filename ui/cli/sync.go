package cli

import (
	"errors"
	"strconv"
	"time"

	"crossfeed/engine"
)

type syncCommand struct {
	Set    []string      `arg:"" optional:"" help:"Names of lists. Default: all."`
	DryRun bool          `help:"Read and merge, and write nothing."`
	Every  time.Duration `placeholder:"DURATION" help:"Go on, and sync again after this time, such as 15m."`
}

// Help gives an example.
func (syncCommand) Help() string {
	return "Example:\n\n  crossfeed sync Groceries --dry-run"
}

// errNothingRead says that no subscription could be read.
var errNothingRead = errors.New("no feed could be read")

// Run syncs, once or until it is interrupted.
func (c syncCommand) Run(r *run) error {
	if c.Every < 0 {
		return misuse("--every %v: it has to be more than nothing", c.Every)
	}
	return r.with(func(e *engine.Engine) error {
		err := c.once(r, e)
		for c.Every > 0 && r.wait(c.Every) {
			err = c.once(r, e)
		}
		return err
	})
}

// wait waits, and tells whether to go on.
func (r *run) wait(d time.Duration) bool {
	select {
	case <-r.ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

func (c syncCommand) once(r *run, e *engine.Engine) error {
	reports, err := e.Sync(r.ctx, engine.SyncOptions{Sets: c.Set, DryRun: c.DryRun})
	if err != nil {
		return err
	}
	if err := r.reports(reports); err != nil {
		return err
	}
	return r.judge(reports)
}

// reports writes what subscriptions brought.
func (r *run) reports(all []engine.Report) error {
	if r.flags.JSON {
		return r.json(each(all, func(p engine.Report) engine.Report { return p }))
	}
	return r.table("no subscriptions: crossfeed subscription add SET LOCATION",
		[]string{"LIST", "FEED", "READ", "NEW", "UPDATED", "TO SETTLE", "SET ASIDE", ""}, each(all, reportCells))
}

func reportCells(p engine.Report) []string {
	result := "ok"
	if p.Error != "" {
		result = "failed"
	}
	return []string{
		inOneLine(p.Set), p.Subscription, strconv.Itoa(p.Read), strconv.Itoa(p.New), strconv.Itoa(p.Updated),
		strconv.Itoa(p.Conflicts), strconv.Itoa(p.SetAside), result,
	}
}

// judge tells about what needs attention in reports.
func (r *run) judge(all []engine.Report) error {
	failed := 0
	for _, p := range all {
		for _, text := range p.Problems {
			r.say("%s: %s", p.Subscription, text)
		}
		if p.Error != "" {
			failed++
			r.attend("%s: %s", p.Subscription, p.Error)
		}
		if p.Conflicts > 0 {
			r.attend("%s: %d to settle: crossfeed conflict list", p.Subscription, p.Conflicts)
		}
		if p.SetAside > 0 {
			r.attend("%s: %d set aside: crossfeed feed check", p.Subscription, p.SetAside)
		}
	}
	if failed > 0 && failed == len(all) {
		return errNothingRead
	}
	return nil
}
