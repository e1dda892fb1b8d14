package cli

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"crossfeed/engine"
)

type syncCommand struct {
	Set          []string      `arg:"" optional:"" help:"Names of lists. Default: all."`
	DryRun       bool          `help:"Read and merge, and write nothing."`
	Subscription []string      `placeholder:"LOCATION" sep:"none" help:"Read only this subscription; may be repeated."`
	Whole        bool          `help:"Read everything, also what servers say is unchanged, and what is gone for good."`
	AcceptLarge  bool          `help:"Take in however much of a list is deleted, overwritten or new, without a review."`
	Every        time.Duration `placeholder:"DURATION" help:"Go on, and sync again after this time, such as 15m."`
	Scheduled    bool          `help:"Go on, read each feed when it is due, and folders as soon as something changes there."`
}

// Help gives an example.
func (syncCommand) Help() string {
	return "Example:\n\n  crossfeed sync Groceries --dry-run"
}

// errNothingRead says that no subscription could be read.
var errNothingRead = errors.New("no feed could be read")

// Run syncs, once or until it is interrupted.
func (c syncCommand) Run(r *run) error {
	if err := c.check(); err != nil {
		return err
	}
	r.repeatable = true
	return r.with(func(e *engine.Engine) error {
		if c.Scheduled {
			return c.keep(r, e)
		}
		err := c.once(r, e)
		for c.Every > 0 && r.wait(c.Every) {
			err = c.once(r, e)
		}
		return err
	})
}

// check refuses flags that do not go together.
func (c syncCommand) check() error {
	switch {
	case c.Every < 0:
		return misuse("--every %v: it has to be more than nothing", c.Every)
	case c.Scheduled && (c.Every > 0 || c.DryRun || c.Whole || c.AcceptLarge || len(c.Subscription) > 0):
		return misuse("--scheduled goes with lists alone: each feed is read as crossfeed subscription change --every says")
	}
	return nil
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
	reports, err := e.Sync(r.ctx, engine.SyncOptions{
		Sets: c.Set, Subscriptions: c.Subscription, DryRun: c.DryRun, Whole: c.Whole, AcceptLarge: c.AcceptLarge, Progress: r.progress.syncing,
	})
	r.progress.tell("")
	if err != nil {
		return err
	}
	if err := r.reports(reports); err != nil {
		return err
	}
	if err := r.judgeBackups(e); err != nil {
		return err
	}
	return r.judge(e, reports)
}

// reports writes what subscriptions brought.
func (r *run) reports(all []engine.Report) error {
	if r.flags.JSON {
		return r.json(each(all, func(p engine.Report) engine.Report { return p }))
	}
	return r.table("no subscriptions: crossfeed subscription add SET LOCATION",
		[]string{"LIST", "FEED", "READ", "NEW", "UPDATED", "DELETED", "TO SETTLE", "SET ASIDE", ""}, each(all, reportCells))
}

func reportCells(p engine.Report) []string {
	result := "ok"
	switch {
	case p.Offline:
		result = "offline"
	case p.Error != "":
		result = "failed"
	case p.Files+p.FilesMissing > 0:
		result = "ok, " + fileCount(p.Files) + " came"
	}
	if p.Held > 0 {
		result += fmt.Sprintf(", %d held for review", p.Held)
	}
	if p.FilesMissing > 0 {
		result += fmt.Sprintf(", %d could not be fetched", p.FilesMissing)
	}
	return []string{
		inOneLine(p.Set), p.Subscription, strconv.Itoa(p.Read), strconv.Itoa(p.New), strconv.Itoa(p.Updated), strconv.Itoa(p.Deleted),
		strconv.Itoa(p.Conflicts), strconv.Itoa(p.SetAside), result,
	}
}

// fileCount is a number of files in words.
func fileCount(n int) string {
	if n == 1 {
		return "1 file"
	}
	return fmt.Sprintf("%d files", n)
}
