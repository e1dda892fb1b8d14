package cli_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// pngOf returns a PNG file of that size, in one color.
func pngOf(t *testing.T, width, height int) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White})); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// claiming returns a PNG file whose header (PNG §11.2.2) claims another size.
func claiming(file string, side uint32) string {
	b := []byte(file)
	const header, size, end = 12, 16, 29
	binary.BigEndian.PutUint32(b[size:], side)
	binary.BigEndian.PutUint32(b[size+4:], side)
	binary.BigEndian.PutUint32(b[end:], crc32.ChecksumIEEE(b[header:end]))
	return string(b)
}

// family returns a desk with the list of contacts "Family", which contains "cook".
func family(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("list", "create", "Family", "--kind", "contact")
	d.ok("item", "add", "Family", "--id", "cook", "--field", "name=Given Family")
	return d
}

// picture returns the picture of "cook".
func (d *desk) picture() string {
	d.t.Helper()
	return parse[struct{ Fields struct{ Picture string } }](d.ok("item", "show", "Family", "cook", "--json")).Fields.Picture
}

func TestAPictureIsTakenFromAFileAndMadeSmall(t *testing.T) {
	d := family(t)
	d.ok("item", "edit", "Family", "cook", "--field", "picture=@"+d.put("cook.png", pngOf(t, 1024, 512))).prints("cook: update 2\n")
	encoded, is := strings.CutPrefix(d.picture(), "data:image/jpeg;base64,")
	file, err := base64.StdEncoding.DecodeString(encoded)
	if !is || err != nil {
		t.Fatalf("the picture is %.40q: %v", d.picture(), err)
	}
	if size, err := jpeg.DecodeConfig(bytes.NewReader(file)); err != nil || size.Width != 512 || size.Height != 256 {
		t.Errorf("the picture is %d × %d: %v", size.Width, size.Height, err)
	}
	d.ok("item", "edit", "Family", "cook", "--field", "picture=")
	if d.picture() != "" {
		t.Errorf("the picture that was taken away is %.40q", d.picture())
	}
}

func TestAFileThatIsNoPictureIsRefused(t *testing.T) {
	d := family(t)
	small := pngOf(t, 2, 2)
	for _, c := range []struct {
		name, file string
		said       []string
	}{
		{"text.png", "no picture", []string{"no picture that can be read; PNG, JPEG and GIF can"}},
		{"half.png", small[:len(small)/2], []string{"no picture that can be read"}},
		{"wide.png", claiming(small, 10_000), []string{"the picture is too large", "10000 × 10000 are more than 50 megapixels"}},
		{"long.png", small + strings.Repeat(" ", 20<<20), []string{"the picture is too large", "the file has more than 20 MB"}},
	} {
		path := d.put(c.name, c.file)
		d.run("item", "edit", "Family", "cook", "--field", "picture=@"+path).is(cli.Misuse).prints("").
			mentions(append(c.said, "--field picture=@"+path+": ")...)
	}
	if d.picture() != "" {
		t.Error("a picture was taken")
	}
}

func TestAPictureWhoseFileIsMissingCouldNotBeTaken(t *testing.T) {
	d := family(t)
	d.run("item", "edit", "Family", "cook", "--field", "picture=@"+d.file("missing.png")).is(cli.Failed).prints("").mentions("missing.png")
	d.run("item", "add", "Family", "--field", "name=Other Person", "--field", "picture=@"+d.file("missing.png")).is(cli.Failed).prints("")
	if got := parse[[]shownItem](d.ok("item", "list", "Family", "--json")); len(got) != 1 {
		t.Errorf("the list holds %+v", got)
	}
}

func TestAPictureMayBeAnAddressButNoText(t *testing.T) {
	d := family(t)
	d.ok("item", "edit", "Family", "cook", "--field", "picture=https://example.org/cook.png")
	if got := d.picture(); got != "https://example.org/cook.png" {
		t.Errorf("the picture is %q", got)
	}
	d.run("item", "edit", "Family", "cook", "--field", "picture=cook.png").is(cli.Misuse).mentions(`picture "cook.png": not a picture: `, "@FILE")
}
