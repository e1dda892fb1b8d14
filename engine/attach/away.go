package attach

import (
	"errors"
	"slices"

	"crossfeed/engine/location"
)

// Away tells of an error that it is the server's, and not that of one file: to ask it for
// the next one would fail in the same way, maybe after as long a time.
func Away(err error) bool {
	var trouble *location.Error
	return errors.As(err, &trouble) && slices.Contains(away, trouble.Trouble)
}

var away = []location.Trouble{
	location.Offline, location.NoHost, location.Refused, location.Timeout, location.Slow, location.SignIn,
	location.TooMany, location.Unavailable, location.Certificate, location.Full,
}
