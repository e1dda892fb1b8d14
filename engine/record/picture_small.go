package record

import (
	"fmt"
	"image"
	"io"
	"path"
	"slices"
	"strings"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // a further format that image.Decode knows
)

// MaxShownPicture is the size of a file in bytes that SmallPicture reads: photos of cameras are larger
// than what a contact may have.
const MaxShownPicture = 100 << 20

// NamedAsPicture tells by its ending whether a file may be a picture that SmallPicture reads.
func NamedAsPicture(name string) bool {
	return slices.Contains(endings, strings.ToLower(path.Ext(name)))
}

var endings = []string{".png", ".jpg", ".jpeg", ".gif", ".webp"}

// SmallPicture reads a PNG, JPEG, GIF or WebP file and gives a picture of at most side × side
// pixels, upright, to be shown; a small picture stays as it is. Of a GIF it is the first
// frame. The error wraps ErrPictureTooLarge, ErrNoPicture, or that of the reader.
func SmallPicture(r io.Reader, side int) (image.Image, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxShownPicture+1))
	if err != nil {
		return nil, fmt.Errorf("reading a picture: %w", err)
	}
	if len(data) > MaxShownPicture {
		return nil, fmt.Errorf("%w: the file has more than %d MB", ErrPictureTooLarge, MaxShownPicture>>20)
	}
	whole, err := decode(data)
	if err != nil {
		return nil, err
	}
	small := image.NewRGBA(within(whole.Bounds().Size(), side))
	draw.ApproxBiLinear.Scale(small, small.Bounds(), whole, whole.Bounds(), draw.Src, nil)
	return orientation(data).apply(small), nil
}

// within is the largest size of the same ratio whose sides are at most side; a small
// picture stays as it is.
func within(size image.Point, side int) image.Rectangle {
	longest := max(size.X, size.Y)
	if longest <= side {
		return image.Rectangle{Max: size}
	}
	return image.Rect(0, 0, max(1, size.X*side/longest), max(1, size.Y*side/longest))
}
