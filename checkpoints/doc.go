// Package checkpoints keeps logs in a bbolt file: branches, the events of each, the contents that events name, and the
// checkpoints and snapshots that make a log quick to come back to.
//
// # What is truth and what is a cache
//
// A Store holds many episodes. A Branch is an episode's log by name; a fork is a branch that names its parent and shares
// its past up to one event. The log is the truth, with the contents it names. A Checkpoint is a named event on a branch:
// a name and a hash, no state, and lost when it is taken away. A snapshot is a world's state at an event, as bytes that
// this package cannot read: a cache. Without any nothing is lost but time, and one that cannot be read, or was written
// from another layout of the world's types, is passed over.
//
// The package knows events as bytes. What they mean is sim's; when to save and when to keep a snapshot is sim/engine's.
//
// # Layout
//
// All numbers in keys are eight bytes, the highest first. Records are CBOR with numbered fields behind a byte, 3, and
// the CRC-32C of their place, bucket and key, and of themselves. A sealed value begins with a byte: 1, and the rest is a
// zstd frame, which ends in a checksum; or 2, and the rest is the CRC-32C of what comes after it, and that as it is. So no
// read hands out a flipped bit. Formats 1 and 2 wrote 0 and what comes after it as it is.
//
//	bucket     key                          value
//	meta       "format"                     the format's number
//	           "lost"                       the hashes of contents that a salvage could not save, in order, as a record
//	branches   name                         Branch; the bucket's sequence is the last branch number given
//	heads      branch number                Head: where the log ends, who holds it, and what was spent on it
//	           branch number, rollout       the highest attempt of a rollout that had the branch before
//	log        branch number, first event   sealed: the events of one append, each behind its length as a varint
//	journal    group, branch, first event   the same, of appends that shared a commit and are not yet in the log
//	contents   SHA-256, 32 bytes            sealed content
//	marks      branch number, event, name   Checkpoint
//	snapshots  branch number, event         sealed sim.Snapshot, as a record
//
// What is written is bounded by the numbers in limits.go: reading, exporting and importing take whatever was taken.
//
// A fork's own chunks begin after the event it forks off at. A parent's number is smaller than its children's. A chunk
// holds whole steps of the world, and is never cut or joined with another. A branch whose name begins with ~ is being
// made: see Stage. Contents belong to nobody, so Remove leaves them; gc takes those that no branch's bundle and no event
// names, as References finds them. Checkpoints and forks stand where a step of the world ends, and nowhere else.
//
// # Formats
//
// Format 1 had the first five buckets and no holder in a head. Format 2 adds marks, snapshots and the holder.
// Format 3 adds the checksum of values that are not packed, format 4 that of records, and the journal, format 5 a key for each rollout that had a branch. Opening a file of an
// earlier format for writing makes the new buckets, gives every record its checksum and raises the number, in one transaction;
// opening it for reading leaves it as it is. Snapshots stay as they were written. One of format 1 has no checkpoints then.
// A newer format than this package's is refused.
//
// # Who may write
//
// One process has the file open for writing; another waits a moment and gets ErrLocked. Within and across processes in
// turn a branch belongs to a Holder, an attempt at a rollout: Take records it durably, a later attempt shuts an earlier
// one out, and each Append compares the holder in its own transaction, so what a shut-out attempt still sends is refused
// with ErrFenced. The last attempt of every rollout that had the branch is remembered for as long as there is the branch,
// and is no part of an exported episode. A branch that nobody has taken is written by anybody; a fork is nobody's. Besides,
// each Append says what event it follows and gets ErrConflict when the log does not end there.
//
// # Commits
//
// Every method that writes is one transaction, and on the disk when it returns. Appends that come while another commit
// is under way wait for it and then go into the next one together, because syncing is most of what a commit costs; an
// append that comes alone is committed at once. Eight or more put their chunks side by side into the journal, a mebibyte of
// which is moved to the log in one transaction; a journal that a killed process leaves is read like the log. One that is
// refused does not touch the others, and one that breaks in the middle of writing is taken out and the rest begun again.
// When the commit itself fails, all of it have the error.
//
// After a full disk the file is as it was, and so is the Store. After any other failed commit, and whenever it is not
// sure which of two trees a crash would leave, the Store reads on and takes no more writes (ErrFailed) until it is opened
// again. A damaged page, or a file cut short under us, is an error (ErrDamaged) and not a panic.
package checkpoints
