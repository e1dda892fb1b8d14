package interactive

import (
	"bufio"
	"context"
	"io"
	"strings"
)

// lines reads lines one by one, each only when it is asked for, so that an editor
// has the terminal for itself meanwhile.
type lines struct {
	ctx  context.Context
	want chan struct{}
	got  chan string
}

// read begins to read. The goroutine ends at stop, or when the read that is under
// way returns: no read from a terminal can be broken off.
func read(ctx context.Context, in io.Reader) *lines {
	l := &lines{ctx: ctx, want: make(chan struct{}), got: make(chan string, 1)}
	go func() {
		defer close(l.got)
		r := bufio.NewReader(in)
		for range l.want {
			line, err := r.ReadString('\n')
			if line != "" {
				l.got <- strings.TrimRight(line, "\r\n")
			}
			if err != nil {
				return
			}
		}
	}()
	return l
}

// next is the next line; false at the end of the input and of the context.
func (l *lines) next() (string, bool) {
	if l.ctx.Err() != nil {
		return "", false
	}
	line, more := l.wait()
	return line, more && l.ctx.Err() == nil
}

func (l *lines) wait() (string, bool) {
	select {
	case l.want <- struct{}{}:
	case line, more := <-l.got:
		return line, more
	}
	select {
	case line, more := <-l.got:
		return line, more
	case <-l.ctx.Done():
		return "", false
	}
}

func (l *lines) stop() { close(l.want) }
