package bucket

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"syscall"
	"time"

	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"crossfeed/engine/transport"
)

// codes maps the server's error codes.
var codes = map[string]transport.Trouble{
	"NoSuchBucket": transport.NotFound, "NoSuchKey": transport.NotFound, "NotFound": transport.NotFound,
	"AccessDenied": transport.Forbidden, "AllAccessDisabled": transport.Forbidden, "AccountProblem": transport.Forbidden,
	"SignatureDoesNotMatch": transport.SignIn, "InvalidAccessKeyId": transport.SignIn, "ExpiredToken": transport.SignIn, "InvalidToken": transport.SignIn,
	"SlowDown": transport.TooMany, "TooManyRequests": transport.TooMany,
	"ServiceUnavailable": transport.Unavailable, "InternalError": transport.Unavailable,
	"RequestTimeout": transport.Timeout, "EntityTooLarge": transport.TooLarge,
	"NotImplemented": transport.NoWriting, "MethodNotAllowed": transport.NoWriting,
	"QuotaExceeded": transport.Full, "XMinioStorageFull": transport.Full,
}

// statuses is for responses without a code: those to HEAD, and those of proxies.
var statuses = map[int]transport.Trouble{
	http.StatusUnauthorized: transport.SignIn, http.StatusForbidden: transport.Forbidden,
	http.StatusNotFound: transport.NotFound, http.StatusGone: transport.Gone,
	http.StatusRequestTimeout: transport.Timeout, http.StatusRequestEntityTooLarge: transport.TooLarge,
	http.StatusTooManyRequests: transport.TooMany, http.StatusMethodNotAllowed: transport.NoWriting,
	http.StatusNotImplemented: transport.NoWriting, http.StatusInsufficientStorage: transport.Full,
}

// What a bucket's server complains about.
var (
	ErrNoBucket  = errors.New("there is no bucket of this name")
	ErrClock     = errors.New("the clock of this computer differs from the server's by more than the server takes: set it right")
	ErrRegion    = errors.New("the bucket is in another region: name it in the address, region=…")
	ErrSecretKey = errors.New("the secret key is not that of the access key")
	ErrAccessKey = errors.New("the server knows no such access key")
)

// remedies explain more than a trouble's own text.
var remedies = map[string]error{
	"NoSuchBucket":          ErrNoBucket,
	"RequestTimeTooSkewed":  ErrClock,
	"PermanentRedirect":     ErrRegion,
	"SignatureDoesNotMatch": ErrSecretKey,
	"InvalidAccessKeyId":    ErrAccessKey,
}

// failure returns what went wrong at an address as a *transport.Error. The end of the caller's
// context is returned unchanged.
func failure(ctx context.Context, address string, err error) error {
	var known *transport.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known) && transport.KindOf(known.Address) == transport.Web:
		here := *known // the requested address is the server's, not the person's
		here.Address = address
		return &here
	case errors.As(err, &known):
		return known // without the wrapping errors
	case errors.Is(context.Cause(ctx), errSilent):
		return &transport.Error{Trouble: transport.Timeout, Address: address}
	case ctx.Err() != nil:
		return ctx.Err()
	}
	if answered := answerOf(err); answered != nil {
		return answered.at(address)
	}
	return connection(address, err)
}

// answer is an error response of the server.
type answer struct {
	code, message string
	status        int
	header        http.Header
}

// answerOf returns the server's response in an error, or nil.
func answerOf(err error) *answer {
	var a answer
	var api smithy.APIError
	var response *smithyhttp.ResponseError
	hasCode, hasStatus := errors.As(err, &api), errors.As(err, &response) && response.Response != nil
	if hasCode {
		a.code, a.message = api.ErrorCode(), api.ErrorMessage()
	}
	if hasStatus {
		a.status, a.header = response.HTTPStatusCode(), response.Response.Header
	}
	// If a body is interrupted, the error has the status of its beginning.
	if !hasCode && (!hasStatus || a.status < http.StatusMultipleChoices) {
		return nil
	}
	return &a
}

func (a *answer) is(status int) bool { return a != nil && a.status == status }

func (a *answer) at(address string) error {
	e := &transport.Error{Trouble: a.trouble(), Address: address, Status: a.status}
	switch remedy := remedies[a.code]; {
	case remedy != nil && a.header.Get("X-Amz-Bucket-Region") != "":
		e.Err = fmt.Errorf("%w (region=%s)", remedy, a.header.Get("X-Amz-Bucket-Region"))
	case remedy != nil:
		e.Err = remedy
	case a.code != "" && a.message != "":
		e.Err = fmt.Errorf("%s: %s", a.code, a.message)
	case a.code != "":
		e.Err = errors.New(a.code)
	}
	if seconds, err := strconv.Atoi(a.header.Get("Retry-After")); err == nil && seconds > 0 {
		e.RetryAfter = time.Duration(seconds) * time.Second
	}
	return e
}

func (a *answer) trouble() transport.Trouble {
	if t, named := codes[a.code]; named {
		return t
	}
	if _, explained := remedies[a.code]; explained {
		return transport.Other
	}
	if t, named := statuses[a.status]; named {
		return t
	}
	if a.status >= http.StatusInternalServerError {
		return transport.Unavailable
	}
	return transport.Other
}

// connection returns what went wrong before a response, or in the middle of it.
func connection(address string, err error) error {
	e := &transport.Error{Trouble: transport.Other, Address: address, Err: reason(err)}
	var name *net.DNSError
	var untrusted *tls.CertificateVerificationError
	var slow net.Error
	var broken *net.OpError
	switch {
	case errors.As(err, &untrusted):
		e.Trouble, e.Fingerprint = transport.Certificate, fingerprint(untrusted)
	case errors.As(err, &name) && name.IsNotFound:
		e.Trouble = transport.NoHost
	case errors.As(err, &name), errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETDOWN):
		e.Trouble = transport.Offline
	case errors.Is(err, syscall.ECONNREFUSED):
		e.Trouble = transport.Refused
	case errors.As(err, &slow) && slow.Timeout():
		e.Trouble = transport.Timeout
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.As(err, &broken) && broken.Op != "dial":
		e.Trouble = transport.BrokenOff
	}
	return e
}

// reason returns an error without its wrapping errors.
func reason(err error) error {
	var by *url.Error
	if errors.As(err, &by) {
		return by.Err
	}
	var operation *smithy.OperationError
	if errors.As(err, &operation) {
		return operation.Err
	}
	return err
}

func fingerprint(e *tls.CertificateVerificationError) string {
	if len(e.UnverifiedCertificates) == 0 {
		return ""
	}
	sum := sha256.Sum256(e.UnverifiedCertificates[0].Raw)
	return hex.EncodeToString(sum[:])
}
