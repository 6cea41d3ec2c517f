// Package people finds who is meant by a name: an id, a mail address, a full name or a first name that only one
// person has. It also says what to write to somebody who mistyped one.
//
// Every app that takes people's names uses it, so that all refuse them alike. It knows only what the company's
// directory knows; who has not joined yet is nobody.
package people
