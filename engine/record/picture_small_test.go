package record_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"testing"

	"crossfeed/engine/record"
)

// dot is a WebP file of one pixel.
const dot = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="

// What is shown fits into its place, in its own ratio, whatever the format.
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

// A few bytes that claim to be a huge picture ask for no memory, and what is none is
// said to be none.
func TestWhatIsNotShown(t *testing.T) {
	bomb := encoded(t, func(w io.Writer) error { return gif.Encode(w, halves(4, 4), nil) })
	copy(bomb[6:], []byte{0xff, 0xff, 0xff, 0xff}) // the size of the screen
	if _, err := record.SmallPicture(bytes.NewReader(bomb), 80); !errors.Is(err, record.ErrPictureTooLarge) {
		t.Errorf("65535 × 65535: %v", err)
	}
	if _, err := record.SmallPicture(bytes.NewReader([]byte("<html>")), 80); !errors.Is(err, record.ErrNoPicture) {
		t.Errorf("a page: %v", err)
	}
}
