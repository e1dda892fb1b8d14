package store

import "time"

// Device is what a store knows of the device that it is on.
type Device struct {
	// ID is the identifier that its updates carry: "" before the first start.
	ID string
	// Since is when it took that identifier; zero for the first one.
	Since time.Time
	// Former are the identifiers that it had before, the newest first.
	Former []Former
	// Home is where the data folder was when it was opened last.
	Home Home
	// Backups says where backups are written by themselves.
	Backups Backups
	// Damaged is how many items the last verification found damaged and not repaired.
	Damaged int
}

// Former is an identifier that a device had.
type Former struct {
	ID    string    `json:"id"`
	Until time.Time `json:"until"`
	// Why is the reason for the new one, as package safekeeping names it.
	Why string `json:"why"`
}

// Home tells one data folder on one machine from its copies. What is not known is "".
type Home struct {
	// Machine is a hash of what the operating system calls this installation; of a store all
	// that it was on as that file, the last one first, with spaces between.
	Machine string `json:"machine,omitempty"`
	// File is the file system's own number of the database, Born when it was created.
	File string `json:"file,omitempty"`
	Born string `json:"born,omitempty"`
}

// Backups says where backups are written by themselves, and how that went.
type Backups struct {
	// Folder is where; "" is nowhere.
	Folder string `json:"folder,omitempty"`
	// Last is when one was written there, Tried when that was tried last, and Error why it
	// failed, or "".
	Last  time.Time `json:"last,omitzero"`
	Tried time.Time `json:"tried,omitzero"`
	Error string    `json:"error,omitempty"`
}

// EndpointReader reads who this endpoint is.
type EndpointReader interface {
	// Endpoint is the identifier of this endpoint, or "" before the first
	// start.
	Endpoint() (string, error)
	// Device is all that is known of it.
	Device() (Device, error)
}

// EndpointWriter says who this endpoint is.
type EndpointWriter interface {
	PutDevice(Device) error
}
