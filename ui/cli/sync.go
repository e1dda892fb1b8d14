package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/library"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

type syncCommand struct {
	List         []string      `arg:"" optional:"" help:"Lists to sync. Default: all."`
	DryRun       bool          `help:"Show what would change without changing it."`
	Subscription []string      `placeholder:"LOCATION" sep:"none" help:"Refresh only this subscription. Repeatable."`
	Whole        bool          `help:"Read all feeds in full, even if they are unchanged or the server said that they are gone."`
	AcceptLarge  bool          `help:"Merge any number of deletions, overwrites and new items without review."`
	Every        time.Duration `placeholder:"DURATION" help:"Keep running, and sync at this interval, such as 15m."`
	Scheduled    bool          `help:"Keep running: refresh each feed when it is due, and folders when they change."`
}

// errNothingRead reports that no subscription could be refreshed.
var errNothingRead = errors.New("no feed could be read")

// Run syncs, once or until it is interrupted.
func (c syncCommand) Run(r *run) error {
	if err := c.check(); err != nil {
		return err
	}
	r.repeatable = true
	return r.with(func(e *engine.Engine) error {
		if c.Scheduled {
			return c.syncUntilInterrupted(r, e)
		}
		err := c.once(r, e)
		for c.Every > 0 && r.wait(c.Every) {
			err = c.once(r, e)
		}
		return err
	})
}

// check refuses flags that cannot be combined.
func (c syncCommand) check() error {
	switch {
	case c.Every < 0:
		return misuse("--every %v: must be positive", c.Every)
	case c.Scheduled && (c.Every > 0 || c.DryRun || c.Whole || c.AcceptLarge || len(c.Subscription) > 0):
		return misuse("--scheduled can only be combined with names of lists; to set how often a feed is refreshed: crossfeed subscription change --every")
	}
	return nil
}

// wait waits for d, and reports whether to continue.
func (r *run) wait(d time.Duration) bool {
	select {
	case <-r.ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

func (c syncCommand) once(r *run, e *engine.Engine) error {
	reports, err := e.Sync(r.ctx, subscribe.SyncOptions{
		Sets: c.List, Subscriptions: c.Subscription, DryRun: c.DryRun, Whole: c.Whole, AcceptLarge: c.AcceptLarge, Progress: r.progress.syncing,
	})
	r.progress.show("")
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

// reports writes the results of subscriptions.
func (r *run) reports(all []subscribe.Report) error {
	return r.jsonOrTable(each(all, func(p subscribe.Report) subscribe.Report { return p }), "No subscriptions. To add one: crossfeed subscription add LIST LOCATION",
		[]string{"LIST", "FEED", "READ", "NEW", "UPDATED", "DELETED", "CONFLICTS", "SKIPPED", ""}, each(all, reportCells))
}

func reportCells(p subscribe.Report) []string {
	result := "ok"
	switch {
	case p.Offline:
		result = "offline"
	case p.Error != "":
		result = "failed"
	case p.Files+p.FilesMissing > 0:
		result = "ok, downloaded " + count(p.Files, "file")
	}
	if p.Held > 0 {
		result += fmt.Sprintf(", %d held for review", p.Held)
	}
	if p.FilesMissing > 0 {
		result += fmt.Sprintf(", %d not downloaded", p.FilesMissing)
	}
	return []string{
		inOneLine(p.Set), p.Subscription, strconv.Itoa(p.Read), strconv.Itoa(p.New), strconv.Itoa(p.Updated), strconv.Itoa(p.Deleted),
		strconv.Itoa(p.Conflicts), strconv.Itoa(p.Skipped), result,
	}
}

// named prefixes a text with the subscription, unless it already starts with it.
func named(subscription, text string) string {
	if strings.HasPrefix(text, subscription) {
		return text
	}
	return subscription + ": " + text
}

// judge reports what needs attention.
func (r *run) judge(e *engine.Engine, all []subscribe.Report) error {
	read, failed := 0, 0
	for _, p := range all {
		for _, text := range p.Problems {
			r.message("%s", named(p.Subscription, text))
		}
		if !p.Publishing {
			read++
		}
		if p.Error != "" && p.Read == 0 && !p.Publishing {
			failed++
		}
		if p.Error != "" {
			r.attend("%s%s%s", r.whose(e, p), named(p.Subscription, p.Error), r.ordinaryFeed(e, p))
		}
		if p.Offline {
			r.message("%s: This computer is offline. The next sync tries again.", p.Subscription)
		}
		if p.Missed || p.FilesMissing > 0 {
			r.attention = true // the problems explain why
		}
		if p.Conflicts > 0 {
			r.attend("%s: %s. For details: crossfeed conflict list", p.Subscription, count(p.Conflicts, "conflict"))
		}
		if p.Held > 0 {
			text := fmt.Sprintf("%s: %d held for review.", p.Subscription, p.Held)
			if reasons := someReasons(alarmTexts(p.Alarms)); reasons != "" {
				text += " Reason: " + reasons + "."
			}
			r.attend("%s For details: crossfeed review list", text)
		}
		if p.Invalid > 0 {
			from, err := e.Subscriptions.Subscription(r.ctx, p.Set, p.Subscription)
			if err != nil { // report the failure all the same
				from = store.Subscription{Location: p.Subscription}
			}
			r.attend("%s: %d skipped. To find out why: %s", p.Subscription, p.Invalid, checkText(from, p.SkippedIn))
		}
	}
	if failed > 0 && failed == read {
		return errNothingRead
	}
	return nil
}

// ordinaryFeed returns the end of an error that says what to do with an ordinary feed, in which
// nothing can be merged: how to find the commands for that. It is "" for other errors.
func (r *run) ordinaryFeed(e *engine.Engine, p subscribe.Report) string {
	if s, err := e.Subscriptions.Subscription(r.ctx, p.Set, p.Subscription); err == nil && (s.Health.Trouble == transport.NotShared || s.Health.Trouble == transport.PlainOutline) {
		return "; for the commands: crossfeed subscription probe " + quoted(p.Subscription)
	}
	return ""
}

// checkText returns the commands that find out what is wrong with feeds of a subscription: one
// for local files, and one for each feed elsewhere, up to a readable number.
func checkText(from store.Subscription, addresses []string) string {
	some, more := addresses, ""
	if n := len(some) - mostReasons; n > 0 {
		some, more = some[:mostReasons], fmt.Sprintf(" (and %d more)", n)
	}
	if !slices.ContainsFunc(some, func(address string) bool { return transport.KindOf(address) != transport.Local }) {
		return "crossfeed feed check " + strings.Join(each(some, quoted), " ") + more
	}
	return strings.Join(each(some, func(address string) string {
		access := from.Access
		if transport.PlaceOf(address) != transport.PlaceOf(from.Location) {
			access = access.Abroad()
		}
		return strings.Join(append([]string{"crossfeed subscription probe", quoted(address)}, flagsOf(access)...), " ")
	}), "; ") + more
}

// whose returns the prefix for a failure of a feed: "laptop · Groceries: ", or "" if the
// device is unknown. If the names cannot be read, the failure is reported without them.
func (r *run) whose(e *engine.Engine, p subscribe.Report) string {
	devices, err := r.devicesOf(e, p.Set)
	if err != nil {
		return ""
	}
	if name := devices.name(p.Set, p.Subscription); name != "" {
		return name + ": "
	}
	return ""
}

// syncUntilInterrupted refreshes feeds when they are due until the command is interrupted.
// Failures are reported, and retried on schedule.
func (c syncCommand) syncUntilInterrupted(r *run, e *engine.Engine) error {
	var one sync.Mutex
	return e.RunInBackground(r.ctx, engine.BackgroundOptions{
		Failed: func(err error) {
			one.Lock()
			defer one.Unlock()
			r.attend("crossfeed: %v", err)
		},
		Sets: c.List, Folders: transport.NewWatcher(e.Device.ID()), Libraries: c.libraries(r, e, &one),
		Sync: func(ctx context.Context, o subscribe.SyncOptions) {
			reports, err := e.Sync(ctx, o)
			one.Lock()
			defer one.Unlock()
			if err == nil && len(reports) > 0 {
				err = r.reports(reports)
			}
			if err == nil {
				err = r.judgeBackups(e)
			}
			if err == nil {
				err = r.judge(e, reports)
			}
			if err != nil && ctx.Err() == nil {
				r.attend("crossfeed: %v", err)
			}
		},
	})
}

// libraries syncs libraries when they are due, unless the command names lists.
func (c syncCommand) libraries(r *run, e *engine.Engine, one *sync.Mutex) func(context.Context) {
	if len(c.List) > 0 || r.env.Content == nil {
		return nil
	}
	return func(ctx context.Context) {
		reports, err := e.Library.SyncAll(ctx, true, library.SyncOptions{})
		one.Lock()
		defer one.Unlock()
		if err == nil && len(reports) > 0 {
			err = r.contentReports(reports)
		}
		if err == nil {
			err = r.judgeContent(reports)
		}
		if err != nil && ctx.Err() == nil {
			r.attend("crossfeed: %v", err)
		}
	}
}
