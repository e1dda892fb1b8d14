package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // formats that image.Decode knows
	"image/jpeg"
	_ "image/png"
	"io"
	"path"
	"slices"
	"strings"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // a further format that image.Decode knows
)

// Limits on what is read and written.
const (
	// MaxPictureFile is the size of a file.
	MaxPictureFile = 20 << 20
	// MaxPicturePixels is the size of a picture, so that a small file cannot ask for all
	// memory.
	MaxPicturePixels = 50_000_000
	// PictureSide is the width or the height, in pixels, that a picture gets at most.
	PictureSide = 512
)

// Errors of ShrinkPicture.
var (
	ErrPictureTooLarge = errors.New("the picture is too large")
	ErrNoPicture       = errors.New("this is no picture that can be read; PNG, JPEG and GIF can")
)

// qualities of JPEG are tried until a picture is small enough.
var qualities = []int{90, 75, 50, 25}

// ShrinkPicture reads a PNG, JPEG or GIF file and gives a data URI of a JPEG picture of
// at most PictureSide × PictureSide pixels and MaxPicture bytes. What else a camera
// writes into a file, such as the place, is left out, because a contact is
// shared. The error wraps ErrPictureTooLarge, ErrNoPicture, or that of the reader.
func ShrinkPicture(r io.Reader) (dataURI string, err error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxPictureFile+1))
	if err != nil {
		return "", fmt.Errorf("reading a picture: %w", err)
	}
	if len(data) > MaxPictureFile {
		return "", fmt.Errorf("%w: the file has more than %d MB", ErrPictureTooLarge, MaxPictureFile>>20)
	}
	whole, err := decode(data)
	if err != nil {
		return "", err
	}
	return encode(scale(whole, orientation(data)))
}

// decode looks at the size before it makes the picture.
func decode(data []byte) (image.Image, error) {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || size.Width <= 0 || size.Height <= 0 {
		return nil, ErrNoPicture
	}
	if size.Width > MaxPicturePixels/size.Height {
		return nil, fmt.Errorf("%w: %d × %d are more than %d megapixels", ErrPictureTooLarge, size.Width, size.Height, MaxPicturePixels/1_000_000)
	}
	whole, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrNoPicture, err)
	}
	return whole, nil
}

// scale makes a picture fit, upright, on white where it is transparent.
func scale(whole image.Image, turn turning) image.Image {
	small := image.NewRGBA(within(whole.Bounds().Size(), PictureSide))
	draw.Draw(small, small.Bounds(), image.White, image.Point{}, draw.Src)
	draw.BiLinear.Scale(small, small.Bounds(), whole, whole.Bounds(), draw.Over, nil)
	return turn.apply(small)
}

func encode(small image.Image) (string, error) {
	for _, q := range qualities {
		var b bytes.Buffer
		if err := jpeg.Encode(&b, small, &jpeg.Options{Quality: q}); err != nil {
			return "", fmt.Errorf("writing a picture: %w", err)
		}
		if b.Len() <= MaxPicture {
			return PictureURI(b.Bytes())
		}
	}
	return "", ErrPictureTooLarge
}

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

// turning is how a picture has to be turned or mirrored to stand upright: the
// orientation of Exif 2.3 §4.6.4, from 1 to 8. 0 and 1 are upright.
type turning uint16

// apply gives the picture upright.
func (t turning) apply(small *image.RGBA) image.Image {
	if t <= 1 || t > 8 {
		return small
	}
	w, h := small.Rect.Dx(), small.Rect.Dy()
	upright := image.NewRGBA(image.Rect(0, 0, w, h))
	if t >= 5 {
		upright = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range upright.Rect.Dy() {
		for x := range upright.Rect.Dx() {
			from := t.source(x, y, w, h)
			upright.SetRGBA(x, y, small.RGBAAt(from.X, from.Y))
		}
	}
	return upright
}

// source is where a pixel of the upright picture stands in one of w × h.
func (t turning) source(x, y, w, h int) image.Point {
	switch t {
	case 2:
		return image.Pt(w-1-x, y)
	case 3:
		return image.Pt(w-1-x, h-1-y)
	case 4:
		return image.Pt(x, h-1-y)
	case 5:
		return image.Pt(y, x)
	case 6:
		return image.Pt(y, h-1-x)
	case 7:
		return image.Pt(w-1-y, h-1-x)
	}
	return image.Pt(w-1-y, x)
}

// orientation reads that of a JPEG file; 0 where it says none.
func orientation(data []byte) turning {
	exif := exifOf(data)
	if len(exif) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if exif[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(exif[4:]))
	if at+2 > int64(len(exif)) {
		return 0
	}
	const tag, size = 0x0112, 12
	entries := exif[at+2:]
	for range order.Uint16(exif[at:]) {
		if len(entries) < size {
			return 0
		}
		if order.Uint16(entries) == tag {
			return turning(order.Uint16(entries[8:]))
		}
		entries = entries[size:]
	}
	return 0
}

// exifOf is the TIFF structure in the APP1 segment of a JPEG file, or nil.
func exifOf(data []byte) []byte {
	const start, app1, scan = 0xd8, 0xe1, 0xda
	if len(data) < 2 || data[0] != 0xff || data[1] != start {
		return nil
	}
	for data = data[2:]; len(data) >= 4 && data[0] == 0xff && data[1] != scan; {
		length := 2 + int(binary.BigEndian.Uint16(data[2:]))
		if length < 4 || length > len(data) {
			return nil
		}
		if rest, is := bytes.CutPrefix(data[4:length:length], []byte("Exif\x00\x00")); is && data[1] == app1 {
			return rest
		}
		data = data[length:]
	}
	return nil
}
