// Package pseudocode runs the sync algorithm of the text on Content Sync
// Extensions as plainly as the text writes it, to check the engine against. It
// stands apart from the engine: it imports nothing of this module, reads RSS and
// resolves addresses in its own few lines, keeps everything in memory, and takes
// no care of speed, of limits or of documents that are not well-formed.
//
// Where the text leaves something open, it does what docs/content.md says, too.
package pseudocode
