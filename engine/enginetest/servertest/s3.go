package servertest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Bucket is the name of the bucket that S3 creates.
const Bucket = "lists"

// Bucketry is an S3-compatible server in this process, with one bucket that is empty at first.
type Bucketry struct {
	// Endpoint is its address.
	Endpoint string
	// Objects holds the objects stored on the server.
	Objects gofakes3.Backend
}

// Address returns the address of a key in the bucket, as a person enters it.
func (b Bucketry) Address(key string) string {
	return "s3://" + Bucket + "/" + key + "?endpoint=" + url.QueryEscape(b.Endpoint)
}

// Keys returns the keys of all stored objects, sorted.
func (b Bucketry) Keys(t testing.TB) (keys []string) {
	t.Helper()
	all, err := b.Objects.ListBucket(Bucket, nil, gofakes3.ListBucketPage{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all.Contents {
		keys = append(keys, c.Key)
	}
	slices.Sort(keys)
	return keys
}

// S3 starts an S3-compatible server on loopback that runs until the test ends. faults are
// middleware, the first one outermost.
func S3(t testing.TB, faults ...func(http.Handler) http.Handler) Bucketry {
	t.Helper()
	objects := s3mem.New()
	if err := objects.CreateBucket(Bucket); err != nil {
		t.Fatal(err)
	}
	var server http.Handler = gofakes3.New(objects, gofakes3.WithoutVersioning()).Server()
	for i := len(faults) - 1; i >= 0; i-- {
		server = faults[i](server)
	}
	s := httptest.NewServer(server)
	t.Cleanup(s.Close)
	return Bucketry{s.URL, objects}
}

// Signed passes requests that are signed with the key, and refuses others as S3 does.
func Signed(access, secret string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			given := r.Header.Get("Authorization")
			switch {
			case given == "":
				S3Error(w, http.StatusForbidden, "AccessDenied", "Access Denied")
			case !strings.Contains(given, "Credential="+access+"/"):
				S3Error(w, http.StatusForbidden, "InvalidAccessKeyId", "The access key does not exist in our records.")
			case !signedWith(r, access, secret):
				S3Error(w, http.StatusForbidden, "SignatureDoesNotMatch", "The signature does not match.")
			default:
				next.ServeHTTP(w, r)
			}
		})
	}
}

// Ignoring drops headers of a PUT, as some S3-compatible servers do.
func Ignoring(headers ...string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPut {
				for _, name := range headers {
					r.Header.Del(name)
				}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// Refusing answers a conditional PUT with a status, as other servers do.
func Refusing(status int) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPut && (r.Header.Get("If-Match") != "" || r.Header.Get("If-None-Match") != "") {
				S3Error(w, status, "NotImplemented", "A header you provided implies functionality that is not implemented.")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// S3Error answers with an error as S3 does.
func S3Error(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?><Error><Code>%s</Code><Message>%s</Message></Error>`, code, message)
}

// signedWith reports whether a request is correctly signed, by signing it again.
func signedWith(r *http.Request, access, secret string) bool {
	given := r.Header.Get("Authorization")
	when, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
	if err != nil {
		return false
	}
	scope := strings.Split(between(given, "Credential=", ","), "/")
	if len(scope) != 5 {
		return false
	}
	again, err := http.NewRequest(r.Method, "http://"+r.Host+r.URL.RequestURI(), nil)
	if err != nil {
		return false
	}
	for _, name := range strings.Split(between(given, "SignedHeaders=", ","), ";") {
		if values := r.Header.Values(name); name != "host" && name != "content-length" {
			again.Header[http.CanonicalHeaderKey(name)] = values
		}
	}
	again.ContentLength = r.ContentLength
	keys := aws.Credentials{AccessKeyID: access, SecretAccessKey: secret}
	err = v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true }).SignHTTP(
		context.Background(), keys, again, r.Header.Get("X-Amz-Content-Sha256"), "s3", scope[2], when)
	return err == nil && again.Header.Get("Authorization") == given
}

// between returns the text between one marker and the next.
func between(text, after, before string) string {
	_, rest, _ := strings.Cut(text, after)
	found, _, _ := strings.Cut(rest, before)
	return strings.TrimSpace(found)
}
