package exchange

import (
	"bufio"
	"bytes"
	"io"
)

// Line is a content line without its folds.
type Line struct {
	// Number is where it begins in the file, from 1.
	Number int
	// Text is as the file has it; in a file in UTF-16, it is UTF-8.
	Text string
	// Left is the number of bytes that Text lacks, because the line is longer
	// than MaxLine.
	Left int
}

// LineReader reads the content lines of a file.
type LineReader struct {
	in *bufio.Reader
	// number is that of the last line of the file that was read.
	number int
	text   []byte
	left   int
	// last is the last byte of the last line of the file.
	last byte
}

// window is the number of bytes that are read at once.
const window = 64 << 10

// NewLineReader reads a file in UTF-8, UTF-16 or an encoding of single bytes.
func NewLineReader(r io.Reader) *LineReader {
	return &LineReader{in: bufio.NewReaderSize(&breaks{src: decoded(r)}, window)}
}

// Next is the next line that is not empty; io.EOF at the end. Other errors are
// those of the file.
func (r *LineReader) Next() (Line, error) {
	r.text, r.left = r.text[:0], 0
	for len(r.text) == 0 {
		if err := r.take(); err != nil {
			return Line{}, err
		}
		r.text = bytes.TrimPrefix(r.text, []byte(mark)) // of a file that was appended to another
		r.text = bytes.TrimLeft(r.text, " \t")          // there is no line that this could go on
	}
	at := r.number
	for r.goesOn() {
		if err := r.take(); err != nil && err != io.EOF {
			return Line{}, err
		}
	}
	return Line{Number: at, Text: string(r.text), Left: r.left}, nil
}

// take appends the next line of the file, folded or not, without its end.
func (r *LineReader) take() error {
	r.last = 0
	for some := false; ; some = true {
		part, err := r.in.ReadSlice('\n')
		r.keep(bytes.TrimSuffix(part, []byte("\n")))
		switch {
		case err == bufio.ErrBufferFull:
		case err == io.EOF && (some || len(part) > 0), err == nil:
			r.number++
			return nil
		default:
			return err
		}
	}
}

func (r *LineReader) keep(part []byte) {
	if len(part) > 0 {
		r.last = part[len(part)-1]
	}
	room := min(len(part), MaxLine-len(r.text))
	r.text = append(r.text, part[:room]...)
	r.left += len(part) - room
}
