package window

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"

	"crossfeed/assets"
	"crossfeed/docs"
	"crossfeed/engine/lists"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// makeGuide returns the page with the user guide.
func (w *Window) makeGuide() page {
	page := frame.NewGuide(w.keys, docs.Guide)
	page.OnLeave = w.back
	return page
}

// makeAbout returns the page about the program.
func (w *Window) makeAbout() page {
	page := frame.NewAbout(w.keys, "Crossfeed "+w.Version, assets.Licenses)
	page.OnLeave = w.back
	return page
}

// makeReport returns the page that reports a problem.
func (w *Window) makeReport() *frame.TextPage {
	page := frame.NewReport(w.keys)
	page.OnLeave = w.back
	page.OnSave = func(text string) {
		w.chooseFolder(func(folder string) { w.saveReport(folder, text) })
	}
	return page
}

// showReport shows a report of a problem, with the end of the log.
func (w *Window) showReport() {
	about := w.reportHead()
	ask(w, func(ctx context.Context) (string, error) {
		if w.Log == nil {
			return "", nil
		}
		return w.Log()
	}, func(log string) {
		w.pages.report().Put(about + "\nLog:\n" + log + "\n")
		w.showPage(w.pages.report())
	})
}

// reportHead asks what happened, and describes the program and its data, without names, addresses
// and content. The description is in English, for those who look for the cause.
func (w *Window) reportHead() string {
	var text strings.Builder
	for _, question := range []string{wording.L("what-i-did", "What I did:"), wording.L("what-happened", "What happened:"), wording.L("what-i-expected", "What I expected:")} {
		text.WriteString(question + "\n\n")
	}
	fmt.Fprintf(&text, "Crossfeed %s, %s, %s/%s\n", w.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	size := w.window.Canvas().Size()
	fmt.Fprintf(&text, "Window: %.0f × %.0f, text size %.1f, high contrast %t\n", size.Width, size.Height, w.Scale, w.HighContrast)
	n := &w.now
	fmt.Fprintf(&text, "Lists: %d, of which published %d, with %d items\n", len(n.Lists), count(n.Lists, func(l *lists.List) bool { return l.Location != "" }), itemsIn(n.Lists))
	fmt.Fprintf(&text, "Feeds: %d, of which with an error %d\n", len(n.Feeds), count(n.Feeds, func(f snapshot.Feed) bool { return f.Health.Error != "" }))
	fmt.Fprintf(&text, "Conflicts: %d, damaged items: %d, libraries: %d, published folders: %d\n", len(n.Conflicts), w.damagedItems, len(n.Libraries), len(n.Published))
	return text.String()
}

func count[T any](all []T, is func(T) bool) (n int) {
	for _, each := range all {
		if is(each) {
			n++
		}
	}
	return n
}

func itemsIn(all []*lists.List) (n int) {
	for _, l := range all {
		n += l.Items
	}
	return n
}

// saveReport writes a report to a new file in a folder.
func (w *Window) saveReport(folder, text string) {
	name := "crossfeed-report-" + w.Speaker.Now().In(w.Speaker.Zone).Format("2006-01-02-150405") + ".txt"
	path := filepath.Join(folder, name)
	work.Ask(w.Seam, alone(func(ctx context.Context) error {
		return w.Files.Replace(ctx, path, func(out io.Writer) error {
			_, err := io.WriteString(out, text)
			return err
		})
	}), func(_ struct{}, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		w.showMessage(wording.L("saved-the-report-to-path", "Saved the report to {{.Path}}.", wording.Data{"Path": path}))
	})
}
