package openai

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Kind says in one word why a question got no answer.
type Kind string

// The kinds of faults.
const (
	Rate     Kind = "rate"     // asked too often
	Quota    Kind = "quota"    // nothing left to spend there
	Server   Kind = "server"   // the endpoint's own failure
	Timeout  Kind = "timeout"  // it took too long
	Cut      Kind = "cut"      // the answer broke off
	Garbled  Kind = "garbled"  // the answer is not what the protocol says
	Connect  Kind = "connect"  // no connection
	Security Kind = "security" // TLS does not hold
	Auth     Kind = "auth"     // the key is missing or wrong
	Missing  Kind = "missing"  // no such path or model
	Request  Kind = "request"  // the endpoint refuses what was asked
	Open     Kind = "open"     // the endpoint failed so often that it is left alone for a while
	Large    Kind = "large"    // the answer is larger than any should be
)

// passes says whether asking again may help.
func (k Kind) passes() bool {
	switch k {
	case Rate, Server, Timeout, Cut, Garbled, Connect, Open, Large:
		return true
	}
	return false
}

// sick says whether it speaks against the endpoint as a whole.
func (k Kind) sick() bool {
	switch k {
	case Server, Timeout, Cut, Garbled, Connect:
		return true
	}
	return false
}

// Fault is why there is no answer. Its text is short, holds no key and no time, once it is sealed.
type Fault struct {
	Kind      Kind
	Model     string // the name in the configuration
	Status    int    // of HTTP; 0: there was none
	Text      string // what the endpoint or the network said
	body      string // the same at more length
	after     time.Duration
	told      bool // after was told by the endpoint
	cause     error
	elsewhere bool // the endpoint sends on to another address
	unreached bool // no connection came about
	away      bool // no connection came about, or it broke before anything was heard
	began     bool // an answer had begun, so that the question has cost
	lost      int  // tokens of what came of it
	part      *answer
	unpaid    bool // it was not sent: nobody pays for it
}

func (f *Fault) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "model %s: %s", f.Model, f.Kind)
	if f.Status != 0 {
		fmt.Fprintf(&b, ", status %d", f.Status)
	}
	if f.Text != "" {
		b.WriteString(": " + f.Text)
	}
	return b.String()
}

// unsent is the fault of a request that may not be paid. Its cause goes to whoever asked, as it is.
func unsent(err error) *Fault { return &Fault{Kind: Request, cause: err, unpaid: true} }

func (f *Fault) Unwrap() error { return f.cause }

const (
	textMost = 200  // bytes of what an endpoint said in an error
	bodyMost = 2000 // and in the report of an attempt
)

// clip cuts a text and takes out what would act on a terminal.
func clip(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}

func oneLine(s string) string { return clip(strings.Join(strings.Fields(s), " "), textMost) }

// statusFault judges an answer that is none by its status and body.
func statusFault(status int, header http.Header, body []byte, now time.Time) *Fault {
	said, code := errorText(body)
	f := &Fault{Kind: kindOf(status), Status: status, Text: said, body: string(body)}
	f.Kind = meant(f.Kind, strings.ToLower(code+" "+said))
	if status == http.StatusTooManyRequests && strings.Contains(code+said, "insufficient_quota") {
		f.Kind = Quota
	}
	f.after, f.told = retryAfter(header, now)
	return f
}

func kindOf(status int) Kind {
	switch status {
	case http.StatusTooManyRequests:
		return Rate
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly:
		return Server
	case http.StatusUnauthorized, http.StatusForbidden:
		return Auth
	case http.StatusPaymentRequired:
		return Quota
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusGone:
		return Missing
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return Request
	}
	if status >= 500 {
		return Server
	}
	return Request
}

// errorText finds what an error body says in the shapes that endpoints use, and its code.
func errorText(body []byte) (said, code string) {
	var e struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
		Code    json.RawMessage `json:"code"`
	}
	if json.Unmarshal(body, &e) != nil {
		if looksHTML(body) {
			return "a web page came instead of JSON", ""
		}
		return string(body), ""
	}
	var inner struct {
		Message json.RawMessage `json:"message"`
		Code    json.RawMessage `json:"code"`
		Type    string          `json:"type"`
	}
	switch {
	case json.Unmarshal(e.Error, &inner) == nil:
		return plain(inner.Message), plain(inner.Code) + " " + inner.Type
	case len(e.Error) > 0:
		return plain(e.Error), plain(e.Code)
	case e.Message != "":
		return e.Message, plain(e.Code)
	case len(e.Detail) > 0:
		return plain(e.Detail), ""
	}
	return string(body), ""
}

// plain is a JSON string's text, or other JSON as it is written.
func plain(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

func looksHTML(body []byte) bool {
	start := bytes.ToLower(bytes.TrimSpace(body[:min(len(body), 200)]))
	return bytes.HasPrefix(start, []byte("<!doctype")) || bytes.HasPrefix(start, []byte("<html"))
}

// networkFault judges an error from the transport. The address is not in it, since an address may hold a secret.
func networkFault(err error) *Fault {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	f := &Fault{Kind: Connect, Text: err.Error(), cause: err}
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verify *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var n net.Error
	switch {
	case errors.As(err, &unknown), errors.As(err, &host), errors.As(err, &invalid), errors.As(err, &verify), errors.As(err, &record),
		strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		f.Kind = Security
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &n) && n.Timeout():
		f.Kind = Timeout
	}
	return f
}
