package window

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/library"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/detail"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// host is the window around a page, as its controller sees it.
type host interface {
	// Reload reads anew what is shown. Warn shows an error in the status bar.
	Reload()
	Warn(err error)
	// choose shows a place, showIn an item there, searchFor what matches a text. goHome leads back
	// to the place that is shown.
	choose(at snapshot.Place)
	showIn(at snapshot.Place, it snapshot.Item)
	searchFor(text string)
	goHome()
	// leaveGone leaves a place that no longer exists.
	leaveGone(also ...string)
	// showPage shows a page, and moves the focus there.
	showPage(p page)
	// readItem reads an item anew for the editor.
	readItem(it snapshot.Item)
	// newItem moves the focus to where items are added.
	newItem()
	unsubscribe(set, location string)
	// idle ends the progress in the status bar, unless something else is running.
	idle()
	OpenInvitation(path string)
	// takeSettings reads the settings, changeLanguage shows the window in their language.
	takeSettings()
	changeLanguage()
	contrast()
	scale(steps int)
}

// shell is what the controllers of pages share: the services, the panes, and what is shown.
type shell struct {
	Options
	host
	window fyne.Window
	keys   *widget.Keys

	middle  *widget.Scroll
	sidebar *frame.Sidebar
	items   *items.Pane
	detail  *detail.Pane
	status  *frame.StatusBar
	pages   pages

	// now is the snapshot that is shown, at and item are what the person chose. typedInto is the
	// item that the person has typed into since it is shown.
	now       snapshot.Snapshot
	at        snapshot.Place
	item      snapshot.Item
	typedInto snapshot.Item

	// closeChooser closes the question for a path, or the dialog over it; nil while neither is
	// open. choosing has the last question for a file.
	closeChooser func()
	choosing     work.Last
	long         long
}

// guard calls the handler of an event. If it panics, the window reports that and stays open.
func (s *shell) guard(handler func()) {
	if err := s.Guard(handler); err != nil {
		s.Warn(err)
	}
}

// showMessage shows a message in the status bar.
func (s *shell) showMessage(text string) { s.status.ShowMessage(text) }

// raise brings the window to the front.
func (s *shell) raise() {
	s.window.Show()
	s.window.RequestFocus()
}

// notify shows a desktop notification in the background.
func (s *shell) notify(n Notification) {
	if s.Settings.String(quietKey) == "" {
		s.Seam.Aside(func(ctx context.Context) { s.Notifier.Notify(ctx, n) })
	}
}

// reportDone reports what was done and what was refused.
func (s *shell) reportDone(text string, refused []edit.Refused) frame.Message {
	if len(refused) == 0 {
		return s.status.ShowMessage(text)
	}
	return s.status.Warn(strings.TrimSpace(text + " " + wording.N("n-could-not-be-changed-why", "{{.N}} could not be changed: {{.Why}}", len(refused), wording.Data{
		"N": len(refused), "Why": wording.Why(refused[0].Err),
	})))
}

// run queues a job whose error is shown in the status bar. then is called after a success.
func (s *shell) run(job func(context.Context) error, then func()) {
	ask(s, alone(job), func(struct{}) { then() })
}

// ask is work.Ask for a question whose error is shown in the status bar.
func ask[T any](s *shell, question func(context.Context) (T, error), then func(T)) {
	work.Ask(s.Seam, question, func(answer T, err error) {
		if err != nil {
			s.Warn(err)
			return
		}
		then(answer)
	})
}

// alone turns a job that returns nothing but an error into a question.
func alone(job func(context.Context) error) func(context.Context) (struct{}, error) {
	return func(ctx context.Context) (struct{}, error) { return struct{}{}, job(ctx) }
}

// steps returns a function that shows the progress of a job in visible steps, until cancel is
// nil.
func (s *shell) steps(cancel *context.CancelFunc) func(done, all int) {
	return func(done, all int) {
		const steps = 100
		if step := max(all/steps, 1); done%step != 0 && done != all {
			return
		}
		s.Seam.UI(func() {
			if *cancel != nil {
				s.status.Working(done, all)
			}
		})
	}
}

// stoppable runs a job concurrently with everything else, and returns a function that stops it.
func (s *shell) stoppable(job func(context.Context)) context.CancelFunc {
	ctx, cancel := context.WithCancel(context.Background())
	s.Seam.Aside(func(outer context.Context) {
		defer context.AfterFunc(outer, cancel)()
		job(ctx)
	})
	return cancel
}

func (s *shell) focus(f fyne.Focusable) {
	if f == nil {
		s.window.Canvas().Unfocus()
		return
	}
	s.window.Canvas().Focus(f)
}

// showForm shows a form. Nothing is selected in the sidebar while it is shown, so that a click
// on any entry leaves the form.
func (s *shell) showForm(p page) {
	s.pages.form = p
	s.sidebar.Show(&s.now, snapshot.Place{})
	s.showPage(p)
}

// confirm asks for confirmation of an action.
func (s *shell) confirm(q forms.Question) {
	s.pages.confirm().Ask(q)
	s.showForm(s.pages.confirm())
}

// back leads from a reference to where the person came from.
func (s *shell) back() {
	if s.besideResolving() && s.pages.resolve.Return() {
		return
	}
	s.goHome()
}

// besideResolving reports whether the page shown is a reference that leads back to the
// conflict page.
func (s *shell) besideResolving() bool {
	return s.pages.has(reference, s.pages.shown) && s.pages.before == page(s.pages.resolve)
}

// resolving reports whether the conflict page is in sight.
func (s *shell) resolving() bool { return s.pages.shown == page(s.pages.resolve) }

func (s *shell) openResolve(it snapshot.Item) { s.pages.resolve.Open(it) }

// listFor returns the list that a place belongs to, or the first list.
func (s *shell) listFor(at snapshot.Place) string {
	if at.Set != "" || len(s.now.Lists) == 0 {
		return at.Set
	}
	return s.now.Lists[0].Name
}

func (s *shell) listNames() (names []string) {
	for _, l := range s.now.Lists {
		names = append(names, l.Name)
	}
	return names
}

// sets returns the lists as they are stored.
func (s *shell) sets() (sets []store.Set) {
	for _, l := range s.now.Lists {
		sets = append(sets, *l.Set)
	}
	return sets
}

// sharedAt returns the location where others read a list, or "" if the list is not shared.
func (s *shell) sharedAt(list string) string {
	if l, there := s.now.List(list); there {
		return l.ReadAt()
	}
	return ""
}

// firstPlace returns the place to show if none is chosen, or if the shown one no longer
// exists: the first list, otherwise the first library, otherwise the first published folder.
// It returns the zero Place if there are none.
func (s *shell) firstPlace() snapshot.Place {
	switch now := &s.now; {
	case len(now.Lists) > 0:
		return snapshot.Place{Kind: snapshot.KindList, Set: now.Lists[0].Name}
	case len(now.Libraries) > 0:
		return snapshot.Place{Kind: snapshot.KindLibrary, Key: now.Libraries[0].Key}
	case len(now.Published) > 0:
		return snapshot.Place{Kind: snapshot.KindPublished, Key: now.Published[0].Key}
	}
	return snapshot.Place{}
}

// exists reports whether a place can be shown.
func (s *shell) exists(at snapshot.Place) bool {
	now := &s.now
	switch at.Kind {
	case snapshot.KindNone:
		return false
	case snapshot.KindList:
		_, there := now.List(at.Set)
		return there
	case snapshot.KindFeed:
		_, there := now.Feed(at.Set, at.Location)
		return there
	case snapshot.KindLibrary:
		return slices.ContainsFunc(now.Libraries, func(l library.Library) bool { return l.Key == at.Key })
	case snapshot.KindPublished:
		return slices.ContainsFunc(now.Published, func(f store.PublishedFolder) bool { return f.Key == at.Key })
	}
	return len(now.Lists) > 0
}

func (s *shell) draftOf(it snapshot.Item) *drafts.Draft {
	if d, there := s.Drafts.Get(drafts.Edit, it); there {
		return &d
	}
	return nil
}
