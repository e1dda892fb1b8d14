package record

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

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
