// Package attachments stores the files that items refer to with csx:links (Content Sync
// Extensions in items with sx:sync). A file is stored under its SHA-256, so that it never
// changes, and items that refer to the same file share it.
package attachments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/record"
	"crossfeed/engine/transport"
)

// MaxSize is the maximum size of a file attached to an item, in bytes: everybody who has the
// list gets it.
const MaxSize = 512 << 20

// Errors that callers handle.
var (
	ErrTooLarge = errors.New("it is larger than 512 MB, which is the most that goes with an item: share a link to it instead")
	ErrChanged  = errors.New("it changed while it was read: try again when nothing writes to it")
)

// Save stores a copy of a file. It reads the file twice: the name in the cache is the hash of
// the contents, so that a file that already exists is not written again.
func Save(ctx context.Context, c cache.Cache, name string, file io.ReadSeeker) (record.Attachment, error) {
	hash, size, err := hashed(ctx, file)
	if err != nil {
		return record.Attachment{}, fmt.Errorf("attaching %q: %w", name, err)
	}
	a := record.Attached(hash, size, called(name))
	if err := once(ctx, c, a, func() error { return put(ctx, c, a, file) }); err != nil {
		return record.Attachment{}, fmt.Errorf("attaching %q: %w", name, err)
	}
	return a, nil
}

func hashed(ctx context.Context, file io.ReadSeeker) (hash string, size int64, err error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", 0, err
	}
	hash, size, err = transport.Hash(io.LimitReader(transport.Until(ctx, file), MaxSize+1))
	if err == nil && size > MaxSize {
		err = ErrTooLarge
	}
	return hash, size, err
}

// put copies a file into the cache.
func put(ctx context.Context, c cache.Cache, a record.Attachment, file io.ReadSeeker) (err error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	part, err := c.Begin(a.File(), 0, cache.Note{Size: a.Size})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, part.Close()) }()
	if _, err := io.Copy(part, io.LimitReader(transport.Until(ctx, file), MaxSize+1)); err != nil {
		return err
	}
	if err := done(c, part, a, cache.Note{Size: -1}); !errors.Is(err, cache.ErrOtherFile) {
		return err
	}
	return ErrChanged
}

// done moves a received file into place, if it is the linked file.
func done(c cache.Cache, part cache.Part, a record.Attachment, n cache.Note) error {
	n.Hash = a.Hash()
	if _, _, err := part.Done(n); err != nil {
		return err
	}
	return c.Confirm(a.File())
}

// called returns a name without its folders, in one line, of characters that XML allows.
func called(name string) string {
	name = strings.ReplaceAll(strings.ToValidUTF8(name, "\uFFFD"), `\`, "/")
	name = name[strings.LastIndexByte(name, '/')+1:]
	return strings.Join(strings.Fields(strings.Map(printable, name)), " ")
}

func printable(r rune) rune {
	if unicode.IsControl(r) && !unicode.IsSpace(r) || r == 0xFFFE || r == 0xFFFF {
		return -1
	}
	return r
}

// Here returns the path of a file on this computer, and its size. path is "" if the file is
// not here, or if the link was not made by Crossfeed.
func Here(c cache.Cache, a record.Attachment) (path string, size int64, err error) {
	if a.File() == "" {
		return "", 0, nil
	}
	size, there, err := c.Size(a.File())
	if err != nil || !there {
		return "", 0, err
	}
	return c.Path(a.File()), size, nil
}

// Find returns the index of the attachment that a person means: by its link, its hash, or its
// name if that is unique.
func Find(all []record.Attachment, file string) (int, error) {
	found := -1
	for i, a := range all {
		switch {
		case a.Link == file, a.Hash() != "" && a.Hash() == file:
			return i, nil
		case a.Called() != file:
		case found >= 0:
			return -1, fmt.Errorf("several files are called %q: name one by its link", file)
		default:
			found = i
		}
	}
	if found < 0 {
		return -1, fmt.Errorf("no file %q is attached", file)
	}
	return found, nil
}

// MaxName is the maximum length of a file's name in bytes, with room for a number.
const MaxName = 200

// device matches names that Windows reserves for devices, whatever their extension.
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)`)

// SafeName turns a file name given by somebody else into one that every system accepts and
// that cannot lead elsewhere: no separators, no characters that a system forbids or that
// change the direction of text, no dot at either end, no device, and at most MaxName bytes.
func SafeName(name string) string {
	name = strings.Map(safe, name)
	name = strings.Trim(name, ". ")
	if device.MatchString(name) {
		name = "_" + name
	}
	if name = shortened(name); name == "" {
		return "file"
	}
	return name
}

func safe(r rune) rune {
	switch {
	case strings.ContainsRune(`/\:*?"<>|`, r), r == unicode.ReplacementChar:
		return '_'
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}

// shortened preserves the extension of a long name, which shows the type of the file.
func shortened(name string) string {
	if len(name) <= MaxName {
		return name
	}
	ending := ""
	if at := strings.LastIndexByte(name, '.'); at > 0 && len(name)-at <= 10 {
		name, ending = name[:at], name[at:]
	}
	for len(name) > MaxName-len(ending) {
		r := []rune(name)
		name = string(r[:len(r)-1])
	}
	return strings.TrimRight(name, ". ") + ending
}

// Away reports whether an error concerns the server rather than one file: requesting the next
// file would fail in the same way, possibly after another long wait.
func Away(err error) bool {
	var trouble *transport.Error
	return errors.As(err, &trouble) && slices.Contains(away, trouble.Trouble)
}

var away = []transport.Trouble{
	transport.Offline, transport.NoHost, transport.Refused, transport.Timeout, transport.Slow, transport.SignIn,
	transport.TooMany, transport.Unavailable, transport.Certificate, transport.Full,
}
