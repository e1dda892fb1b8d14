package vcard

import (
	"encoding/base64"
	"slices"
	"strings"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
)

// isTooLarge tells whether what base64 stands for is larger than a picture may be.
func isTooLarge(data string) bool {
	return base64.RawStdEncoding.DecodedLen(len(strings.TrimRight(data, "="))) > exchange.MaxPicture
}

// media is the value of a property that holds a picture, a sound or a key, or
// says where it is. What the line holds becomes a data URI (RFC 2397), as vCard
// 4.0 has it.
func (s *statement) media(f form) ([]value, error) {
	if !s.base64 {
		return s.mediaURI(f)
	}
	data, err := decodeBase64(s.value)
	switch {
	case err != nil, len(data) == 0:
		return nil, errNotBase64
	case len(data) > exchange.MaxPicture:
		return nil, errTooLarge
	}
	text := base64.StdEncoding.EncodeToString(data)
	return []value{{xprop.URI, dataURI(f, s.takeFormat(), text)}}, nil
}

func (s *statement) mediaURI(f form) ([]value, error) {
	v := unescapeURI(s.value)
	switch {
	case f == key && (s.declared == xprop.Text || !isURI(v)):
		return []value{{xprop.Text, exchange.Unescape(s.value)}}, nil
	case !isURI(v):
		return nil, errNotURI
	case isData(v) && isTooLarge(v[strings.IndexByte(v, ',')+1:]):
		return nil, errTooLarge
	}
	s.nameMediaType(f)
	return []value{{xprop.URI, v}}, nil
}

func isData(uri string) bool { return strings.HasPrefix(uri, "data:") }

// nameMediaType makes the format of what a URI leads to its media type. A data
// URI says its own.
func (s *statement) nameMediaType(f form) {
	if s.param("MEDIATYPE") != "" || isData(s.value) {
		return
	}
	for i, one := range s.params {
		if namesFormat(one) && len(one.Values) == 1 {
			s.params[i] = exchange.Param{Name: "MEDIATYPE", Values: []string{mediaType(f, one.Values[0])}}
			return
		}
	}
}

// places are the values of TYPE that say nothing of the format (RFC 6350 §5.6).
var places = []string{"HOME", "WORK", "PREF"}

func isFormat(v string) bool { return !slices.Contains(places, strings.ToUpper(v)) }

// namesFormat tells whether the first value of a parameter can be a format.
func namesFormat(p exchange.Param) bool {
	return strings.EqualFold(p.Name, "TYPE") && isFormat(p.Values[0])
}

// takeFormat takes the format, as vCard 2.1 and 3.0 name it in TYPE, out of the
// parameters; "" where there is none.
func (s *statement) takeFormat() string {
	format, kept := "", s.params[:0:0]
	for _, one := range s.params {
		if strings.EqualFold(one.Name, "TYPE") {
			one.Values = slices.DeleteFunc(slices.Clone(one.Values), func(v string) bool {
				takes := format == "" && isFormat(v)
				if takes {
					format = v
				}
				return takes
			})
		}
		if len(one.Values) > 0 {
			kept = append(kept, one)
		}
	}
	s.params = kept
	return format
}

// families are the media types that the formats of a property belong to.
var families = map[form]string{picture: "image/", sound: "audio/", key: "application/"}

// mediaType names the type of a format: JPEG is image/jpeg.
func mediaType(f form, format string) string {
	format = strings.ToLower(format)
	switch {
	case strings.Contains(format, "/"):
		return format
	case f == picture && format == "jpg":
		return "image/jpeg"
	case f == key && format == "pgp":
		return "application/pgp-keys"
	}
	return families[f] + format
}

// signatures are the beginnings, in base64, by which formats are known.
var signatures = []struct{ begins, format string }{
	{"/9j/", "jpeg"}, {"iVBORw0KGgo", "png"}, {"R0lGOD", "gif"}, {"UklGR", "webp"}, {"PHN2Zy", "svg+xml"}, {"Qk", "bmp"},
}

// dataURI makes the URI of what is base64. Where no format is given, that of a
// picture is seen in its beginning.
func dataURI(f form, format, data string) string {
	for _, known := range signatures {
		if format == "" && f == picture && strings.HasPrefix(data, known.begins) {
			format = known.format
		}
	}
	if format == "" {
		return "data:application/octet-stream;base64," + data
	}
	return "data:" + mediaType(f, format) + ";base64," + data
}

// inline is what vCard 3.0 says in place of a data URI: the format, perhaps "",
// and the base64. It is false for URIs that it could not make again.
func inline(f form, v string) (format, data string, ok bool) {
	head, data, found := strings.Cut(v, ";base64,")
	media, isData := strings.CutPrefix(head, "data:")
	if !found || !isData {
		return "", "", false
	}
	format = strings.ToUpper(strings.TrimPrefix(media, families[f]))
	switch {
	case f == key && media == "application/pgp-keys":
		format = "PGP"
	case media == "application/octet-stream":
		format = ""
	}
	decoded, err := decodeBase64(data)
	same := err == nil && data != "" && dataURI(f, format, data) == v && base64.StdEncoding.EncodeToString(decoded) == data
	return format, data, same
}
