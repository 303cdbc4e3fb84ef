package history

// Token stands for an ETag, a pop receipt, a lease id or a position: equal tokens
// of one history are equal texts, and the text of every token can be had back
// from the history's Dictionary. The common forms (0x8DC…, W/"datetime'…'", a
// number) are packed exactly, the others are entered in the dictionary.
type Token uint64

// None is the absence of a token.
const None Token = 0
