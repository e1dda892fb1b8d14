package library

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	lib "crossfeed/engine/library"
	"crossfeed/engine/record"
	"crossfeed/engine/transport"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

const (
	// mostText is the maximum length of a shown text, in bytes.
	mostText = 300_000
	// pictureSide is the side of a picture in the pane next to the tree, in pixels.
	pictureSide = 1600
)

// contents reads the files of libraries, outside the UI goroutine.
type contents struct{ Source }

// preview is the preview of a file.
type preview struct {
	picture image.Image
	text    string
	// cut is set if the text is longer.
	cut bool
}

// of returns the preview of a file. It is empty unless the file is a picture or a text.
func (s contents) of(ctx context.Context, library int64, f lib.File) (p preview, err error) {
	switch {
	case isPicture(f):
		p.picture, err = s.picture(ctx, library, f.Address, pictureSide)
	case isText(f):
		p.text, p.cut, err = s.text(ctx, library, f)
	}
	return p, err
}

// picture reads a picture and shrinks it.
func (s contents) picture(ctx context.Context, library int64, address string, side int) (image.Image, error) {
	file, err := s.file(ctx, library, address)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return record.SmallPicture(transport.Until(ctx, file), side)
}

// text reads the beginning of a text file. HTML is converted to plain text.
func (s contents) text(ctx context.Context, library int64, f lib.File) (text string, cut bool, err error) {
	file, err := s.file(ctx, library, f.Address)
	if err != nil {
		return "", false, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(transport.Until(ctx, file), mostText+1))
	if err != nil {
		return "", false, fmt.Errorf("reading %s: %w", f.Name, err)
	}
	if cut = len(data) > mostText; cut {
		data = data[:mostText]
	}
	text = decoded(data, cut)
	if e := ending(f); e == ".html" || e == ".htm" || f.Type == "text/html" {
		text = record.PlainText(text)
	}
	return text, cut, nil
}

func (s contents) file(ctx context.Context, library int64, address string) (io.ReadCloser, error) {
	path, err := s.ContentPath(ctx, library, address)
	if err != nil {
		return nil, err
	}
	return s.Open(path)
}

// decoded decodes a text as UTF-8 or, if that fails, as Windows-1252. If it was cut, it may
// end within a character.
func decoded(data []byte, cut bool) string {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	whole := data
	for n := 0; cut && n < utf8.UTFMax && len(whole) > 0 && !utf8.Valid(whole); n++ {
		whole = whole[:len(whole)-1]
	}
	if !utf8.Valid(whole) {
		latin, err := charmap.Windows1252.NewDecoder().Bytes(data)
		if err != nil {
			latin = bytes.ToValidUTF8(data, []byte("?"))
		}
		whole = latin
	}
	return strings.Map(printable, string(whole))
}

// printable replaces characters that no font has.
func printable(r rune) rune {
	if r < ' ' && r != '\n' && r != '\t' && r != '\r' {
		return '·'
	}
	return r
}

// IsProgram reports whether opening a file might run it instead of showing it.
func IsProgram(path string) bool { return runs(filepath.Base(path)) }

// openFile opens a file with the system's program for it. If opening might run the file, its
// folder is opened instead, with an explanation.
func (p *Page) openFile(f lib.File) {
	p.located(f, func(path string) {
		if runs(f.Name, f.Address, path) {
			p.events.ShowMessage(wording.L("name-is-a-program-or-script", "“{{.Name}}” is a program or script. Crossfeed does not open it but shows its folder, because a program can do anything on your computer.", wording.Data{"Name": f.Name}))
			path = filepath.Dir(path)
		}
		p.events.Open(path)
	})
}

// showInFolder opens the folder of a file.
func (p *Page) showInFolder(f lib.File) {
	p.located(f, func(path string) {
		p.events.Open(filepath.Dir(path))
		p.events.ShowMessage(wording.L("in-that-folder-the-file-is", "In that folder the file is called {{.Name}}", wording.Data{"Name": filepath.Base(path)}))
	})
}

// located finds the path of a file.
func (p *Page) located(f lib.File, then func(path string)) {
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

// programs are the extensions of files that the system might run when they are opened. Files
// from other people are never run by a click here.
var programs = strings.Fields(`
	.exe .com .bat .cmd .scr .pif .msi .msp .mst .msc .cpl .dll .sys .ocx .drv .hta .inf .ins .isp .reg .scf .lnk .url .gadget
	.vb .vbs .vbe .vbscript .js .jse .mjs .ws .wsf .wsh .wsc .sct .ps1 .ps1xml .ps2 .ps2xml .psc1 .psc2 .psm1 .msh .msh1 .msh2
	.application .appref-ms .appx .appxbundle .msix .msixbundle .settingcontent-ms .library-ms .search-ms .diagcab .chm .hlp .xll .xbap
	.jar .jnlp .class .py .pyc .pyo .pyw .pyz .pl .rb .php .lua .tcl
	.sh .bash .zsh .csh .ksh .fish .run .bin .out .elf .so .appimage .desktop .deb .rpm .snap .flatpak .flatpakref .flatpakrepo .service
	.app .command .tool .action .workflow .terminal .term .scpt .scptd .applescript .osx .pkg .mpkg .dmg .dylib .kext .prefpane .webloc .inetloc .fileloc
	.apk .ipa .iso .img .vhd .vhdx`)

// runs reports whether the system might run a file with one of these names.
func runs(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		name = strings.TrimRight(name, ". ") // Windows ignores these
		return slices.Contains(programs, strings.ToLower(filepath.Ext(name)))
	})
}

const (
	// thumbSide is the side of a thumbnail in pixels.
	thumbSide = 96
	// mostThumbs is the maximum number of cached thumbnails, mostMade how many are created at
	// a time.
	mostThumbs = 600
	mostMade   = 2
)

// thumbKey identifies a thumbnail by the library, and by the address and time of the file.
type thumbKey struct {
	library int64
	address string
	since   time.Time
}

// thumbs creates thumbnails for the rows in sight. Creating one is cancelled when its row is
// scrolled out of sight.
type thumbs struct {
	seam work.Seam
	make func(ctx context.Context, library int64, address string) (image.Image, error)
	// made is called when there is a new thumbnail.
	made func()
	// cached holds the thumbnails, nil for those that failed; order holds their keys in the
	// order in which they were created.
	cached map[thumbKey]image.Image
	order  []thumbKey
	// wanted holds the thumbnails of the rows in sight, running those that are being created.
	wanted  map[*widget.MediaRow]thumbKey
	running map[thumbKey]context.CancelFunc
}

func newThumbs(seam work.Seam, create func(context.Context, int64, string) (image.Image, error), made func()) *thumbs {
	t := &thumbs{seam: seam, make: create, made: made, running: map[thumbKey]context.CancelFunc{}}
	t.forget()
	return t
}

// forget drops all thumbnails, because another library is shown.
func (t *thumbs) forget() {
	for _, cancel := range t.running {
		cancel()
	}
	t.cached, t.order, t.wanted = map[thumbKey]image.Image{}, nil, map[*widget.MediaRow]thumbKey{}
}

// of returns the thumbnail of a file for a row. If there is none yet, it returns nil and
// creates it.
func (t *thumbs) of(row *widget.MediaRow, library int64, f lib.File) image.Image {
	key := thumbKey{library, f.Address, f.Since}
	t.want(row, key)
	return t.cached[key]
}

// leave records that a row no longer shows a thumbnail.
func (t *thumbs) leave(row *widget.MediaRow) { t.want(row, thumbKey{}) }

func (t *thumbs) want(row *widget.MediaRow, key thumbKey) {
	before, there := t.wanted[row]
	if there && before == key {
		return
	}
	if delete(t.wanted, row); key != (thumbKey{}) {
		t.wanted[row] = key
	}
	if cancel := t.running[before]; there && cancel != nil && !t.isWanted(before) {
		cancel()
	}
	t.next()
}

func (t *thumbs) isWanted(key thumbKey) bool {
	return slices.Contains(slices.Collect(maps.Values(t.wanted)), key)
}

// next starts creating wanted thumbnails.
func (t *thumbs) next() {
	for _, key := range t.wanted {
		if len(t.running) >= mostMade {
			return
		}
		if _, made := t.cached[key]; !made && t.running[key] == nil {
			t.begin(key)
		}
	}
}

func (t *thumbs) begin(key thumbKey) {
	ctx, cancel := context.WithCancel(context.Background())
	t.running[key] = cancel
	t.seam.Aside(func(outer context.Context) {
		defer context.AfterFunc(outer, cancel)()
		var small image.Image
		if ctx.Err() == nil {
			small, _ = t.make(ctx, key.library, key.address) // one that cannot be created has an icon
		}
		t.seam.UI(func() { t.ended(ctx, key, small) })
	})
}

func (t *thumbs) ended(ctx context.Context, key thumbKey, small image.Image) {
	cancelled := ctx.Err() != nil
	t.running[key]()
	delete(t.running, key)
	if !cancelled {
		t.cache(key, small)
		t.made()
	}
	t.next()
}

func (t *thumbs) cache(key thumbKey, small image.Image) {
	t.cached[key] = small
	t.order = append(t.order, key)
	for len(t.order) > mostThumbs {
		delete(t.cached, t.order[0])
		t.order = t.order[1:]
	}
}

// thumbnail reads a picture and shrinks it.
func (s contents) thumbnail(ctx context.Context, library int64, address string) (image.Image, error) {
	return s.picture(ctx, library, address, thumbSide)
}
