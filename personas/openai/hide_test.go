package openai

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// spellings are ways of writing a key that whoever reads a log would undo.
func spellings(key string) map[string]string {
	each := func(format string) string {
		out := ""
		for _, c := range []byte(key) {
			out += fmt.Sprintf(format, c)
		}
		return out
	}
	again := func(s string) string { raw, _ := json.Marshal(s); return strings.Trim(string(raw), `"`) }
	out := map[string]string{
		"as it is": key, "capitals": strings.ToUpper(key), "one escape": fmt.Sprintf(`\u%04x`, key[0]) + key[1:], "capital digits": key[:1] + fmt.Sprintf(`\u%04X`, key[1]) + key[2:], "marks": strings.Join(strings.Split(key, ""), "-"),
		"spaces": strings.Join(strings.Split(key, ""), " "), "a line break": key[:7] + "\n" + key[7:], "an escaped line break": key[:7] + `\n` + key[7:],
		"JSON": each(`\u%04x`), "JSON twice": again(each(`\u%04x`)), "JSON three times": again(again(each(`\u%04x`))), "an address": each("%%%02X"), "an address twice": url.QueryEscape(each("%%%02x")),
		"Go": each(`\x%02x`), "octal": each(`\%03o`), "a page": each("&#%d;"), "a page in hex": each("&#x%X;"), "a page twice": html.EscapeString(each("&#%d;")),
		"hex": hex.EncodeToString([]byte(key)), "hex with marks": each("%02X:"), "an address in JSON": again(`\u0025`) + each("%%%02x")[1:], "no marks": strings.ReplaceAll(key, "-", ""),
	}
	for _, before := range []string{"", "u", "us", "use", "user:"} {
		for _, behind := range []string{"", "\n", "ab"} {
			out[fmt.Sprintf("base64 %q %q", before, behind)] = base64.StdEncoding.EncodeToString([]byte(before + key + behind))
		}
	}
	out["base64 of addresses"] = base64.RawURLEncoding.EncodeToString([]byte(key))
	out["base64 in lines"] = out["base64 of addresses"][:9] + "\r\n" + out["base64 of addresses"][9:]
	out["base64 in JSON"] = `\u` + fmt.Sprintf("%04x", out["base64 of addresses"][0]) + out["base64 of addresses"][1:]
	return out
}

func TestAKeyIsFoundHoweverItIsWritten(t *testing.T) {
	for _, key := range []string{canary, "q8Zt/7+fY==k2LmW0pRx9", `sk-5b%41\u0042c7d9e0f1a2`} {
		for name, s := range spellings(key) {
			if strings.ContainsAny(key, `%\`) && (strings.Contains(name, "twice") || name == "an escaped line break") || key != canary && name == "no marks" {
				continue
			}
			for _, hide := range []func(string) string{secret{key}.hide, secret{key}.hideParts} {
				got := hide("before: " + s + " and behind")
				if !strings.HasPrefix(got, "before: ") || !strings.HasSuffix(got, " and behind") || !strings.Contains(got, hidden) || len(got) > len("before: [key] and behind")+14 {
					t.Errorf("%s, written %s as %q: got %q", key, name, s, got)
				}
			}
		}
	}
}

func TestWhatIsNoKeyStays(t *testing.T) {
	k := secret{"in-my-team"} // short, and words of a sentence
	for _, text := range []string{"Is Lena in my team?", `{"a":"50% \u0041 \\n &amp; \"sk-cana\""}`, "sk", "%", `\`, `\u00`, "&#", "&#x;", "&#115", "100%25", ""} {
		for _, s := range []secret{k, {canary}} {
			if got := s.hide(text) + s.hideParts(text); got != text+text {
				t.Errorf("%q: got %q", text, got)
			}
		}
	}
}

func TestTheKeyIsInNoPartOfAnAnswerHoweverItIsWritten(t *testing.T) {
	for name, s := range spellings(canary) {
		raw, _ := json.Marshal(s)
		inText := strings.Trim(string(raw), `"`)
		args, _ := json.Marshal(`{"a":{"` + inText + `":["` + inText + `"]}}`)
		written := string(args) // the endpoint itself may write its JSON like this too
		if name == "one escape" {
			inText, written = s, `"{\"a\":{\"`+s+`\":[\"\`+s+`\"]}}"`
		}
		whole := `{"id":"K","model":"K","choices":[{"message":{"content":"K","tool_calls":[{"id":"K","function":{"name":"read_K","arguments":<args>}}]},"finish_reason":"K"}]}`
		refusal := `{"choices":[{"message":{"refusal":"K"},"finish_reason":"stop"}]}`
		for _, body := range []string{whole, refusal} {
			body = strings.ReplaceAll(strings.ReplaceAll(body, "K", inText), "<args>", written)
			got, err := client(t, config(says(t, "application/json", body)), Options{Tries: 1}).Complete(context.Background(), question("hi"))
			if err != nil && strings.Contains(err.Error(), "larger than any") {
				continue // a name of a tool may be no longer
			}
			if err != nil || !strings.Contains(fmt.Sprintf("%+v", got), hidden) || reads(fmt.Sprintf("%+v", got), s) {
				t.Errorf("%s: got %+v, %v", name, got, err)
			}
			for _, c := range got.Calls {
				if !json.Valid([]byte(c.Args)) {
					t.Errorf("%s: the arguments are broken: %s", name, c.Args)
				}
			}
		}
	}
}

// reads says whether a text shows a key as it was written, or once its escapes are undone.
func reads(text, written string) bool {
	for range 4 {
		if strings.Contains(text, written) || strings.Contains(strings.ToLower(text), canary[:keyLeast+2]) {
			return true
		}
		var s string
		if json.Unmarshal([]byte(`"`+strings.ReplaceAll(text, `"`, `'`)+`"`), &s) == nil {
			text = s
		}
	}
	return false
}

func TestTheKeyIsInNoFaultHoweverItIsWritten(t *testing.T) {
	for name, s := range spellings(canary) {
		raw, _ := json.Marshal(s)
		for _, body := range []string{s, `{"error":{"message":` + string(raw) + `}}`, `{"error":{"message":{"` + strings.Trim(string(raw), `"`) + `":1},"code":` + string(raw) + `}}`, `{"choices":` + string(raw) + `}`} {
			for _, status := range []int{200, 302, 400, 500} {
				srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Location", "http://"+strings.NewReplacer("\n", "", "\r", "", " ", "").Replace(s)+".invalid/")
					w.Header().Set("Retry-After", strings.NewReplacer("\n", "", "\r", "").Replace(s))
					w.WriteHeader(status)
					fmt.Fprint(w, body)
				}))
				var seen strings.Builder
				c := client(t, config(srv.URL), Options{Tries: 1, Attempt: func(a Attempt) { fmt.Fprintf(&seen, "%s %s", a.Text, a.Body) }})
				_, err := c.Complete(context.Background(), question("hi"))
				r := CheckWith(context.Background(), config(srv.URL).Models[0], Options{Getenv: getenv})
				srv.Close()
				if fmt.Fprintf(&seen, "%v %+v", err, r); err == nil || reads(seen.String(), s) {
					t.Errorf("%s, status %d: got %s", name, status, seen.String())
				}
			}
		}
	}
}

func TestTheKeyIsInNoListOfModels(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"data":[{"id":"\u0073%s"},{"id":"%s%%2d7f3a9b2c1d"}],"choices":[{"message":{"content":"ok"},"finish_reason":"stop"}]}`, canary[1:], "SK-canary")
	}))
	defer s.Close()
	r := CheckWith(context.Background(), config(s.URL).Models[0], Options{Getenv: getenv})
	if got := fmt.Sprintf("%+v", r); strings.Contains(strings.ToLower(got), "canary") || len(r.Listed) != 2 {
		t.Errorf("got %s", got)
	}
}

func FuzzHidingLeavesNoKey(f *testing.F) {
	for _, s := range spellings(canary) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := secret{canary}.hide(text)
		if low := strings.ToLower(got); strings.Contains(low, canary) {
			t.Errorf("%q: got %q", text, got)
		}
		if !strings.ContainsAny(text, `\%&`) && !strings.Contains(got, hidden) && got != text {
			t.Errorf("%q was changed to %q", text, got)
		}
	})
}
