package store

// EndpointReader reads who this endpoint is.
type EndpointReader interface {
	// Endpoint is the identifier of this endpoint, or "" before the first
	// start.
	Endpoint() (string, error)
}

// EndpointWriter says who this endpoint is.
type EndpointWriter interface {
	SetEndpoint(id string) error
}
