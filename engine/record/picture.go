package record

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // formats for image.Decode
	"image/jpeg"
	_ "image/png"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // another format for image.Decode

	"crossfeed/engine/record/exchange"
)

// MaxPicture is the maximum size in bytes of a picture in a contact.
const MaxPicture = exchange.MaxPicture

// pictureTypes lists the supported formats with the first bytes of their files.
var pictureTypes = []struct{ name, magic string }{
	{"image/png", "\x89PNG\r\n\x1a\n"},
	{"image/jpeg", "\xff\xd8\xff"},
	{"image/gif", "GIF8"},
}

// PictureURI returns the text form of a picture in a supported format: PNG, JPEG or GIF. The
// error is a *ValueError.
func PictureURI(data []byte) (string, error) {
	if len(data) > MaxPicture {
		return "", wrong("", PictureTooLarge)
	}
	for _, t := range pictureTypes {
		if bytes.HasPrefix(data, []byte(t.magic)) {
			return "data:" + t.name + ";base64," + base64.StdEncoding.EncodeToString(data), nil
		}
	}
	return "", wrong("", NotAPicture)
}

// canonicalPicture accepts a picture in a data URI (RFC 2397) or a web address.
func canonicalPicture(text string) (string, error) {
	rest, inside := strings.CutPrefix(text, "data:")
	if !inside {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return "", wrong(text, NotAPicture)
		}
		return text, nil
	}
	media, encoded, _ := strings.Cut(rest, ",")
	if !strings.HasSuffix(media, ";base64") {
		return "", wrong(text, NotAPicture)
	}
	encoded = strings.Join(strings.Fields(encoded), "")
	if base64.StdEncoding.DecodedLen(len(encoded)) > MaxPicture+len("==") {
		return "", wrong(text, PictureTooLarge) // checked without decoding it
	}
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return "", wrong(text, NotAPicture)
	}
	return PictureURI(data)
}

func getPicture(t tree) string {
	p := firstIn(t.record, "photo")
	if p == nil {
		return ""
	}
	return lineOf(p)
}

// ofThePicture lists parameters that describe a specific picture.
var ofThePicture = []string{"mediatype", "x-abcrop-rectangle"}

func setPicture(t tree, uri string) {
	if uri == "" {
		removeAll(inCard(t.record, tagged("photo")))
		return
	}
	p := ensureIn(t.record, "photo")
	for _, name := range ofThePicture {
		exchange.SetParameter(p, name, exchange.TextType)
	}
	types := exchange.Parameter(p, "type")
	exchange.SetParameter(p, "type", exchange.TextType, slices.DeleteFunc(types, isImageType)...)
	exchange.SetValues(p, exchange.URIType, uri)
}

// isImageType reports whether a type is an image format, as in vCard 3.0.
func isImageType(t string) bool {
	return slices.Contains([]string{"png", "jpeg", "jpg", "gif"}, strings.ToLower(t))
}

// Limits on input and output.
const (
	// MaxPictureFile is the maximum size of a file in bytes.
	MaxPictureFile = 20 << 20
	// MaxPicturePixels is the maximum number of pixels, so that a small file cannot use up all
	// memory.
	MaxPicturePixels = 50_000_000
	// PictureSide is the maximum width and height of a picture in pixels.
	PictureSide = 512
)

// Errors of ShrinkPicture.
var (
	ErrPictureTooLarge = errors.New("the picture is too large")
	ErrNoPicture       = errors.New("this is no picture that can be read; PNG, JPEG and GIF can")
)

// qualities of JPEG are tried until a picture is small enough.
var qualities = []int{90, 75, 50, 25}

// ShrinkPicture reads a PNG, JPEG or GIF file and returns a data URI with a JPEG picture of at
// most PictureSide × PictureSide pixels and MaxPicture bytes. Metadata of cameras, such as the
// location, is removed, because contacts are shared. The error wraps ErrPictureTooLarge,
// ErrNoPicture, or the reader's error.
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

// decode checks the dimensions before it decodes the picture.
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

// scale returns a picture reduced to PictureSide, upright, and on white where it is
// transparent.
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

// MaxShownPicture is the maximum size in bytes of a file for SmallPicture. It is greater than
// MaxPictureFile because photos from cameras are larger than pictures of contacts.
const MaxShownPicture = 100 << 20

// NamedAsPicture reports whether a file's extension is one of a picture that SmallPicture can
// read.
func NamedAsPicture(name string) bool {
	return slices.Contains(endings, strings.ToLower(path.Ext(name)))
}

var endings = []string{".png", ".jpg", ".jpeg", ".gif", ".webp"}

// SmallPicture reads a PNG, JPEG, GIF or WebP file and returns an upright picture of at most
// side × side pixels to display. It does not enlarge small pictures and uses only the first
// frame of a GIF. The error wraps ErrPictureTooLarge, ErrNoPicture, or the reader's error.
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

// within returns the largest size with the same aspect ratio whose sides are at most side; it
// does not enlarge small pictures.
func within(size image.Point, side int) image.Rectangle {
	longest := max(size.X, size.Y)
	if longest <= side {
		return image.Rectangle{Max: size}
	}
	return image.Rect(0, 0, max(1, size.X*side/longest), max(1, size.Y*side/longest))
}

// turning is how to rotate or mirror a picture to make it upright: the orientation of Exif 2.3
// §4.6.4, from 1 to 8. 0 and 1 are upright.
type turning uint16

// apply returns the upright picture.
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

// source returns the position, in a picture of w × h, of a pixel of the upright picture.
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

// orientation returns the orientation of a JPEG file, or 0 if it has none.
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

// exifOf returns the TIFF structure from the APP1 segment of a JPEG file, or nil.
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
