package window

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/attachments"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/snapshot"
)

// stalled is an engine whose sync a person cancels.
type stalled struct {
	Engine
	during func()
}

func (s stalled) Sync(ctx context.Context, o subscribe.SyncOptions) ([]subscribe.Report, error) {
	o.Progress(subscribe.Progress{Subscription: "/shared", Done: 1, Of: 3, Items: 250})
	s.during()
	return nil, ctx.Err()
}

func TestASyncCanBeCancelled(t *testing.T) {
	d := withList(t)
	d.win.Engine = stalled{d.win.Engine, func() { d.win.syncing.stopSync() }}
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	same(t, "status", d.win.status.Text(), "Canceled. Nothing was left half done.")
	same(t, "runs", d.win.syncing.cancelSync != nil, false)
}

// Pressing Ctrl+R while a sync is running does not start another one.
func TestOneSyncAtATime(t *testing.T) {
	d := withList(t)
	syncs := 0
	d.win.Engine = stalled{d.win.Engine, func() {
		syncs++
		d.win.syncing.startSync(subscribe.SyncOptions{})
	}}
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	same(t, "syncs", syncs, 1)
}

// A feed that cannot be read is reported with the reason.
func TestAFeedThatCannotBeReadIsTold(t *testing.T) {
	d := withList(t)
	must(t, two(d.engine.Subscriptions.Subscribe(t.Context(), "Groceries", t.TempDir()+"/nowhere/feed.xml")))
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	f := d.win.now.Feeds[0]
	if f.Health.Error == "" {
		t.Fatal("the feed is said to be well")
	}
	d.win.choose(snapshot.Place{Kind: snapshot.KindFeed, Set: f.Set, Location: f.Location})
	d.rest()
	same(t, "its pane is shown", d.win.feed.Object().Visible(), true)
}

// A feed that was read before is called by its device when it can no longer be read.
func TestAFeedThatFailsIsCalledByItsDevice(t *testing.T) {
	d, a, sub := reader(t)
	a.healths = healthsOf(sub, store.Feed{Author: "laptop"})
	d.win.Reload()
	d.rest()
	d.win.syncing.report([]subscribe.Report{{Set: "Groceries", Subscription: sub.Location, Err: folder.ErrGone}}, Waiting{}, false)
	same(t, "said: "+d.win.status.Text(), strings.HasSuffix(d.win.status.Text(), " · laptop · Groceries: It is no longer there."), true)
}

// broken is a service that fails to publish.
type broken struct{ Sharing }

func (broken) Publish(context.Context, string) (string, error) {
	return "", errors.New("the disk is full")
}

func TestAFailureToPublishIsTold(t *testing.T) {
	d := withList(t, "Milk")
	d.win.Sharing = broken{d.win.Sharing}
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("Bread")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "status", d.win.status.Text(), "Added “Bread”. It could not be published: the disk is full")
	same(t, "kept", len(d.rows(store.Query{})), 2)
}

// The status bar reports the attached files of a sync: how many were received, and why the
// first one was not.
func TestTheFilesOfASyncAreTold(t *testing.T) {
	d := withList(t)
	lacking := subscribe.Report{Set: "Groceries", Files: 1, FilesMissing: 3, Unfetched: []subscribe.Unfetched{{Name: "a.pdf", Err: errors.New("it is gone")}, {Name: "b.pdf", Err: errors.New("too")}}}
	for _, c := range []struct {
		report subscribe.Report
		want   string
	}{
		{subscribe.Report{Set: "Groceries", Files: 2}, "2 files downloaded"},
		{lacking, "1 file downloaded · “a.pdf” could not be downloaded: it is gone · 2 more files could not be downloaded"},
	} {
		d.win.SyncedByItself([]subscribe.Report{c.report}, Waiting{}, nil)
		d.rest()
		if got := d.win.status.Text(); !strings.HasSuffix(got, " · "+c.want) {
			t.Errorf("it says %q, want %q", got, c.want)
		}
	}
}

// partly publishes everything except for files.
type partly struct{ Sharing }

func (partly) Publish(context.Context, string) (string, error) {
	return "/shared/list.xml", fmt.Errorf("%w: a.pdf", attachments.ErrUnplaced)
}

func TestFilesThatCannotBePublishedAreTold(t *testing.T) {
	d := withList(t, "Milk")
	d.win.Sharing = partly{d.win.Sharing}
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("Bread")
	d.press(fyne.KeyReturn)
	d.rest()
	if got := d.win.status.Text(); !strings.HasPrefix(got, "Added “Bread”. Published to /shared/list.xml, but not all files: ") || !strings.HasSuffix(got, "a.pdf") {
		t.Errorf("it says %q", got)
	}
}

// A scheduled sync shows its results, or nothing if it has no report.
func TestASyncThatRanByItselfIsShown(t *testing.T) {
	d := withList(t)
	before := d.win.status.Text()
	d.win.SyncedByItself(nil, Waiting{}, nil)
	same(t, "status", d.win.status.Text(), before)
	d.win.SyncedByItself([]subscribe.Report{{Set: "Groceries", New: 3}}, Waiting{Conflicts: 1}, nil)
	d.rest()
	if got := d.win.status.Text(); !strings.Contains(got, "3 changes received") || !strings.Contains(got, "1 conflict") {
		t.Errorf("it says %q", got)
	}
}

// A scheduled sync replaces a message only if it received something, and no question or button;
// the page of messages has its result.
func TestAScheduledSyncLeavesMessagesAlone(t *testing.T) {
	d, _, _ := resolving(t)
	nothing, some := []subscribe.Report{{Set: "Errands"}}, []subscribe.Report{{Set: "Errands", New: 3}}
	syncs := func(reports []subscribe.Report) {
		d.win.SyncedByItself(reports, Waiting{}, nil)
		d.rest()
		d.win.AutoSync()
		d.rest()
	}
	says := func(what, want string) {
		t.Helper()
		same(t, what+": "+d.win.status.Text(), strings.HasPrefix(d.win.status.Text(), want), true)
	}
	d.win.status.ShowMessage("Imported.")
	syncs(nothing)
	says("a message", "Imported.")
	syncs(some)
	says("after news", "Synced at")
	d.resolve()
	d.seam.Elapse(publishPause)
	offered := d.win.status.Text()
	syncs(some)
	same(t, "an offer", d.win.status.Text(), offered)
	d.clickIn(d.win.status.Object(), "Undo")
	asked, focused := d.win.status.Text(), d.fyne.Canvas().Focused()
	says("a question", "Others may have received the resolution of ")
	syncs(some)
	same(t, "the question", d.win.status.Text(), asked)
	same(t, "the focus", d.fyne.Canvas().Focused(), focused)
	same(t, "results on the page of messages", strings.Count(d.win.pages.messages.Text(), "3 changes received"), 3)
	d.press(fyne.KeyEscape)
	d.rest()
	says("left by Esc", "Nothing was undone.")
	d.win.status.ShowMessage("")
	syncs(nothing)
	says("where nothing is said", "Synced at")
}

// A scheduled sync that brings a conflict notifies the person, and a click leads to it. The next
// sync without a new conflict does not notify again.
func TestANotificationOfAConflictLeadsToIt(t *testing.T) {
	d, laptop, it := shared(t)
	change(t, laptop, it.Set, it.ID, "title", "Oat milk")
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	change(t, d.engine, it.Set, it.ID, "title", "Raw milk")
	d.press(fyne.KeyEscape)
	reports, err := d.engine.Sync(t.Context(), subscribe.SyncOptions{Whole: true})
	must(t, err)
	d.win.SyncedByItself(reports, Waiting{Conflicts: 1}, nil)
	d.rest()
	same(t, "told", d.notifications(), "1 conflict | An item was changed on several devices.")
	same(t, "in sight before the click", d.win.resolving(), false)
	d.clicked()
	d.rest()
	same(t, "in sight", d.win.resolving(), true)
	same(t, "the item", d.win.pages.resolve.Item(), it)
	d.win.SyncedByItself(reports[:0], Waiting{Conflicts: 1}, nil)
	d.win.SyncedByItself([]subscribe.Report{{Set: it.Set, New: 1}}, Waiting{Conflicts: 1}, nil)
	d.rest()
	same(t, "told again", d.notifications(), "")
}

// slowEngine calls during in the middle of each sync.
type slowEngine struct {
	Engine
	during func()
}

func (e slowEngine) Sync(ctx context.Context, o subscribe.SyncOptions) ([]subscribe.Report, error) {
	e.during()
	return e.Engine.Sync(ctx, o)
}

// A message about a job stays as long as the job runs, and fades a while afterwards like any
// other.
func TestTheMessageOfARunningJobStays(t *testing.T) {
	d := withList(t, "Milk")
	d.win.Engine = slowEngine{d.win.Engine, func() {
		for range 3 {
			d.seam.Elapse(frame.Lasting)
			same(t, "while it runs", d.win.status.Text(), "Syncing…")
		}
	}}
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	same(t, "afterwards", strings.HasPrefix(d.win.status.Text(), "Synced at"), true)
	d.seam.Elapse(frame.Lasting)
	same(t, "a while afterwards", d.win.status.Text(), "")
}
