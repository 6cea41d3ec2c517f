package words

import "time"

// Topics lists what small talk can be about.
var Topics = []string{"weekend", "weather", "coffee", "lunch", "commute", "plans", "general"}

// chatter has one line for each of Topics, in their order, for each style.
var chatter = `
terse
Good weekend?
Cold today.
Coffee?
Lunch?
Trains were late again.
Any plans for the evening?
All good?
warm
How was your weekend? I hope you got some rest.
Isn't the light lovely outside today? I hope you get out for a minute.
Do you feel like a coffee together later?
Have you had lunch yet? I'd be glad of some company.
Did you get in all right this morning?
Are you doing something nice this evening?
How are you these days? We haven't talked in a while.
formal
I hope you had a pleasant weekend.
The weather has been rather changeable lately, has it not?
Would you care to join me for a coffee at some point?
May I ask whether you will be joining us for lunch?
I trust your journey to the office was without delays.
I hope you have something pleasant planned for the evening.
I hope you are keeping well.
breezy
Good weekend? Mine went by in a blink.
What's with this weather, eh?
Coffee in a bit?
Lunch? I'm starving.
Rush hour was wild this morning.
Up to anything fun tonight?
Hey, how's life?
dry
The weekend was two days long again. Yours too?
The weather continues, I see.
The coffee machine makes a new noise. It is still the best part of the floor.
The canteen calls it lasagne. Are you brave enough?
My train was on time today. I have no explanation.
I plan to sit on a chair that is not this one tonight. You?
Still alive over there?
precise
How was the weekend, two full days off?
Seven degrees and rain until noon, says the forecast.
I am getting a coffee at half past. Do you want one?
I usually go to lunch at a quarter past twelve. Would you like to come?
Forty minutes on the road today instead of twenty-five. And you?
Do you have fixed plans for this evening?
How are you, on a scale from one to ten?
anxious
Did you have a good weekend? Mine was over before I'd sorted anything out.
Do you think it's going to rain? I left my umbrella at home.
I've had too much coffee already, but shall we get one?
Are you going to lunch? I don't like going alone.
Did you get caught in that traffic too? I nearly didn't make it.
I hope I get out on time tonight, what about you?
Are you all right? You've been so quiet.
blunt
Weekend was too short. Yours?
Miserable weather.
I need coffee. Coming?
I'm going to eat. Join me or don't.
The roads are a mess today.
What are you doing tonight?
How's it going?
enthusiastic
How was your weekend? Tell me everything!
What a gorgeous day, I had to open the window!
Coffee? I know a great new place round the corner!
Lunch together? They have the good noodles today!
Cycled in this morning, it was fantastic! How do you get here?
Any exciting plans for tonight?
Hey you, how are things? It's been ages!
diplomatic
I hope the weekend gave you a bit of a break.
The weather can't quite make up its mind, can it?
Perhaps we could have a coffee when it suits you.
If you haven't eaten yet, would you like to come along for lunch?
I hope the traffic treated you kindly this morning.
I hope the evening is a quiet one for you.
How have you been? I've been meaning to ask.
`

// onTopic is the line of a topic. Without one it is the lines that fit the hour: nobody asks about lunch at four.
func (r *renderer) onTopic(all []template, topic string) []template {
	var fit []template
	for i, t := range Topics {
		if t == topic {
			return all[i : i+1]
		}
		if r.voice.Zone == nil || inSeason(t, r.scene.Now.In(r.voice.Zone)) {
			fit = append(fit, all[i])
		}
	}
	return fit
}

func inSeason(topic string, at time.Time) bool {
	switch h := at.Hour(); topic {
	case "weekend":
		return at.Weekday() == time.Monday
	case "lunch":
		return h >= 10 && h < 13
	case "commute":
		return h < 11
	case "plans":
		return h >= 15
	}
	return true
}
