package scenarios

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
)

// Limits of a mail's body. Each part inside parts is looked through by the readers of all around it.
const (
	attachmentsMost = 20
	partsMost       = 100
	insideMost      = 10 // multiparts inside each other
)

// readBody reads the text and the attachments of a mail.
func (m *letter) readBody(e *message.Entity) error {
	parts := 0
	return m.readPart(e, 0, &parts)
}

// readPart reads a part and the parts in it. The mail package's own reader goes through them as well, to any depth.
func (m *letter) readPart(e *message.Entity, depth int, parts *int) error {
	if *parts++; *parts > partsMost {
		return fmt.Errorf("more than %d parts; a mail has at most so many", partsMost)
	}
	inner := e.MultipartReader()
	if inner == nil {
		return m.leaf(e)
	}
	if depth == insideMost {
		return fmt.Errorf("more than %d multiparts inside each other", insideMost)
	}
	for {
		p, err := inner.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if message.IsUnknownCharset(err) {
			return fmt.Errorf("the text is not UTF-8: %w", err)
		}
		if err != nil {
			return fmt.Errorf("the body cannot be read: %w", err)
		}
		if err := m.readPart(p, depth+1, parts); err != nil {
			return err
		}
	}
}

// leaf reads a part that has no parts: the text, or an attachment.
func (m *letter) leaf(e *message.Entity) error {
	body, err := io.ReadAll(io.LimitReader(e.Body, fileMost))
	if err != nil {
		return fmt.Errorf("the body cannot be read: %w", err)
	}
	kind, _, _ := e.Header.ContentType()
	where, _, _ := e.Header.ContentDisposition()
	if where == "inline" || where != "attachment" && strings.HasPrefix(kind, "text/") {
		if strings.HasPrefix(kind, "text/plain") || kind == "" {
			m.text += strings.ReplaceAll(string(body), "\r\n", "\n")
		}
		return nil
	}
	name, err := (&mail.AttachmentHeader{Header: e.Header}).Filename()
	if err != nil || name == "" || path.Base(path.Clean("/"+name)) != name {
		return fmt.Errorf("an attachment has the name %q; expected a plain file name", short(name))
	}
	if len(m.attachments) == attachmentsMost {
		return fmt.Errorf("more than %d attachments", attachmentsMost)
	}
	m.attachments = append(m.attachments, attachment{name, body})
	return nil
}
