// Package bucket reads and writes documents in buckets of S3 and compatible services. A
// location is s3://bucket/key?endpoint=…&region=….
package bucket

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"crossfeed/engine/transport"
)

// Options configure Buckets.
type Options struct {
	// Passwords returns the secret key for an access key (Access.User).
	Passwords transport.Passwords
	// TempFiles creates the temporary files for bodies.
	TempFiles transport.TempFiles
	// HTTP returns the HTTP client for a target: authorities, proxies, fingerprints.
	HTTP func(transport.Target) *http.Client
	// Size is the maximum size of a document in bytes; 0 means 512 MB.
	Size int64
	// Pause is the pause before the first retry of a request; later pauses are longer. 0 means
	// half a second.
	Pause time.Duration
}

// Buckets implements transport.Places for s3 addresses. It probes each bucket once for whether
// it honors If-Match and If-None-Match. It does not read keys from the environment or from
// files of other programs: requests to a bucket without Access.User are not signed.
type Buckets struct {
	options Options

	mu sync.Mutex
	// heeds records, by place, whether a bucket honors conditions, once known.
	heeds map[string]bool
}

// usualPause is the default Pause.
const usualPause = 500 * time.Millisecond

// silence bounds the time without a byte.
const silence = time.Minute

// New returns Buckets.
func New(o Options) *Buckets {
	if o.Size == 0 {
		o.Size = transport.UsualSize
	}
	if o.Pause == 0 {
		o.Pause = usualPause
	}
	if o.TempFiles == nil {
		o.TempFiles = transport.TempFolder{}
	}
	return &Buckets{options: o, heeds: map[string]bool{}}
}

var _ transport.Places = (*Buckets)(nil)

// usualRegion is the default region. Compatible services mostly accept any.
const usualRegion = "us-east-1"

// tries bounds how often a request is sent, and how often a write is restarted.
const tries = 4

// object is a document or a folder in a bucket, with the client to access it.
type object struct {
	address, place   string
	bucket, key      string
	endpoint, region string
	client           *s3.Client
}

// parse parses an s3 address.
func parse(address string) (o object, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" {
		return o, &transport.Error{Address: address, Err: transport.InvalidError("it is no address of a bucket: s3://bucket/key?endpoint=…&region=…")}
	}
	query := u.Query()
	o = object{
		address: address, place: transport.PlaceOf(address),
		bucket: u.Host, key: strings.TrimPrefix(u.Path, "/"),
		endpoint: query.Get("endpoint"), region: query.Get("region"),
	}
	if o.region == "" {
		o.region = usualRegion
	}
	return o, nil
}

// open returns an object, accessed as the target specifies.
func (b *Buckets) open(ctx context.Context, t transport.Target) (object, error) {
	o, err := parse(t.Address)
	if err != nil {
		return o, err
	}
	var keys aws.CredentialsProvider = aws.AnonymousCredentials{}
	if t.Access.User != "" {
		if keys, err = b.keys(ctx, o, t.Access.User); err != nil {
			return o, err
		}
	}
	o.client = b.client(t, o, keys)
	return o, nil
}

// anonymous returns an object, accessed without signing in.
func (b *Buckets) anonymous(t transport.Target) (object, error) {
	o, err := parse(t.Address)
	if err == nil {
		o.client = b.client(t, o, aws.AnonymousCredentials{})
	}
	return o, err
}

// keys returns an access key with its stored secret.
func (b *Buckets) keys(ctx context.Context, o object, user string) (aws.CredentialsProvider, error) {
	secret, err := "", transport.ErrNoPassword
	if b.options.Passwords != nil {
		secret, err = b.options.Passwords.Password(ctx, o.place, user)
	}
	if err != nil {
		return nil, errors.Join(ctx.Err(), &transport.Error{Trouble: transport.SignIn, Address: o.address, Err: err})
	}
	return aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
		return aws.Credentials{AccessKeyID: user, SecretAccessKey: secret, Source: "the user"}, nil
	}), nil
}

// client returns a client for the bucket's server. It omits checksums that only S3 supports:
// compatible services reject them, and signed bodies are protected against corruption anyway.
func (b *Buckets) client(t transport.Target, o object, keys aws.CredentialsProvider) *s3.Client {
	options := s3.Options{
		Region: o.region, Credentials: keys, HTTPClient: b.http(t),
		Retryer:                    b.retryer(),
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired,
	}
	if o.endpoint != "" {
		options.BaseEndpoint, options.UsePathStyle = aws.String(o.endpoint), true
	}
	return s3.New(options)
}

// http returns the underlying client. It follows no redirects, because a signature is valid
// for one host only.
func (b *Buckets) http(t transport.Target) *http.Client {
	client := &http.Client{}
	if b.options.HTTP != nil {
		*client = *b.options.HTTP(t)
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client
}

// retryer retries a request after a transient failure, a bounded number of times.
func (b *Buckets) retryer() aws.Retryer {
	return hopeful{retry.NewStandard(func(o *retry.StandardOptions) {
		o.MaxAttempts = tries
		o.RateLimiter = ratelimit.None
		o.Backoff = retry.BackoffDelayerFunc(func(attempt int, _ error) (time.Duration, error) {
			return b.options.Pause << min(attempt, tries), nil
		})
	})}
}

// hopeful does not retry if no connection was established: scheduled reads retry anyway, and a
// person wants to know.
type hopeful struct{ *retry.Standard }

// IsErrorRetryable implements aws.Retryer.
func (h hopeful) IsErrorRetryable(err error) bool {
	var dialling *net.OpError
	var untrusted *tls.CertificateVerificationError
	var known *transport.Error
	switch {
	case errors.As(err, &known) && known.Trouble != transport.BrokenOff,
		errors.As(err, &dialling) && dialling.Op == "dial",
		errors.As(err, &untrusted):
		return false
	}
	return h.Standard.IsErrorRetryable(err)
}
