package library

import (
	"context"
	"image"
	"time"

	lib "crossfeed/engine/library"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/work"
)

const (
	// thumbSide is the side of a thumbnail in pixels.
	thumbSide = 96
	// mostThumbs is how many are kept in memory, mostMade how many are made at a time.
	mostThumbs = 600
	mostMade   = 2
)

// thumbKey names a thumbnail: of a file of a library, as it came at a time.
type thumbKey struct {
	library int64
	address string
	since   time.Time
}

// thumbs makes the thumbnails of the rows in sight. One whose row was scrolled away is made
// no longer.
type thumbs struct {
	seam work.Seam
	make func(ctx context.Context, library int64, address string) (image.Image, error)
	// made tells that there is a new one.
	made func()
	// kept are those that were made, nil where that failed; order is that of their making.
	kept  map[thumbKey]image.Image
	order []thumbKey
	// wanted are those of the rows that draw one, running those that are being made.
	wanted  map[*widget.MediaRow]thumbKey
	running map[thumbKey]context.CancelFunc
}

func newThumbs(seam work.Seam, create func(context.Context, int64, string) (image.Image, error), made func()) *thumbs {
	t := &thumbs{seam: seam, make: create, made: made, running: map[thumbKey]context.CancelFunc{}}
	t.forget()
	return t
}

// forget drops all of them: another library is shown.
func (t *thumbs) forget() {
	for _, cancel := range t.running {
		cancel()
	}
	t.kept, t.order, t.wanted = map[thumbKey]image.Image{}, nil, map[*widget.MediaRow]thumbKey{}
}

// of is the thumbnail of a file for a row, or nil, which is made then if it can be.
func (t *thumbs) of(row *widget.MediaRow, library int64, f lib.File) image.Image {
	key := thumbKey{library, f.Address, f.Since}
	t.want(row, key)
	return t.kept[key]
}

// leave tells that a row draws none any more.
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
	for _, each := range t.wanted {
		if each == key {
			return true
		}
	}
	return false
}

// next begins to make what is wanted.
func (t *thumbs) next() {
	for _, key := range t.wanted {
		if len(t.running) >= mostMade {
			return
		}
		if _, made := t.kept[key]; !made && t.running[key] == nil {
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
			small, _ = t.make(ctx, key.library, key.address) // one that cannot be made has an icon
		}
		t.seam.UI(func() { t.ended(ctx, key, small) })
	})
}

func (t *thumbs) ended(ctx context.Context, key thumbKey, small image.Image) {
	cancelled := ctx.Err() != nil
	t.running[key]()
	delete(t.running, key)
	if !cancelled {
		t.keep(key, small)
		t.made()
	}
	t.next()
}

func (t *thumbs) keep(key thumbKey, small image.Image) {
	t.kept[key] = small
	t.order = append(t.order, key)
	for len(t.order) > mostThumbs {
		delete(t.kept, t.order[0])
		t.order = t.order[1:]
	}
}

// thumbnail reads a picture and makes it small.
func (s contents) thumbnail(ctx context.Context, library int64, address string) (image.Image, error) {
	return s.picture(ctx, library, address, thumbSide)
}
