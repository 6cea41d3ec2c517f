// Package archive writes one episode as one file and reads it back: to keep it, to send it, to go on with it on another
// machine or with a newer version. Write exports, Read imports, Check reads a file without importing it. All three
// stream: they hold a few blocks and the contents in hand, never the whole log, and need a pipe, not a file.
//
// A file is whole in itself: the past that a fork shares with its parents is in it, and every content that an event
// names. Snapshots are a cache and stay behind, and so does who was writing to the branch. The same episode gives the
// same bytes, whatever chunks its store keeps it in, on any number of processors and at any time.
//
// # The format, version 1
//
// A file is a sequence of zstd frames (RFC 8878), so zstd -dc prints the records in it. All whole numbers outside the
// records are little-endian and of 32 bits unless another size is given. There are:
//
//   - The prelude: a skippable frame 184D2A50 with the words "tenure episode" and the version, of 16 bits.
//   - Blocks. Each has a head, a skippable frame 184D2A51 with the block's plain and packed lengths, and then the packed
//     bytes, a zstd frame that stands alone and ends in its checksum. Every block but the last has 1 MiB plain.
//   - The manifest: a skippable frame 184D2A52 with the CBOR of Manifest and the SHA-256 of this frame up to there. It
//     has the SHA-256 of all bytes before it. Nothing follows it.
//
// The blocks together are the records. A record is a byte for its kind, its length as a varint (as in encoding/binary)
// and so many bytes. Records may lie across blocks. In order:
//
//   - 1, the episode: the CBOR of Episode. Once, and first.
//   - 2, a content: its bytes. The scenario's bundle comes right after the episode; any other directly before the first
//     event that names it, and each once. What is a name is said by checkpoints.References. A name that no content
//     was there for is counted in the manifest as absent: it may be any text that looks like one.
//   - 3, events: each with its length as a varint in front. A record ends with the event that brings it to 256 KiB, or
//     before a record of another kind.
//   - 4, a checkpoint: the CBOR of checkpoints.Checkpoint, after the event that it names, with which a step ends; those
//     of one event by name.
//
// CBOR is deterministic (RFC 8949, 4.2.1), with numbers for keys. Version 1 has no other kinds of frames, records and
// keys: whatever else comes is refused, so that a reader never leaves out what it does not understand. Whoever adds to
// the format raises the version, and readers go on reading every earlier one.
//
// Same bytes means the same version of tenure: a later one may pack better. The manifest's sections have the digests
// of what was packed, and those stay.
//
// # What an import promises
//
// It saves to a staging branch, whose name begins with ~, and gives it its name in one transaction once the whole
// file is read and agrees with its manifest: order and numbers of events, hash chain, digests, counts. So a file that
// is cut or altered imports nothing, nor one whose scenario Options.Admit refuses; the error is a Break, which says where. An import that is killed leaves a staging
// branch that gc removes. A batch of what is saved ends where a step of the world ends, as in a log that an engine
// wrote. Lengths are bounded before memory is taken, by the limits of the store; what is
// read of a content or a history is held whole, and so are the checkpoints. Names and texts that a terminal would obey are
// refused: the file may be somebody else's.
//
// Contents that the store has under the same hash are compared with those of the file, and written anew where the store's
// are missing or damaged, also when the log is here already. An episode of the name that is a beginning of the file's, and
// that nobody holds, is carried on: the rest is staged as a fork of its end and becomes its own in one transaction, so that
// it keeps its number, its parent and its forks.
package archive
