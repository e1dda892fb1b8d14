package record_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
	"image/jpeg"
	"io"
	"testing"

	"crossfeed/engine/record"
)

// turned is a JPEG file with the orientation of Exif 2.3 §4.6.4.
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

// corner is a blue picture of 80 × 40 whose first corner, where the first row and
// the first column begin, is red.
func corner() image.Image {
	whole := halves(80, 40)
	draw.Draw(whole, image.Rect(0, 20, 80, 40), image.NewUniform(blue), image.Point{}, draw.Src)
	return whole
}

// The orientation says at which side the first row and the first column stand,
// and so in which corner the red is.
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

// place is near the beginning or near the end.
func place(end bool, size int) int {
	if end {
		return size - 5
	}
	return 4
}

// Whatever stands where a camera writes its notes, the picture is read or
// refused.
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
