package sim

import (
	"bytes"
	"fmt"
	"testing"
)

// shelf is where contents are saved.
type shelf struct {
	all   map[Hash][]byte
	asked int
}

func (s *shelf) bring(h Hash) ([]byte, error) {
	s.asked++
	if b, ok := s.all[h]; ok {
		return b, nil
	}
	return nil, fmt.Errorf("no content %s", h)
}

func (s *shelf) save(c *Contents) {
	for h, b := range c.held {
		s.all[h] = b
	}
	c.saved()
}

func (c *Contents) bytes() (n int) {
	for _, m := range []map[Hash][]byte{c.held, c.young, c.old} {
		for _, b := range m {
			n += len(b)
		}
	}
	return n
}

// An episode stores more than it looks at again: prompts, old versions of documents.
func TestSavedContentsAreKeptWithinABound(t *testing.T) {
	s := &shelf{all: map[Hash][]byte{}}
	c := Contents{Source: s.bring}
	var all [][]byte
	for i := range 100 {
		b := bytes.Repeat([]byte{byte(i)}, recentMost/20)
		all = append(all, b)
		h := c.put(b)
		s.save(&c)
		if c.get(h); s.asked > 0 {
			t.Fatalf("content %d, saved a moment ago, was asked for", i)
		}
		if got := c.bytes(); got > 2*recentMost {
			t.Fatalf("%d bytes are kept after %d contents, want at most %d", got, i+1, 2*recentMost)
		}
	}
	for i, b := range all {
		if got := c.get(HashOf(b)); !bytes.Equal(got, b) {
			t.Errorf("content %d is another", i)
		}
	}
	if got := c.bytes(); s.asked < 50 || got > 2*recentMost {
		t.Errorf("the log was asked %d times for a hundred contents and %d bytes are kept", s.asked, got)
	}
}

func TestWhatIsInUseIsNotAskedForAgain(t *testing.T) {
	s := &shelf{all: map[Hash][]byte{}}
	c := Contents{Source: s.bring}
	document := c.put([]byte("the plan"))
	s.save(&c)
	for i := range 100 {
		c.put(bytes.Repeat([]byte{byte(i)}, recentMost/20))
		s.save(&c)
		c.get(document)
	}
	if s.asked > 0 {
		t.Errorf("the log was asked %d times for a document that is read every day", s.asked)
	}
}

func TestContentsAreKeptUntilTheyAreSaved(t *testing.T) {
	large := bytes.Repeat([]byte("x"), recentMost+1)
	for name, c := range map[string]*Contents{
		"not saved yet":     {Source: (&shelf{}).bring},
		"nowhere to be had": {},
	} {
		h := c.put(large)
		if c.Source == nil {
			c.saved()
		}
		for i := range 100 {
			c.put(bytes.Repeat([]byte{byte(i)}, recentMost/20))
		}
		if got := c.get(h); !bytes.Equal(got, large) {
			t.Errorf("%s: the content is another", name)
		}
	}
}

// One large file must not push out all else, nor stay.
func TestALargeContentIsBroughtWhenItIsWanted(t *testing.T) {
	s := &shelf{all: map[Hash][]byte{}}
	c := Contents{Source: s.bring}
	small := c.put([]byte("small"))
	s.save(&c)
	large := c.put(bytes.Repeat([]byte("x"), recentMost+1))
	s.save(&c)
	if got := c.bytes(); got != len("small") {
		t.Errorf("%d bytes are kept, want those of the small one", got)
	}
	c.get(large)
	c.get(small)
	if s.asked != 1 {
		t.Errorf("the log was asked %d times, want once, for the large one", s.asked)
	}
}

func TestACloneKeepsItsOwn(t *testing.T) {
	s := &shelf{all: map[Hash][]byte{}}
	c := Contents{Source: s.bring}
	h := c.put([]byte("shared"))
	s.save(&c)
	d := c.clone()
	d.forget(h)
	mine := d.put([]byte("of the clone"))
	if c.get(h); s.asked > 0 || c.held[mine] != nil || c.young[mine] != nil {
		t.Errorf("what the clone did changed the other: asked %d times", s.asked)
	}
}
