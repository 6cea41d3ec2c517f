package mail

import (
	"time"

	"github.com/tenure-sim/tenure/sim"
)

// Tools implements sim.Part.
func (p *Part) Tools() []sim.Tool {
	return append(append(p.lookTools(), p.writeTools()...),
		sim.Tool{Name: "mail_move", Base: 5 * time.Second, Decide: p.moveTool,
			Doc: "Put a mail in another folder: inbox, archive, or one of your own naming.",
			Params: []sim.Param{
				idParam(), {Name: "folder", Type: sim.String, Doc: "the folder; it comes to be by this"},
			}},
		sim.Tool{Name: "mail_mark", Base: 5 * time.Second, Decide: p.markTool,
			Doc: "Mark a mail as unread or read.",
			Params: []sim.Param{
				idParam(), {Name: "unread", Type: sim.Bool, Doc: "true: unread, false: read"},
			}},
		sim.Tool{Name: "mail_out_of_office", Base: 30 * time.Second, Decide: p.awayTool,
			Doc: "Have mails to you answered automatically for a time, each sender once. Without until, it ends.",
			Params: []sim.Param{
				{Name: "from", Type: sim.Moment, Optional: true, Doc: "when it begins; at once when not given"},
				{Name: "until", Type: sim.Moment, Optional: true, Doc: "when it ends"},
				{Name: "text", Type: sim.String, Optional: true, Writes: true, Doc: "the answer"},
			}},
		sim.Tool{Name: "mail_bounce", Internal: true, Decide: p.bounceTool,
			Doc: "The postmaster returns a mail to its sender.",
			Params: []sim.Param{
				idParam(), {Name: "addresses", Type: sim.Strings, Doc: "that nobody has"},
			}},
		sim.Tool{Name: "mail_auto_reply", Internal: true, Decide: p.autoTool,
			Doc: "An absent person's mailbox answers a mail.",
			Params: []sim.Param{
				idParam(), {Name: "who", Type: sim.String, Doc: "who is absent"},
			}},
	)
}

func (p *Part) lookTools() []sim.Tool {
	return []sim.Tool{
		{Name: "mail_list", Base: 10 * time.Second, Decide: p.listTool,
			Doc: "List the mails of a folder, newest first.",
			Params: append([]sim.Param{
				{Name: "folder", Type: sim.String, Optional: true, Doc: "inbox (when not given), sent, archive or your own"},
				{Name: "unread", Type: sim.Bool, Optional: true, Doc: "true: only those not read"},
			}, sim.PageParams()...)},
		{Name: "mail_unread", Base: 10 * time.Second, Decide: p.unreadTool, Params: sim.PageParams(),
			Doc: "List the mails you have not read, in all folders."},
		{Name: "mail_read", Base: 10 * time.Second, Decide: p.readTool,
			Doc: "Read a mail, or a whole thread by its id, oldest first. They then count as read.",
			Params: append([]sim.Param{
				{Name: "id", Type: sim.String, Doc: "id of the mail, such as e12, or of a thread, such as t12"},
			}, sim.PageParams()...)},
		{Name: "mail_search", Base: 10 * time.Second, Decide: p.searchTool,
			Doc: "Find your mails that have all the words in subject, text, sender or attachments, newest first.",
			Params: append([]sim.Param{
				{Name: "query", Type: sim.String, Doc: "words; the last may be the beginning of one"},
				{Name: "folder", Type: sim.String, Optional: true, Doc: "only in this folder"},
				{Name: "from", Type: sim.String, Optional: true, Doc: "only by this person"},
			}, sim.PageParams()...)},
	}
}

func (p *Part) writeTools() []sim.Tool {
	to := sim.Param{Name: "to", Type: sim.Strings, Doc: "ids or addresses"}
	cc := sim.Param{Name: "cc", Type: sim.Strings, Optional: true, Doc: "ids or addresses of who gets a copy"}
	text := sim.Param{Name: "text", Type: sim.String, Writes: true, Doc: "the text"}
	files := sim.Param{Name: "attachments", Type: sim.Strings, Optional: true, Doc: "files, such as files/plan/rollout.md"}
	urgent := sim.Param{Name: "urgent", Type: sim.Bool, Optional: true, Doc: "true marks it as urgent, as does a subject that begins with URGENT"}
	return []sim.Tool{
		{Name: "mail_send", Base: 30 * time.Second, Decide: p.sendTool,
			Doc: "Send a new mail.",
			Params: []sim.Param{
				to, cc, {Name: "bcc", Type: sim.Strings, Optional: true, Doc: "who gets a copy unseen by the others"},
				{Name: "subject", Type: sim.String, Writes: true, Doc: "what it is about"}, text, files, urgent,
			}},
		{Name: "mail_reply", Base: 20 * time.Second, Decide: p.replyTool,
			Doc: "Answer a mail: its sender, or everybody who got it.",
			Params: []sim.Param{
				idParam(), text, {Name: "all", Type: sim.Bool, Optional: true, Doc: "true: to everybody who got it"}, files, urgent,
			}},
		{Name: "mail_forward", Base: 20 * time.Second, Decide: p.forwardTool,
			Doc: "Send a mail on to others, with its attachments and a word of your own.",
			Params: []sim.Param{
				idParam(), to, cc, {Name: "text", Type: sim.String, Optional: true, Writes: true, Doc: "what to say first"},
			}},
	}
}

func idParam() sim.Param {
	return sim.Param{Name: "id", Type: sim.String, Doc: "id of the mail, such as e12"}
}
