// Package mail is the company's mail: threads, copies, blind copies, folders, out-of-office replies, bounces.
//
// Mails count through the world ("e12"); a thread is named after its first mail ("t12"). Speech.Thread of a mail is
// its id, so mail_reply{id: Speech.Thread} answers it. Recipients are given as ids or addresses. An address that
// nobody has bounces: a notice from the postmaster in the sender's inbox. An out-of-office reply goes to whoever
// addressed the absent, once for each absence. Notices and automatic replies are no Speech: nobody answers them,
// which is also why none can go round in circles.
//
// Blind copies are facts of their own, one for each person, so that neither the mail's event nor any tool shows them
// to the others. What was sent before the start counts as read, unless mail_mark said otherwise.
//
// The package stores no files: an attachment is a reference such as "files/plan/rollout.md", and whether its
// receiver may open it is the files app's to say.
package mail
