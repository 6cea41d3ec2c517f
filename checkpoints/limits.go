package checkpoints

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/sim"
	pointform "github.com/tenure-sim/tenure/sim/point"
)

// What a store keeps at most. Whatever reading, an export or an import would refuse is refused when it is written, so
// these numbers stand here and nowhere else; checkpoints/archive uses them too.
const (
	EventMost     = 64 << 20  // bytes of one event
	ChunkMost     = 192 << 20 // of the events of one batch, with their lengths
	ContentMost   = 256 << 20 // of one content, and of one snapshot
	NameMost      = 120       // of the name of an episode, a checkpoint or a rollout
	TextMost      = 1 << 10   // of a scenario's or an agent's name, and of why a checkpoint was made
	NoteMost      = 4 << 10   // of a note
	MarksMost     = 100_000   // checkpoints of an episode, with those of its past
	MarkBytesMost = 16 << 20  // of all of them
)

// unpackMost bounds a sealed value when it is unpacked: more is taken for damage. Formats 1 and 2 wrote chunks up to it.
const unpackMost = 256 << 20

// checkBatch says whether what is to be appended can be read, exported and imported again.
func checkBatch(b sim.Batch) error {
	whole := 0
	for i, e := range b.Events {
		if len(e) > EventMost {
			return fmt.Errorf("%w: event %d has %d bytes, and one has at most %d", ErrLarge, b.After+uint64(i)+1, len(e), EventMost)
		}
		whole += Framed(len(e))
	}
	if whole > ChunkMost {
		return fmt.Errorf("%w: the %d events have %d bytes together, and what is appended at once has at most %d", ErrLarge, len(b.Events), whole, ChunkMost)
	}
	for _, c := range b.Contents {
		if err := checkSize("a content", len(c)); err != nil {
			return err
		}
	}
	return nil
}

func checkSize(what string, n int) error {
	if n > ContentMost {
		return fmt.Errorf("%w: %s of %d bytes, and one has at most %d", ErrLarge, what, n, ContentMost)
	}
	return nil
}

// Framed is how many bytes an event of so many takes in a chunk of the log, with its length in front.
func Framed(n int) int { return n + (max(1, bits.Len(uint(n)))+6)/7 }

// join makes a chunk of events.
func join(events [][]byte) []byte {
	n := 0
	for _, e := range events {
		n += Framed(len(e))
	}
	out := make([]byte, 0, n)
	for _, e := range events {
		out = binary.AppendUvarint(out, uint64(len(e)))
		out = append(out, e...)
	}
	return out
}

// CheckName says whether a name can stand in a path and in a command: points in an episode are written NAME@POINT.
func CheckName(name string) error {
	if name == "" || len(name) > NameMost || !isName(name) {
		return fmt.Errorf("%w: one has 1 to %d letters, digits and marks, no space, slash or @, and does not begin with %s; got %.200q",
			ErrName, NameMost, stagingMark, name)
	}
	return nil
}

func isName(name string) bool {
	return isText(name) && !strings.HasPrefix(name, stagingMark) && strings.IndexFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`@/\`, r)
	}) < 0
}

// CheckText says whether a text of at most so many bytes can be shown on a line of a terminal: it is UTF-8 and has no
// control or format characters. One from a file could otherwise clear the screen, or write something else on it.
func CheckText(what, text string, most int) error {
	if len(text) > most {
		return fmt.Errorf("%w: %s has %d bytes, and at most %d are kept", ErrText, what, len(text), most)
	}
	if !isText(text) {
		return fmt.Errorf("%w: %s has bytes that are no UTF-8, a line break or another control character: %.200q", ErrText, what, text)
	}
	return nil
}

func isText(text string) bool {
	return utf8.ValidString(text) && strings.IndexFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) }) < 0
}

// Tidy makes a text one that CheckText takes: what cannot be shown becomes a space, and what is too long is cut.
func Tidy(text string, most int) string {
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, " "), func(r rune) bool { return r == ' ' || !unicode.IsGraphic(r) }), " ")
	if len(text) <= most {
		return text
	}
	const dots = "…"
	end := most - len(dots)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:max(0, end)] + dots
}

// check says whether the branch's names can be kept, but for its own: Stage chooses that.
func (b Branch) check() error {
	for what, text := range map[string]string{"its scenario": b.Scenario, "its agent": b.Agent} {
		if err := CheckText(what, text, TextMost); err != nil {
			return err
		}
	}
	return nil
}

// Check says whether the checkpoint's name and texts can be kept.
func (c Checkpoint) Check() error {
	if err := CheckName(c.Name); err != nil {
		return err
	}
	if pointform.Is(c.Name) {
		return fmt.Errorf("%w: %q is how a point of an episode is written, and would never be found as a checkpoint's", ErrName, c.Name)
	}
	if c.Seq == 0 {
		return fmt.Errorf("%w: a checkpoint is an event, and the first has the number 1", ErrPoint)
	}
	if err := CheckText("why it was made", c.Why, TextMost); err != nil {
		return err
	}
	return CheckText("its note", c.Note, NoteMost)
}
