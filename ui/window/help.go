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
func (c *settingsPages) makeGuide() page {
	page := frame.NewGuide(c.keys, docs.Guide)
	page.OnLeave = c.back
	return page
}

// makeAbout returns the page about the program.
func (c *settingsPages) makeAbout() page {
	page := frame.NewAbout(c.keys, "Crossfeed "+c.Version, assets.Licenses)
	page.OnLeave = c.back
	return page
}

// makeReport returns the page that reports a problem.
func (c *settingsPages) makeReport() *frame.TextPage {
	page := frame.NewReport(c.keys)
	page.OnLeave = c.back
	page.OnSave = func(text string) {
		c.chooseFolder(func(folder string) { c.saveReport(folder, text) })
	}
	return page
}

// showReport shows a report of a problem, with the end of the log.
func (c *settingsPages) showReport() {
	about := c.reportHead()
	ask(c.shell, func(ctx context.Context) (string, error) {
		if c.Log == nil {
			return "", nil
		}
		return c.Log()
	}, func(log string) {
		c.pages.report().Put(about + "\nLog:\n" + log + "\n")
		c.showPage(c.pages.report())
	})
}

// reportHead asks what happened, and describes the program and its data, without names, addresses
// and content. The description is in English, for those who look for the cause.
func (c *settingsPages) reportHead() string {
	var text strings.Builder
	for _, question := range []string{wording.L("what-i-did", "What I did:"), wording.L("what-happened", "What happened:"), wording.L("what-i-expected", "What I expected:")} {
		text.WriteString(question + "\n\n")
	}
	fmt.Fprintf(&text, "Crossfeed %s, %s, %s/%s\n", c.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	size := c.window.Canvas().Size()
	fmt.Fprintf(&text, "Window: %.0f × %.0f, text size %.1f, high contrast %t\n", size.Width, size.Height, c.Scale, c.HighContrast)
	n := &c.now
	fmt.Fprintf(&text, "Lists: %d, of which published %d, with %d items\n", len(n.Lists), count(n.Lists, func(l *lists.List) bool { return l.Location != "" }), itemsIn(n.Lists))
	fmt.Fprintf(&text, "Feeds: %d, of which with an error %d\n", len(n.Feeds), count(n.Feeds, func(f snapshot.Feed) bool { return f.Health.Error != "" }))
	fmt.Fprintf(&text, "Conflicts: %d, damaged items: %d, libraries: %d, published folders: %d\n", len(n.Conflicts), c.safety.damagedItems, len(n.Libraries), len(n.Published))
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
func (c *settingsPages) saveReport(folder, text string) {
	name := "crossfeed-report-" + c.Speaker.Now().In(c.Speaker.Zone).Format("2006-01-02-150405") + ".txt"
	path := filepath.Join(folder, name)
	work.Ask(c.Seam, alone(func(ctx context.Context) error {
		return c.Files.Replace(ctx, path, func(out io.Writer) error {
			_, err := io.WriteString(out, text)
			return err
		})
	}), func(_ struct{}, err error) {
		if err != nil {
			c.Warn(err)
			return
		}
		c.showMessage(wording.L("saved-the-report-to-path", "Saved the report to {{.Path}}.", wording.Data{"Path": path}))
	})
}
