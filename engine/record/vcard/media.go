package vcard

import (
	"encoding/base64"
	"slices"
	"strings"

	"crossfeed/engine/record/exchange"
)

// isTooLarge reports whether decoded base64 data would exceed the maximum size of a picture.
func isTooLarge(data string) bool {
	return base64.RawStdEncoding.DecodedLen(len(strings.TrimRight(data, "="))) > exchange.MaxPicture
}

// media returns the value of a property that contains or refers to a picture, a sound or a
// key. Data in the line becomes a data URI (RFC 2397), as in vCard 4.0.
func (s *statement) media(f form) ([]value, error) {
	if !s.base64 {
		return s.mediaURI(f)
	}
	data, err := decodeBase64(s.value)
	switch {
	case err != nil, len(data) == 0:
		return nil, exchange.Damaged
	case len(data) > exchange.MaxPicture:
		return nil, errTooLarge
	}
	text := base64.StdEncoding.EncodeToString(data)
	return []value{{exchange.URIType, dataURI(f, s.takeFormat(), text)}}, nil
}

func (s *statement) mediaURI(f form) ([]value, error) {
	v := unescapeURI(s.value)
	switch {
	case f == key && (s.declared == exchange.TextType || !isURI(v)):
		return []value{{exchange.TextType, exchange.Unescape(s.value)}}, nil
	case !isURI(v):
		return nil, exchange.NotAURI
	case isData(v) && isTooLarge(v[strings.IndexByte(v, ',')+1:]):
		return nil, errTooLarge
	}
	s.nameMediaType(f)
	return []value{{exchange.URIType, v}}, nil
}

func isData(uri string) bool { return strings.HasPrefix(uri, "data:") }

// nameMediaType replaces the format of a URI's target with its media type. Data URIs contain
// their own.
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

// places lists the values of TYPE that are not formats (RFC 6350 §5.6).
var places = []string{"HOME", "WORK", "PREF"}

func isFormat(v string) bool { return !slices.Contains(places, strings.ToUpper(v)) }

// namesFormat reports whether the first value of a parameter may be a format.
func namesFormat(p exchange.Param) bool {
	return strings.EqualFold(p.Name, "TYPE") && isFormat(p.Values[0])
}

// takeFormat removes the format, which vCard 2.1 and 3.0 specify in TYPE, from the parameters
// and returns it, or "" if none exists.
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

// families maps forms to the media types of their formats.
var families = map[form]string{picture: "image/", sound: "audio/", key: "application/"}

// mediaType returns the media type of a format: JPEG is image/jpeg.
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

// signatures identify formats by the first characters of their base64 data.
var signatures = []struct{ begins, format string }{
	{"/9j/", "jpeg"}, {"iVBORw0KGgo", "png"}, {"R0lGOD", "gif"}, {"UklGR", "webp"}, {"PHN2Zy", "svg+xml"}, {"Qk", "bmp"},
}

// dataURI returns a URI for base64 data. If no format is given, it detects that of a picture
// by its first characters.
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

// inline returns what vCard 3.0 uses instead of a data URI: the format, which may be "", and
// the base64 data. It reports false for URIs that could not be restored from them.
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
