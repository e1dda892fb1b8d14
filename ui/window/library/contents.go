package library

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
)

const (
	// mostText is how much of a text is shown, in bytes.
	mostText = 300_000
	// pictureSide is the side of a picture that is shown beside the tree, in pixels.
	pictureSide = 1600
)

// contents reads what is in the files of libraries, outside of the UI goroutine.
type contents struct{ Source }

// preview is what a file shows.
type preview struct {
	picture image.Image
	text    string
	// cut tells that the text goes on.
	cut bool
}

// of reads what a file shows: a picture or a text. Of others there is nothing.
func (s contents) of(ctx context.Context, library int64, f engine.ContentEntryFile) (p preview, err error) {
	switch {
	case isPicture(f):
		p.picture, err = s.picture(ctx, library, f.Address, pictureSide)
	case isText(f):
		p.text, p.cut, err = s.text(ctx, library, f)
	}
	return p, err
}

// picture reads a picture and makes it fit.
func (s contents) picture(ctx context.Context, library int64, address string, side int) (image.Image, error) {
	file, err := s.file(ctx, library, address)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return record.SmallPicture(location.Until(ctx, file), side)
}

// text reads the beginning of a text; of HTML what it shows.
func (s contents) text(ctx context.Context, library int64, f engine.ContentEntryFile) (text string, cut bool, err error) {
	file, err := s.file(ctx, library, f.Address)
	if err != nil {
		return "", false, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(location.Until(ctx, file), mostText+1))
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

// decoded is a text in UTF-8, else in Latin-1 as Windows has it. One that was cut may end
// within a character.
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

// printable takes out what no font draws.
func printable(r rune) rune {
	if r < ' ' && r != '\n' && r != '\t' && r != '\r' {
		return '·'
	}
	return r
}
