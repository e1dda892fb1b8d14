// Package equal decides which versions of an item are a conflict for a person. A
// version is not where another one has the same content, or where it changes nothing
// compared with the original: whoever is asked about it has nothing to choose, and
// each answer would be a new update that conflicts with the answers of others.
//
// Nothing is written because of it. Such a version stays in sx:conflicts until the
// next update of the item includes it.
package equal
