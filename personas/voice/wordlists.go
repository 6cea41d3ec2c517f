package voice

import "strings"

// plainTalk are common words of work and courtesy that the templates happen not to use. They claim nothing.
var plainTalk = set(`able actually afternoon ahead although anyhow apart appreciate asap assure attached available bear bet bring busy carry chase check
cheer clear come confirm confirmation consider cope correct couple crack crunch daily definitely despite double due early ease either else email especially
eventually everybody evening expect extra fair feedback feel figure fine firm flag folk forward free fresh further gap gather glad grab greet guess handy
hang happy heads hear hello here's hit hopefully hope hour however idea immediately indeed instead keep kick kind later least likely line little look loop
loud luck mail maybe mean meanwhile message mid mind minute moment morning move myself naturally note number obviously okay ongoing onto otherwise
particular patience patient per ping place plan please plenty plus point possible probably properly push question quick rather reach realistically reply
respond response revert rest round schedule send set share shortly shot slight soon spot square start status stick straightaway strictly summary surely
sync tad takes tell thanks therefore thing though throughout tight till today together tomorrow tonight touch truly turn unable unfortunately unlike
update usual wait wary week weekend whenever whole wise wonder work worry yesterday yours absolutely regrettably grateful heartfelt warmly warm
sunny rain rainy cold hot coffee tea lunch dinner breakfast cake holiday trip rested relaxing sleep kids family bike walk traffic commute monday tuesday wednesday
thursday friday saturday sunday i'd they'd can't couldn't wouldn't shouldn't there'd that'll it'll who'd weren't folks lads thx cheers ta hiya yo yup nope alas ugh
argh haha lol phew wow oops whoops hooray fingers crossed brilliant awesome super lovely wonderful perfect excellent promptly swiftly`)

// grave are words of what decides the fate of people, money and projects. One of them alone must have been told.
var grave = set(`cancel cancelled canceled cancelling cancellation axed scrapped shelved abandon abandoned terminate terminated dismiss dismissed dismissal fire fired
sacked redundant redundancy layoff resign resigned resigning resignation quit quitting suspended demoted promoted promotion hired bankrupt bankruptcy insolvent insolvency sue
sued lawsuit litigation court breach breached leak leaked leaking hack hacked hacker stolen stole theft fraud police arrested died death hospital hospitalised illness pregnant divorce strike
merger acquisition acquired takeover bought sold penalty bonus salary invoice refund overspent budget contract outage crash crashed corrupted delete deleted
wiped rollback emergency ceo cfo cto board investor shareholder auditor audit lawyer legal regulator journalist competitor guarantee
guaranteed cleared entitled grant granted authorised authorized waived waive halved doubled tripled frozen froze unsigned vetoed overruled accident fake faked falsified lied lying blackmail bribe
approve approved approval rejected deployed shipped launched merged password credential offshored outsourced customer client`)

// matters are those of them that only name a matter: who is asked about the budget may speak of it. The others say what became
// of it, and whoever asks cannot lend them.
var matters = set(`invoice invoices budget contract contracts board auditor audit lawyer salary bonus rollback approval approvals password passwords credential
credentials customer customers client clients emergency outage crash breach leak merger`)

// meant are words that mean about the same to people at work: one of them bears the others.
var meant = strings.Split(`slip delay late later push postpone move shift overdue behind wait hold longer
finish done complete ready final finalise settle deliver wrap close ship shipped deployed released launched
price cost ask charge quote want vendor supplier
meet meeting call talk chat sync catch discuss
approve approved approval sign signed sign-off signoff grant green ok okay accept permission authorised authorized clearance
reject rejected refuse decline deny denied turn no unable veto vetoed approve approved approval signed
block blocked stuck stop halt wait depend hold
change changed alter amend replace replaced switch move new update
cancel cancelled canceled cancellation withdraw withdrawn retract drop take back revoke
know knowledge aware informed expert contact person
confidential secret private disclose share tell
review check look read inspect examine go through
doc docs document documentation paper write writeup wording
plan schedule timeline roadmap
issue problem trouble bug defect fault error obstacle
api interface endpoint service
db database schema table model
test tests testing qa tested verify
fix fixed repair solve resolve sort
year yearly annual annually annum
week weekly
month monthly
percent share portion part percentage
half halfway
holiday leave vacation pto off away absent absence out office
ill sick illness unwell doctor
colleague team mate people folks crew group
boss manager lead head
customer client user
window slot time date
maintenance downtime upkeep
risk danger concern worry threat
capacity time busy full workload bandwidth swamped plate
hand handover pass over take takeover
list checklist
number figure count
launch go-live live release rollout golive
begin start kick
promise commit commitment word pledge
increase raise more higher up rise extra
decrease reduce less lower down cut
security secure safety
design layout mockup mock draft sketch
report summary summarise overview
escalate raise bring flag
answer reply respond response
need require requirement want
deadline due date
budget money funds spend cost price
contract agreement terms`, "\n")

// alike is, by stem, the numbers of the lines of meant that a word stands in.
var alike = numbered()

func numbered() map[string][]int {
	out := map[string][]int{}
	for k, line := range meant {
		for w := range strings.FieldsSeq(line) {
			out[stem(w)] = append(out[stem(w)], k)
		}
	}
	return out
}
