package record

import (
	"bytes"
	"encoding/binary"
	"image"
)

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
