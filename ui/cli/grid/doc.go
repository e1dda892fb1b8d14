// Package grid draws the settling of an item as text: the versions side by
// side, why something is proposed, and what saving will do. It is pure: it turns
// a session into lines of a width, and reads no clock and no store.
package grid
