package cache

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path/filepath"
)

// marked is the number of bytes of a download between two marks in its note.
const marked = 256 << 10

// castagnoli is the table for the checksums in marks.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A note file is a line of JSON, followed by marks. Each mark gives the number of bytes
// received so far and the checksum of those since the previous mark. A power cut may truncate
// or corrupt the end of what was written: bytes that no mark confirms count as not received.
type mark struct {
	upTo int64
	sum  uint32
}

func (m mark) String() string { return fmt.Sprintf("%d %08x\n", m.upTo, m.sum) }

// readNote reads the note of a file. A missing or incomplete note counts as none.
func (k folderCache) readNote(name string) (n Note, marks []mark, there bool, err error) {
	f, err := k.files.Open(k.note(name))
	if errors.Is(err, fs.ErrNotExist) {
		return Note{}, nil, false, nil
	}
	if err != nil {
		return Note{}, nil, false, err
	}
	lines := bufio.NewReader(f)
	first, broken := lines.ReadBytes('\n')
	if broken != nil || json.Unmarshal(first, &n) != nil {
		return Note{}, nil, false, f.Close()
	}
	return n, readMarks(lines), true, f.Close()
}

// readMarks reads marks up to the first incomplete one.
func readMarks(lines *bufio.Reader) (marks []mark) {
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return marks
		}
		var m mark
		if n, _ := fmt.Sscanf(line, "%d %x\n", &m.upTo, &m.sum); n != 2 || m.String() != line {
			return marks
		}
		marks = append(marks, m)
	}
}

// writeNote replaces the note of a file and returns it open for appending marks.
func (k folderCache) writeNote(name string, n Note, marks []mark) (File, error) {
	line, err := json.Marshal(n)
	if err != nil {
		return nil, err
	}
	text := append(line, '\n')
	for _, m := range marks {
		text = append(text, m.String()...)
	}
	path := k.note(name)
	f, err := k.files.Write(path+fresh, 0)
	if err != nil {
		return nil, err
	}
	if _, err = f.Write(text); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	if err := k.files.Rename(path+fresh, path); err != nil {
		return nil, err
	}
	return k.files.Write(path, int64(len(text)))
}

// vouched returns the marks that match the received bytes.
func (k folderCache) vouched(name string, marks []mark) ([]mark, error) {
	f, err := k.files.Open(k.part(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var at int64
	for i, m := range marks {
		sum := crc32.New(castagnoli)
		if n, err := io.CopyN(sum, f, m.upTo-at); m.upTo <= at || err != nil || n != m.upTo-at || sum.Sum32() != m.sum {
			marks = marks[:i]
			break
		}
		at = m.upTo
	}
	return marks, f.Close()
}

func (k folderCache) makeComing() error { return k.files.MakeFolder(filepath.Join(k.folder, coming)) }
