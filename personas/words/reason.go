package words

import "strings"

// verbs show that a reason is a clause ("the schema is not final") and not a noun ("no capacity").
var verbs = map[string]bool{"is": true, "are": true, "was": true, "were": true, "has": true, "have": true, "had": true, "will": true, "would": true, "can": true,
	"cannot": true, "can't": true, "isn't": true, "aren't": true, "wasn't": true, "hasn't": true, "haven't": true, "won't": true, "needs": true, "took": true,
	"takes": true, "got": true, "came": true, "found": true, "did": true, "does": true, "didn't": true, "doesn't": true, "don't": true, "depends": true,
	"changed": true, "slipped": true, "moved": true, "failed": true, "broke": true, "missed": true, "lost": true, "wants": true, "fell": true, "went": true,
	"i'm": true, "we're": true, "it's": true, "there's": true, "i've": true, "we've": true, "must": true, "may": true, "waits": true, "called": true}

// small words begin a reason without a capital of their own.
var small = map[string]bool{"the": true, "a": true, "an": true, "our": true, "my": true, "we": true, "it": true, "this": true, "that": true, "there": true,
	"they": true, "he": true, "she": true, "no": true, "not": true, "your": true, "their": true, "some": true, "still": true, "too": true, "it's": true,
	"we're": true, "there's": true, "we've": true}

func isClause(reason string) bool {
	words := strings.Fields(strings.ToLower(reason))
	for i, w := range words {
		// "I've", "it's": a verb may stand first when it carries its subject.
		if verbs[w] && (i > 0 || strings.Contains(w, "'")) {
			return len(words) > 2
		}
	}
	return false
}

func lowerReason(reason string) string {
	word, _, _ := strings.Cut(reason, " ")
	if small[strings.ToLower(word)] {
		return lower(reason)
	}
	return reason
}

// labels go before a reason with a colon; before a clause "is that" reads better.
var labels = []string{"The reason", "The problem", "The snag", "The trouble", "The cause", "The background", "The issue", "My concern", "My worry", "What happened",
	"The catch", "The hold-up", "The obstacle", "The hurdle", "The explanation", "What bothers me", "What worries me", "What stops me", "What got in the way",
	"The remaining concern", "What came between", "My reason", "My problem", "What went wrong", "What slowed us", "The reasoning", "The roadblock", "The cause of the delay",
	"The reason in short", "The reason given", "My hesitation", "What's behind it", "What's wrong", "What changed", "What has changed", "My excuse", "What keeps me",
	"The why", "The point", "What holds me back", "The thinking", "The idea", "My thinking", "What's keeping me", "What held me back", "What led to it", "The plain facts"}

// lacks are labels that fit a thing ("the key"), not a clause.
var lacks = []string{"What I need", "What I'm missing", "Missing", "What's missing", "I'm missing this", "What we are queueing for", "What we still need",
	"What's outstanding", "Missing input", "Condition to resume", "What I would need", "The missing piece", "What's left", "Outstanding", "Required"}

// because makes the words before a reason run on into a clause.
func because(label string) string {
	head, ok := strings.CutSuffix(label, ": ")
	if !ok {
		return label
	}
	switch trimmed := strings.TrimSpace(head); {
	case strings.HasSuffix(head, "because"):
		return head + " "
	case strings.HasSuffix(head, "hing is") || strings.HasSuffix(head, "Fact is") || strings.HasSuffix(head, "hing was"):
		return head + ", "
	case strings.HasSuffix(head, " is") || strings.HasSuffix(head, " was") || strings.HasSuffix(head, "eason being"):
		return head + " that "
	default:
		for _, l := range lacks {
			if trimmed == l {
				return " The reason is that "
			}
		}
		for _, l := range labels {
			if trimmed == l {
				return head + " is that "
			}
		}
	}
	return label
}
