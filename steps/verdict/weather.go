package verdict

// Weather is what the requests of one scenario met.
type Weather struct {
	Requests            int
	Judged              int // requests of the story
	Once                int // requests that may change something, and are never sent again
	Transient, Repeated int
	Borne               int // transient answers that the sentence itself could allow for
	Last                *Hiccup
	Page                bool // a refusal was an HTML page without any header of the services: it may be another server's
}

// Hiccup is the last transient answer that a scenario met and could not recover from.
type Hiccup struct {
	Status int  // 0: no answer
	Broken bool // the answer began and broke off
	Judged bool // it answered a request of the story, not of the set-up or a read-back
}
