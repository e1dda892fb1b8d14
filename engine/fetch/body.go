package fetch

import (
	"errors"
	"io"

	"crossfeed/engine/transport"
)

// Body returns a body that can be read again: body itself, or a copy of it.
func Body(temp transport.TempFiles, body io.ReadCloser) (io.ReadSeekCloser, error) {
	if again, ok := body.(io.ReadSeekCloser); ok {
		return again, nil
	}
	defer body.Close()
	buffer, err := temp.New()
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(buffer, body)
	if err == nil {
		_, err = buffer.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, buffer.Close())
	}
	return buffer, nil
}
