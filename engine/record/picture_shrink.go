package record

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // formats that image.Decode knows
	"image/jpeg"
	_ "image/png"
	"io"

	"golang.org/x/image/draw"
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
