package cache

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"path/filepath"

	"crossfeed/engine/transport"
)

// Broken implements Cache.
func (k folderCache) Broken(name string) (n Note, from int64, err error) {
	if err := check(name); err != nil {
		return Note{}, 0, err
	}
	n, marks, there, err := k.readNote(name)
	if err != nil || !there || n.Hash != "" {
		return Note{}, 0, err
	}
	marks, err = k.vouched(name, marks)
	if err != nil || len(marks) == 0 {
		return Note{}, 0, err
	}
	return n, marks[len(marks)-1].upTo, nil
}

// Received implements Cache.
func (k folderCache) Received(name string) (came, whole int64, err error) {
	if err := check(name); err != nil {
		return 0, -1, err
	}
	n, _, there, err := k.readNote(name)
	if err != nil || !there {
		return 0, -1, err
	}
	came, err = k.files.Size(k.part(name))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, n.Size, nil
	}
	return came, n.Size, err
}

// Begin implements Cache. The old note is deleted before the bytes that it describes.
func (k folderCache) Begin(name string, from int64, n Note) (Part, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	if err := k.makeComing(); err != nil {
		return nil, err
	}
	p := &part{k: k, name: name, hash: sha256.New(), sum: crc32.New(castagnoli)}
	marks, err := p.resume(from)
	if err != nil {
		return nil, err
	}
	if p.file, err = k.files.Write(k.part(name), from); err != nil {
		return nil, err
	}
	n.Hash = ""
	if n.Size >= 0 && n.Size <= marked {
		return p, nil
	}
	if p.note, err = k.writeNote(name, n, marks); err != nil {
		return nil, errors.Join(err, p.file.Close())
	}
	return p, nil
}

// part is a download into a kept cache.
type part struct {
	k    folderCache
	name string
	file File
	// note is open for appending marks, or nil: a small file has none.
	note File
	// hash is the hash of everything received; size is its number of bytes.
	hash hash.Hash
	size int64
	// sum is the checksum of the bytes received since the last mark, at marked.
	sum    hash.Hash32
	marked int64
	closed bool
}

// resume rereads the received bytes up to byte from, or deletes them if the download starts
// over. It returns the marks that are still valid.
func (p *part) resume(from int64) ([]mark, error) {
	if from == 0 {
		return nil, p.k.forget(p.name)
	}
	_, marks, _, err := p.k.readNote(p.name)
	if err != nil {
		return nil, err
	}
	f, err := p.k.files.Open(p.k.part(p.name))
	if err != nil {
		return nil, err
	}
	if n, err := io.CopyN(p.hash, f, from); err != nil {
		return nil, errors.Join(fmt.Errorf("only %d of %d bytes of a download that broke off are there: %w", n, from, err), f.Close())
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	return p.markedUpTo(marks, from)
}

// markedUpTo returns the marks up to byte from, and adds one at from if it is missing.
func (p *part) markedUpTo(marks []mark, from int64) ([]mark, error) {
	var at int64
	for i, m := range marks {
		if m.upTo > from {
			marks = marks[:i]
			break
		}
		at = m.upTo
	}
	p.size, p.marked = from, from
	if at == from {
		return marks, nil
	}
	f, err := p.k.files.Open(p.k.part(p.name))
	if err != nil {
		return nil, err
	}
	sum := crc32.New(castagnoli)
	if _, err = f.Seek(at, io.SeekStart); err == nil {
		_, err = io.CopyN(sum, f, from-at)
	}
	return append(marks, mark{from, sum.Sum32()}), errors.Join(err, f.Close())
}

// Write implements Part.
func (p *part) Write(b []byte) (int, error) {
	n, err := p.file.Write(b)
	p.hash.Write(b[:n])
	p.sum.Write(b[:n])
	p.size += int64(n)
	if err == nil && p.size-p.marked >= marked {
		err = p.mark()
	}
	return n, err
}

// mark appends a mark for the bytes received so far.
func (p *part) mark() error {
	if p.note == nil || p.size == p.marked {
		return nil
	}
	if _, err := io.WriteString(p.note, mark{p.size, p.sum.Sum32()}.String()); err != nil {
		return err
	}
	p.marked = p.size
	p.sum.Reset()
	return nil
}

// Close implements Part.
func (p *part) Close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	small := p.note == nil
	// If there is no room for the last mark, a little is fetched again: no reason to fail.
	_ = p.mark()
	err := p.closeFiles()
	if small {
		err = errors.Join(err, p.k.files.Remove(p.k.part(p.name)))
	}
	return err
}

func (p *part) closeFiles() error {
	err := p.file.Close()
	if p.note != nil {
		err = errors.Join(err, p.note.Close())
		p.note = nil
	}
	return err
}

// Done implements Part.
func (p *part) Done(n Note) (hash string, size int64, err error) {
	if n.Size >= 0 && n.Size != p.size {
		return "", 0, p.otherSize(n.Size)
	}
	hash = hex.EncodeToString(p.hash.Sum(nil))
	if n.Hash != "" && n.Hash != hash {
		p.closed = true
		return "", 0, errors.Join(ErrOtherFile, p.closeFiles(), p.k.forget(p.name))
	}
	if err := p.file.Sync(); err != nil {
		return "", 0, err
	}
	p.closed = true
	if err := p.closeFiles(); err != nil {
		return "", 0, err
	}
	n.Hash, n.Size = hash, p.size
	note, err := p.k.writeNote(p.name, n, nil)
	if err != nil {
		return "", 0, err
	}
	if err := note.Close(); err != nil {
		return "", 0, err
	}
	return n.Hash, n.Size, p.k.place(p.name)
}

// otherSize rejects a file whose size differs from its note. A file that is too large cannot
// be resumed.
func (p *part) otherSize(want int64) error {
	e := &transport.Error{Trouble: transport.BrokenOff, Address: p.k.Path(p.name),
		Err: fmt.Errorf("%d bytes came, and it has %d", p.size, want)}
	if p.size < want {
		return e
	}
	p.closed = true
	return errors.Join(e, p.closeFiles(), p.k.forget(p.name))
}

// place moves a complete download over the previous file. Everything is on the disk when it
// returns, because the store is updated next.
func (k folderCache) place(name string) error {
	final := k.Path(name)
	if err := k.files.Seal(k.part(name)); err != nil {
		return err
	}
	if err := k.files.MakeFolder(filepath.Dir(final)); err != nil {
		return err
	}
	if err := k.files.Rename(k.part(name), final); err != nil {
		return err
	}
	return k.files.SyncFolder(filepath.Dir(final))
}

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
