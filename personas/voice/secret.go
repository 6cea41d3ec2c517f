package voice

// Secret is what must not be said of something that the listeners may not know: its value in any form. A figure alone
// says little, so the topic tells what it is a figure of.
func Secret(topic, value string) []Value {
	out := stated(value)
	for i := range out {
		out[i].Topic = topic
	}
	return out
}
