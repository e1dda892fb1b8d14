package record_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand"
	"strings"
	"testing"
	"testing/iotest"

	"crossfeed/engine/record"
)

var red, blue = color.RGBA{R: 255, A: 255}, color.RGBA{B: 255, A: 255}

// halves is a picture whose left half is red, and whose right half is blue.
func halves(w, h int) *image.RGBA {
	whole := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := red
			if x >= w/2 {
				c = blue
			}
			whole.SetRGBA(x, y, c)
		}
	}
	return whole
}

// shrink gives the picture in the data URI that a file becomes.
func shrink(t *testing.T, file []byte) image.Image {
	t.Helper()
	uri, err := record.ShrinkPicture(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	encoded, is := strings.CutPrefix(uri, "data:image/jpeg;base64,")
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || !is || len(data) > record.MaxPicture {
		t.Fatalf("%.40s with %d bytes: %v", uri, len(data), err)
	}
	small, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return small
}

func expectColour(t *testing.T, p image.Image, x, y int, want color.Color) {
	t.Helper()
	r, g, b, _ := p.At(x, y).RGBA()
	wr, wg, wb, _ := want.RGBA()
	for _, c := range [][2]uint32{{r, wr}, {g, wg}, {b, wb}} {
		if max(c[0], c[1])-min(c[0], c[1]) > 0x2000 {
			t.Errorf("(%d,%d) is %v, want %v", x, y, p.At(x, y), want)
			return
		}
	}
}

func encoded(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEveryFormatBecomesASmallJPEG(t *testing.T) {
	whole := halves(1000, 500)
	for name, write := range map[string]func(io.Writer) error{
		"PNG":  func(w io.Writer) error { return png.Encode(w, whole) },
		"JPEG": func(w io.Writer) error { return jpeg.Encode(w, whole, nil) },
		"GIF":  func(w io.Writer) error { return gif.Encode(w, whole, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			small := shrink(t, encoded(t, write))
			if small.Bounds() != image.Rect(0, 0, 512, 256) {
				t.Errorf("it has %v", small.Bounds())
			}
			expectColour(t, small, 10, 10, red)
			expectColour(t, small, 500, 250, blue)
		})
	}
}

func TestPicturesKeepTheirRatio(t *testing.T) {
	for from, want := range map[image.Point]image.Point{
		{100, 40}: {100, 40}, {512, 512}: {512, 512}, {400, 1600}: {128, 512}, {3000, 1}: {512, 1}, {1, 1}: {1, 1},
	} {
		small := shrink(t, encoded(t, func(w io.Writer) error { return png.Encode(w, halves(from.X, from.Y)) }))
		if small.Bounds().Max != want {
			t.Errorf("%v becomes %v, want %v", from, small.Bounds().Max, want)
		}
	}
}

func TestWhatIsTransparentBecomesWhite(t *testing.T) {
	small := shrink(t, encoded(t, func(w io.Writer) error { return png.Encode(w, image.NewNRGBA(image.Rect(0, 0, 20, 20))) }))
	expectColour(t, small, 10, 10, color.White)
}

// Noise is what JPEG packs worst.
func TestAPictureThatPacksBadlyIsSmallEnough(t *testing.T) {
	whole := image.NewRGBA(image.Rect(0, 0, 900, 900))
	rand.New(rand.NewSource(1)).Read(whole.Pix)
	shrink(t, encoded(t, func(w io.Writer) error { return png.Encode(w, whole) }))
}

func TestWhatIsNoPictureIsRefused(t *testing.T) {
	good := encoded(t, func(w io.Writer) error { return png.Encode(w, halves(20, 20)) })
	for name, c := range map[string]struct {
		file io.Reader
		want error
	}{
		"nothing":         {strings.NewReader(""), record.ErrNoPicture},
		"a text":          {strings.NewReader("hello"), record.ErrNoPicture},
		"half a picture":  {bytes.NewReader(good[:len(good)/2]), record.ErrNoPicture},
		"a large file":    {io.LimitReader(endless{}, 50<<20), record.ErrPictureTooLarge},
		"a large picture": {bytes.NewReader(claiming(8000, 6251)), record.ErrPictureTooLarge},
		"an absurd one":   {bytes.NewReader(claiming(1_000_000, 1_000_000)), record.ErrPictureTooLarge},
		"a broken disk":   {iotest.ErrReader(io.ErrClosedPipe), io.ErrClosedPipe},
	} {
		if uri, err := record.ShrinkPicture(c.file); !errors.Is(err, c.want) || uri != "" {
			t.Errorf("%s: %.40q, %v; want %v", name, uri, err, c.want)
		}
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// claiming is the beginning of a PNG file that says to have that many pixels.
func claiming(w, h uint32) []byte {
	header := []byte("IHDR")
	header = binary.BigEndian.AppendUint32(header, w)
	header = binary.BigEndian.AppendUint32(header, h)
	header = append(header, 8, 2, 0, 0, 0)
	file := binary.BigEndian.AppendUint32([]byte("\x89PNG\r\n\x1a\n"), uint32(len(header)-4))
	return binary.BigEndian.AppendUint32(append(file, header...), crc32.ChecksumIEEE(header))
}
