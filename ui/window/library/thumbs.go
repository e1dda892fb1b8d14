package library

import (
	"context"
	"image"
	"maps"
	"slices"
	"time"

	lib "crossfeed/engine/library"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/work"
)

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
