package library

import (
	"context"
	"path/filepath"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/ui/say"
	"crossfeed/ui/window/work"
)

// openFile has the system open a file. What the system would run is shown in its folder
// instead, and that is said.
func (p *Page) openFile(f engine.ContentEntryFile) {
	p.located(f, func(path string) {
		if runs(f.Name, f.Address, path) {
			p.events.Say(lang.L("“{{.Name}}” is a program or a script, so it is not opened from here, but shown in its folder. Whoever made it could do with your computer what they like.", say.Data{"Name": f.Name}))
			path = filepath.Dir(path)
		}
		p.events.Open(path)
	})
}

// showInFolder shows the folder that a file lies in.
func (p *Page) showInFolder(f engine.ContentEntryFile) {
	p.located(f, func(path string) {
		p.events.Open(filepath.Dir(path))
		p.events.Say(lang.L("In that folder the file is called {{.Name}}", say.Data{"Name": filepath.Base(path)}))
	})
}

// located asks where a file lies.
func (p *Page) located(f engine.ContentEntryFile, then func(path string)) {
	key := p.shown.Key
	work.Ask(p.seam, func(ctx context.Context) (string, error) { return p.source.ContentPath(ctx, key, f.Address) },
		func(path string, err error) {
			if err != nil {
				p.events.Warn(err)
				return
			}
			then(path)
		})
}
