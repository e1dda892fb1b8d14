package fetch

import (
	"errors"
	"io"

	"crossfeed/engine/transport"
)

// Body returns a body that can be read again: body itself, or a copy of it.
func Body(s transport.TempFiles, body io.ReadCloser) (io.ReadSeekCloser, error) {
	if again, ok := body.(io.ReadSeekCloser); ok {
		return again, nil
	}
	defer body.Close()
	spool, err := s.New()
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(spool, body)
	if err == nil {
		_, err = spool.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, spool.Close())
	}
	return spool, nil
}
