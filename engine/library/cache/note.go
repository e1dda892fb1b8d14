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

// marked is after how many bytes a download's note gets a mark.
const marked = 256 << 10

// castagnoli is the table of the sums in marks.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A note file is a line of JSON, and then marks: each says how many bytes came, and the
// sum of those since the mark before. A power cut may take the end of what was written,
// or leave something else in its place: what no mark vouches for did not come.
type mark struct {
	upTo int64
	sum  uint32
}

func (m mark) String() string { return fmt.Sprintf("%d %08x\n", m.upTo, m.sum) }

// readNote reads the note of a file. One that is not there, or not whole, is none.
func (k kept) readNote(name string) (n Note, marks []mark, there bool, err error) {
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

// readMarks reads marks up to the first that is not whole.
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

// writeNote replaces the note of a file, and gives it open for marks.
func (k kept) writeNote(name string, n Note, marks []mark) (File, error) {
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

// vouched gives the marks that what came agrees with.
func (k kept) vouched(name string, marks []mark) ([]mark, error) {
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

// makeComing makes the folder for what is on its way.
func (k kept) makeComing() error { return k.files.MakeFolder(filepath.Join(k.folder, coming)) }
