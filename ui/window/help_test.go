package window

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/snapshot"
)

// The guide is in the window, section by section, without the Markdown that Fyne cannot show.
func TestTheGuideIsShown(t *testing.T) {
	d := sampled(t)
	d.runs("Guide")
	guide, shown := d.win.pages.shown.(*frame.Guide)
	same(t, "the guide is shown", shown, true)
	sections := 0
	for last := ""; guide.Text() != last; sections++ {
		last = guide.Text()
		for _, raw := range []string{"](", "![", "|--", "```"} {
			if strings.Contains(last, raw) {
				t.Errorf("%q is in the section\n%.300s", raw, last)
			}
		}
		d.press(fyne.KeyDown)
	}
	same(t, "sections", sections > 15, true)
	same(t, "the last one", strings.Contains(guide.Text(), "Copied data"), true)
	d.press(fyne.KeyHome)
	d.types(" ")
	same(t, "Space reaches the next section", strings.HasPrefix(guide.Text(), "How it works"), true)
	d.press(fyne.KeyEscape)
	same(t, "Esc leads back", d.win.pages.shown == page(d.win.pages.home), true)
}

func TestAboutShowsTheVersionAndTheLicenses(t *testing.T) {
	d := newDesk(t)
	d.win.Version = "1.2.3"
	d.runs("About Crossfeed")
	same(t, "version", d.sees("Crossfeed 1.2.3"), true)
	text := d.win.pages.shown.(*frame.TextPage).Text()
	for _, want := range []string{"fyne.io/fyne/v2 v", "Go, its runtime and standard library", "BSD 3-Clause", "Apache License"} {
		if !strings.Contains(text, want) {
			t.Errorf("the licenses lack %q", want)
		}
	}
}

// A report of a problem has no content, no names and no addresses. A person sees it, can change
// it, and it is a file only after they choose a folder.
func TestAReportOfAProblemHasNoContent(t *testing.T) {
	d := sampled(t)
	d.win.Version = "1.2.3"
	d.win.Log = func() (string, error) { return "msg=read address=1", nil }
	d.runs("Report a problem…")
	text := d.win.pages.report().Text()
	for _, want := range []string{"Crossfeed 1.2.3, " + runtime.Version(), "Conflicts: 3", "msg=read address=1"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	secrets := []string{"desk", "laptop", "/home", "sample"}
	for _, l := range d.win.now.Lists {
		secrets = append(secrets, l.Name)
	}
	for _, r := range d.win.now.Rows {
		secrets = append(secrets, r.Title)
	}
	for _, f := range d.win.now.Feeds {
		secrets = append(secrets, f.Location)
	}
	for _, secret := range secrets {
		if secret != "" && strings.Contains(text, secret) {
			t.Errorf("the report contains %q:\n%s", secret, text)
		}
	}
	folder := t.TempDir()
	d.types("It hung. ")
	d.win.settings.saveReport(folder, d.win.pages.report().Text())
	d.rest()
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	must(t, err)
	same(t, "files", len(files), 1)
	saved, err := os.ReadFile(files[0])
	must(t, err)
	same(t, "it is what was shown", string(saved), d.win.pages.report().Text())
	same(t, "what was typed is in it", strings.Contains(string(saved), "It hung. "), true)
	same(t, "said", strings.HasPrefix(d.win.status.Text(), "Saved the report to "), true)
	d.press(fyne.KeyEscape)
	same(t, "Esc leads back", d.win.at.Kind == snapshot.KindList, true)
}
