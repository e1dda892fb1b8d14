package record_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand"
	"strings"
	"testing"
	"testing/iotest"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/record"
)

const (
	pngBytes  = "\x89PNG\r\n\x1a\nrest"
	jpegBytes = "\xff\xd8\xff\xe0rest"
	gifBytes  = "GIF89arest"
)

func dataURI(media, data string) string {
	return "data:" + media + ";base64," + base64.StdEncoding.EncodeToString([]byte(data))
}

func TestPicturesAreCheckedByWhatTheyBeginWith(t *testing.T) {
	for media, data := range map[string]string{"image/png": pngBytes, "image/jpeg": jpegBytes, "image/gif": gifBytes} {
		expectCanonical(t, "picture", dataURI(media, data), dataURI(media, data))
		expectCanonical(t, "picture", " "+dataURI("application/octet-stream", data)+"\n", dataURI(media, data))
	}
	uri := dataURI("image/png", pngBytes)
	expectCanonical(t, "picture", uri[:30]+"\r\n "+uri[30:], uri)
	expectCanonical(t, "picture", "https://example.org/a.webp", "https://example.org/a.webp")
	for _, typed := range []string{
		"data:image/png;base64,???", "data:image/png,abc", "data:", dataURI("image/png", "<svg/>"), dataURI("image/png", ""),
		"a.png", "file:///a.png", "https://", "javascript:alert(1)",
	} {
		expectProblem(t, "picture", typed, record.NotAPicture)
	}
}

func TestPicturesHaveALimit(t *testing.T) {
	most := dataURI("image/gif", gifBytes+strings.Repeat("x", record.MaxPicture-len(gifBytes)))
	expectCanonical(t, "picture", most, most)
	for _, size := range []int{record.MaxPicture + 1, testsize.Of(2*record.MaxPicture, 50<<20)} {
		expectProblem(t, "picture", dataURI("image/gif", gifBytes+strings.Repeat("x", size-len(gifBytes))), record.PictureTooLarge)
	}
}

func TestAPictureIsReplaced(t *testing.T) {
	png, gif := dataURI("image/png", pngBytes), dataURI("image/gif", gifBytes)
	photo := func(parameters, uri string) string { return `<photo>` + parameters + `<uri>` + uri + `</uri></photo>` }
	expectField(t, photo("", png), "picture", png)
	expectField(t, photo("", "urn:kept-as-it-is"), "picture", "urn:kept-as-it-is")
	expectSet(t, "", "picture", gif, photo("", gif))
	expectSet(t, photo("", png), "picture", "", "")
	expectSet(t, photo(`<parameters><mediatype><text>image/png</text></mediatype><type><text>png</text><text>home</text></type><x-a><unknown>b</unknown></x-a></parameters>`, png),
		"picture", gif, photo(`<parameters><type><text>home</text></type><x-a><unknown>b</unknown></x-a></parameters>`, gif))
	expectSet(t, photo(`<parameters><x-abcrop-rectangle><unknown>1</unknown></x-abcrop-rectangle></parameters>`, png), "picture", gif, photo("", gif))
}

var red, blue = color.RGBA{R: 255, A: 255}, color.RGBA{B: 255, A: 255}

// halves returns a picture whose left half is red and whose right half is blue.
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

// shrink returns the picture in the data URI for a file.
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

// JPEG compresses noise worst.
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

// claiming returns the beginning of a PNG file that claims to have that many pixels.
func claiming(w, h uint32) []byte {
	header := []byte("IHDR")
	header = binary.BigEndian.AppendUint32(header, w)
	header = binary.BigEndian.AppendUint32(header, h)
	header = append(header, 8, 2, 0, 0, 0)
	file := binary.BigEndian.AppendUint32([]byte("\x89PNG\r\n\x1a\n"), uint32(len(header)-4))
	return binary.BigEndian.AppendUint32(append(file, header...), crc32.ChecksumIEEE(header))
}

// dot is a WebP file of one pixel.
const dot = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="

// A displayed picture fits into its area with its own aspect ratio, whatever the format.
func TestAPictureIsMadeSmallToBeShown(t *testing.T) {
	whole := halves(400, 100)
	webp, err := base64.StdEncoding.DecodeString(dot)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		file []byte
		want image.Point
	}{
		"PNG":        {encoded(t, func(w io.Writer) error { return png.Encode(w, whole) }), image.Pt(80, 20)},
		"JPEG":       {encoded(t, func(w io.Writer) error { return jpeg.Encode(w, whole, nil) }), image.Pt(80, 20)},
		"GIF":        {encoded(t, func(w io.Writer) error { return gif.Encode(w, whole, nil) }), image.Pt(80, 20)},
		"WebP":       {webp, image.Pt(1, 1)},
		"one turned": {turned(t, whole, binary.BigEndian, 6), image.Pt(20, 80)},
	} {
		small, err := record.SmallPicture(bytes.NewReader(c.file), 80)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := small.Bounds().Size(); got != c.want {
			t.Errorf("%s: it has %v, want %v", name, got, c.want)
		}
	}
}

// A few bytes that claim to be a huge picture cause no large allocation, and input that is no
// picture is rejected.
func TestWhatIsNotShown(t *testing.T) {
	bomb := encoded(t, func(w io.Writer) error { return gif.Encode(w, halves(4, 4), nil) })
	copy(bomb[6:], []byte{0xff, 0xff, 0xff, 0xff}) // the logical screen size
	if _, err := record.SmallPicture(bytes.NewReader(bomb), 80); !errors.Is(err, record.ErrPictureTooLarge) {
		t.Errorf("65535 × 65535: %v", err)
	}
	if _, err := record.SmallPicture(bytes.NewReader([]byte("<html>")), 80); !errors.Is(err, record.ErrNoPicture) {
		t.Errorf("a page: %v", err)
	}
}

// turned returns a JPEG file with the orientation of Exif 2.3 §4.6.4.
func turned(t *testing.T, whole image.Image, order binary.AppendByteOrder, orientation uint16) []byte {
	t.Helper()
	file := encoded(t, func(w io.Writer) error { return jpeg.Encode(w, whole, &jpeg.Options{Quality: 100}) })
	tiff := []byte("MM\x00\x2a")
	if order.String() == binary.LittleEndian.String() {
		tiff = []byte("II\x2a\x00")
	}
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 1)
	tiff = order.AppendUint16(tiff, 0x0112)
	tiff = order.AppendUint16(tiff, 3)
	tiff = order.AppendUint32(tiff, 1)
	tiff = order.AppendUint16(tiff, orientation)
	tiff = order.AppendUint16(tiff, 0)
	segment := append([]byte("Exif\x00\x00"), tiff...)
	app1 := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(segment)+2))
	return bytes.Join([][]byte{file[:2], app1, segment, file[2:]}, nil)
}

// corner returns a blue picture of 80 × 40 whose first corner, where the first row and the
// first column begin, is red.
func corner() image.Image {
	whole := halves(80, 40)
	draw.Draw(whole, image.Rect(0, 20, 80, 40), image.NewUniform(blue), image.Point{}, draw.Src)
	return whole
}

// The orientation determines the sides of the first row and the first column, and thus the
// corner that is red.
func TestAPictureIsTurnedUpright(t *testing.T) {
	for orientation, at := range map[uint16]struct{ right, bottom bool }{
		0: {}, 1: {}, 2: {right: true}, 3: {right: true, bottom: true}, 4: {bottom: true},
		5: {}, 6: {right: true}, 7: {right: true, bottom: true}, 8: {bottom: true}, 9: {},
	} {
		for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
			small := shrink(t, turned(t, corner(), order, orientation))
			size := image.Pt(80, 40)
			if orientation >= 5 && orientation <= 8 {
				size = image.Pt(40, 80)
			}
			if small.Bounds().Max != size {
				t.Fatalf("%d: it has %v, want %v", orientation, small.Bounds().Max, size)
			}
			for _, right := range []bool{false, true} {
				for _, bottom := range []bool{false, true} {
					want := blue
					if right == at.right && bottom == at.bottom {
						want = red
					}
					expectColour(t, small, place(right, size.X), place(bottom, size.Y), want)
				}
			}
		}
	}
}

// place returns a position near the beginning or near the end.
func place(end bool, size int) int {
	if end {
		return size - 5
	}
	return 4
}

// Whatever a camera's metadata contains, the picture is either read or rejected.
func FuzzShrink(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x00"))
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x10Exif\x00\x00MM\x00\x2a\xff\xff\xff\xff"))
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x16Exif\x00\x00II\x2a\x00\x08\x00\x00\x00\xff\xff\x12\x01"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if uri, err := record.ShrinkPicture(bytes.NewReader(file)); (uri == "") != (err != nil) {
			t.Errorf("%.40q, %v", uri, err)
		}
	})
}
