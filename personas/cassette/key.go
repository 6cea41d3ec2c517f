package cassette

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/engine"
)

// key is where an answer is found: the hash of the question with who asks it, for the how-manieth time, and in which role:
// a role and its fallback may be the same model, and the one may get a fault where the other gets an answer.
type key [sha256.Size]byte

// slot is who asks, and for the how-manieth time.
type slot [16]byte

// params are what besides the prompt has a part in the answer.
type params struct {
	Temperature int                        `json:"temperature"` // thousandths
	Most        int                        `json:"most"`        // tokens of answer
	Further     map[string]json.RawMessage `json:"params,omitempty"`
}

// question is the part of a record that is known before anybody answers.
func question(r engine.Request, m models.Model, role models.Role) (record, error) {
	out := record{Owner: r.Owner, Persona: string(r.For), Ordinal: r.ID, Role: r.Tier, Name: m.Name, Model: m.ID}
	most := r.Limit
	if most <= 0 || role.Most > 0 && role.Most < most {
		most = role.Most
	}
	var err error
	if out.Params, err = marshal(params{role.Temperature, most, m.Params}); err != nil {
		return record{}, fmt.Errorf("the params of model %s: %w", m.Name, err)
	}
	if out.Prompt, err = compact(r.PromptText); err != nil {
		return record{}, fmt.Errorf("the prompt is no JSON: %w", err)
	}
	if len(r.SchemaText) > 0 {
		if out.Schema, err = compact(r.SchemaText); err != nil {
			return record{}, fmt.Errorf("the schema is no JSON: %w", err)
		}
	}
	out.Key = out.hash()
	return out, nil
}

// compact is JSON as the tape writes it.
func compact(raw []byte) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// hash is of the model, the parameters, the prompt and the schema.
func (r record) hash() string {
	h := sha256.New()
	for _, part := range [][]byte{[]byte(r.Model), r.Params, r.Prompt, r.Schema} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part)))) // a hash's Write never fails
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (m mark) key() key {
	return sha256.Sum256(fmt.Appendf(nil, "%s %q %q %q %d", m.Key, m.Role, m.Owner, m.Persona, m.Ordinal))
}

func (m mark) slot() slot {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %d", m.Owner, m.Persona, m.Ordinal))
	return slot(sum[:16])
}

func (r record) mark() mark {
	m := mark{Key: r.Key, Owner: r.Owner, Persona: r.Persona, Ordinal: r.Ordinal, Role: r.Role, Got: r.Got, Payer: r.Payer}
	if r.Used != nil {
		m.Used = *r.Used
	}
	return m
}
