package chat

import (
	"time"

	"github.com/tenure-sim/tenure/sim"
)

// Tools implements sim.Part.
func (p *Part) Tools() []sim.Tool {
	return append(p.lookTools(),
		sim.Tool{Name: "chat_post", Base: 20 * time.Second, Decide: p.postTool,
			Doc: "Write in a channel, or in any conversation by its name. @id or @Name calls somebody.",
			Params: []sim.Param{
				{Name: "channel", Type: sim.String, Doc: "general, general/41 for a thread, or dm:lena,robin"},
				textParam(), threadParam(), urgentParam(),
			}},
		sim.Tool{Name: "chat_direct", Base: 20 * time.Second, Decide: p.directTool,
			Doc: "Write to one person or a few, seen by nobody else.",
			Params: []sim.Param{
				{Name: "to", Type: sim.Strings, Doc: "ids of the people"},
				textParam(), threadParam(), urgentParam(),
			}},
		sim.Tool{Name: "chat_react", Base: 5 * time.Second, Decide: p.reactTool,
			Doc: "Put a sign such as +1 on a message, or take it off again. Its author is told.",
			Params: []sim.Param{
				{Name: "message", Type: sim.String, Doc: "id of the message, such as m41"},
				{Name: "emoji", Type: sim.String, Doc: "the sign, such as +1, eyes, done"},
				{Name: "remove", Type: sim.Bool, Optional: true, Doc: "true takes it off"},
			}},
		sim.Tool{Name: "chat_edit", Base: 20 * time.Second, Decide: p.editTool,
			Doc: "Put a message of yours in other words. The earlier wording stays on record.",
			Params: []sim.Param{
				{Name: "message", Type: sim.String, Doc: "id of the message, such as m41"}, textParam(),
			}},
		sim.Tool{Name: "chat_status", Base: 5 * time.Second, Decide: p.statusTool,
			Doc: "Show the others that you are available, away or not to be disturbed.",
			Params: []sim.Param{
				{Name: "state", Type: sim.String, Enum: []string{Available, DoNotDisturb, Away}, Doc: "what to show"},
				{Name: "until", Type: sim.Moment, Optional: true, Doc: "when it ends; until you change it when not given"},
				{Name: "text", Type: sim.String, Optional: true, Writes: true, Doc: "a few words shown with it"},
			}},
		sim.Tool{Name: "chat_create", Base: 30 * time.Second, Decide: p.createTool,
			Doc: "Open a channel. You are a member.",
			Params: []sim.Param{
				{Name: "channel", Type: sim.String, Doc: "its name: small letters, digits and hyphens"},
				{Name: "topic", Type: sim.String, Optional: true, Writes: true, Doc: "what it is for"},
				{Name: "private", Type: sim.Bool, Optional: true, Doc: "true: only members see it"},
				{Name: "members", Type: sim.Strings, Optional: true, Doc: "ids of the other members"},
			}},
		sim.Tool{Name: "chat_invite", Base: 10 * time.Second, Decide: p.inviteTool,
			Doc: "Make people members of a channel you are in.",
			Params: []sim.Param{
				{Name: "channel", Type: sim.String, Doc: "the channel"},
				{Name: "who", Type: sim.Strings, Doc: "ids of the people"},
			}},
		sim.Tool{Name: "chat_mark", Internal: true, Decide: p.markTool,
			Doc: "Have a message, and what came after it, count as unread; done in the history, it is so at the start.",
			Params: []sim.Param{
				{Name: "message", Type: sim.String, Doc: "the first unread message"},
				{Name: "who", Type: sim.Strings, Doc: "who has not read it"},
			}},
	)
}

func (p *Part) lookTools() []sim.Tool {
	return []sim.Tool{
		{Name: "chat_channels", Base: 10 * time.Second, Decide: p.channelsTool, Params: sim.PageParams(),
			Doc: "List the channels you can see and your direct conversations."},
		{Name: "chat_read", Base: 10 * time.Second, Decide: p.readTool,
			Doc: "Read the newest messages of a conversation or a thread, oldest first. It then counts as read.",
			Params: []sim.Param{
				{Name: "channel", Type: sim.String, Doc: "general, general/41 for a thread, or dm:lena,robin"},
				threadParam(),
				{Name: "before", Type: sim.String, Optional: true, Doc: "id of a message: read what was written before it"},
				{Name: "limit", Type: sim.Int, Optional: true, Doc: "how many at most, 1 to 100; 20 when not given"},
			}},
		{Name: "chat_search", Base: 10 * time.Second, Decide: p.searchTool,
			Doc: "Find messages that have all the words, newest first, in all conversations you can see.",
			Params: append([]sim.Param{
				{Name: "query", Type: sim.String, Doc: "words; the last may be the beginning of one"},
				{Name: "channel", Type: sim.String, Optional: true, Doc: "only in this conversation"},
				{Name: "from", Type: sim.String, Optional: true, Doc: "only by this person"},
			}, sim.PageParams()...)},
		{Name: "chat_unread", Base: 10 * time.Second, Decide: p.unreadTool, Params: sim.PageParams(),
			Doc: "List your conversations that have messages you have not read."},
		{Name: "chat_presence", Base: 5 * time.Second, Decide: p.presenceTool,
			Doc: "See who is at work, away or not to be disturbed.",
			Params: append([]sim.Param{
				{Name: "who", Type: sim.String, Optional: true, Doc: "one person; everybody when not given"},
			}, sim.PageParams()...)},
	}
}

func textParam() sim.Param {
	return sim.Param{Name: "text", Type: sim.String, Writes: true, Doc: "what to say"}
}

func threadParam() sim.Param {
	return sim.Param{Name: "thread", Type: sim.String, Optional: true, Doc: "a message of the thread, such as m41 or general/41"}
}

func urgentParam() sim.Param {
	return sim.Param{Name: "urgent", Type: sim.Bool, Optional: true, Doc: "true marks it as urgent, as does a text that begins with URGENT"}
}
