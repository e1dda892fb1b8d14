package location

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// bucket normalises the query alone: whatever else stands in a key is part of it.
func bucket(rest string) (string, error) {
	u, err := parsed("s3", rest)
	if err != nil {
		return "", err
	}
	if u.RawQuery, err = whereIs(u.RawQuery); err != nil {
		return "", err
	}
	if u.Path == "" {
		u.Path = "/"
	}
	return tripletsOf(u.String()), nil
}

// whereIs normalises what an s3 address says of where its bucket is. Anything else might be
// a secret, which no address may have.
func whereIs(query string) (string, error) {
	pairs, err := url.ParseQuery(query)
	for name := range pairs {
		if name != "endpoint" && name != "region" {
			err = errors.New("no such name")
		}
	}
	if err != nil {
		return "", errors.New("what follows ? may be endpoint=… and region=… alone")
	}
	if endpoint := pairs.Get("endpoint"); endpoint != "" {
		if endpoint, err = endpointOf(endpoint); err != nil {
			return "", fmt.Errorf("its endpoint: %w", err)
		}
		pairs.Set("endpoint", endpoint)
	}
	return pairs.Encode(), nil
}

// endpointOf is the address of a server of buckets; without a scheme it is https.
func endpointOf(text string) (string, error) {
	scheme, rest, isAddress := strings.Cut(text, "://")
	if !isAddress {
		scheme, rest = "https", text
	}
	if scheme = strings.ToLower(scheme); scheme != "http" && scheme != "https" {
		return "", ErrScheme
	}
	endpoint, err := web(scheme, rest)
	return strings.TrimRight(endpoint, "/"), err
}
