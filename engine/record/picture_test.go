package record_test

import (
	"encoding/base64"
	"strings"
	"testing"

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
