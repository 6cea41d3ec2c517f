// Package chat is the company's chat: channels, direct messages, threads, reactions, presence.
//
// A conversation is a channel ("general") or a direct one ("dm:lena,robin", everybody in it sorted); a thread in it
// is named after its first message ("general/41", "dm:lena,robin/7"). These names are what Speech.Thread holds, and
// chat_post takes any of them as its channel: chat_post{channel: Speech.Thread, text} answers in place. Messages
// count through the world: "m41".
//
// A message reaches the members of its conversation, and in a public channel also whoever it mentions. Everybody may
// read and search public channels; a private channel or direct conversation is, to all others, one that does not
// exist. What was said before the start counts as read.
//
// Speech.To is the others of a direct conversation and, for a reply in a channel's thread, whoever began the thread;
// in a channel it is empty otherwise. Being mentioned is Speech.Mentions, hearing as a member Speech.Cc.
//
// The package delivers to nobody: people perceive a message because they are in its event's audience. It does not
// hold back messages from somebody who is not to be disturbed; that is for the players to heed.
package chat
