package score

import (
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

func TestAVersionThatIsOverIsCensoredThere(t *testing.T) {
	o := newOffice(t)
	first := o.change()
	o.to(at(2, 11, 0))
	o.do("marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "2026-04-02"})
	second := o.says("marta", "chat_direct", direct("robin", "It is 2 April now."), speech.Act{Verb: speech.Change, Req: "go-live", Version: 3})
	o.to(at(2, 11, 30))
	ack := o.robin("chat_direct", direct("lena", "Go-live is on 2 April."), speech.Act{Verb: speech.Inform, Req: "go-live"})
	m := o.expect("D3", 30, 2, first, ack) // 2 h, censored, and 30 min
	if m.Censored != 1 || m.P90.Hours() != 2 {
		t.Errorf("got %+v, the second notice is %d", m, second)
	}
	o.to(at(4, 9, 0))
	o.expect("D6", 50, 2) // lena was told the version in force, tomas was not
}

func TestAVersionIsNewsOnce(t *testing.T) {
	o := newOffice(t)
	o.change()
	o.to(at(2, 11, 0))
	o.says("tomas", "chat_direct", direct("robin", "1 April, did you hear?"), newDate)
	o.says("lena", "chat_direct", direct("robin", "27 March, right?"), speech.Act{Verb: speech.Inform, Req: "go-live", Version: 1}) // old news
	o.to(at(2, 12, 0))
	o.robin("mail_reply", sim.Args{"id": "e1", "text": "Noted."})
	o.expect("D3", 180, 1)
}

func TestReceiptInTheSameThreadAcknowledges(t *testing.T) {
	o := newOffice(t)
	o.do("marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "2026-04-01"})
	o.says("marta", "chat_direct", direct("robin", "It is 1 April now."), newDate)
	o.to(at(2, 10, 0))
	o.robin("chat_direct", direct("tomas", "Thanks!"), speech.Act{Verb: speech.Thank}) // for something else
	o.to(at(2, 10, 30))
	ack := o.robin("chat_direct", direct("marta", "Thanks!"), speech.Act{Verb: speech.Thank})
	o.expect("D3", 90, 1, ack)
}

func TestAskingForAVersionThatWasToldIsRedundant(t *testing.T) {
	ask := speech.Act{Verb: speech.Ask, Req: "go-live"}
	o := newOffice(t)
	o.robin("chat_direct", direct("marta", "When do we go live?"), ask)
	o.expect("D9", 0, 1)
	o.says("marta", "chat_direct", direct("robin", "On 27 March."), speech.Act{Verb: speech.Inform, Req: "go-live", Version: 1})
	o.to(at(2, 10, 0))
	again := o.robin("chat_direct", direct("marta", "When do we go live?"), ask)
	o.expect("D9", 1, 2, again)
	o.do("marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "2026-04-01"}) // of which nobody has told robin
	o.robin("chat_direct", direct("marta", "Still then?"), ask)
	o.expect("D9", 1, 3, again)
}

func TestABlockerThatNobodyIsToldOfIsCensored(t *testing.T) {
	o := newOffice(t)
	heard := o.says("lena", "chat_direct", direct("robin", "I wait for the API."), speech.Act{Verb: speech.Block, Package: "api"})
	o.to(at(2, 17, 0))
	o.expect("D22", 0, 0) // 7 h: robin had no reply time yet
	o.to(at(3, 12, 0))
	if m := o.expect("D22", 600, 1, heard); m.Censored != 1 {
		t.Errorf("got %+v", m)
	}
}
