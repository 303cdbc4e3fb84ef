package check_test

import (
	"fmt"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/history"
)

// Two clients write a blob one after the other, each with If-Match and the ETag of the same version, and both are told that
// they won: the update of the first is lost.
func Example() {
	book := history.NewDictionary("0000cafe")
	blob, put := book.Key("blob /c/counter"), book.Name("Put Blob")
	first := book.Token(`"0x1"`)
	write := func(client uint32, op history.Op, condition, tag history.Token, at int64) history.Event {
		return history.Event{Client: client, Seq: 1, Key: blob, Name: put, Op: op, Outcome: history.Won, Status: 201,
			If: condition, Tag: tag, Value: history.ValueOf(client, 1), Invoke: at, Return: at + 1_000_000}
	}
	v := check.Events(book, []history.Event{
		write(1, history.Create, 0, first, 10_000_000),
		write(2, history.Swap, first, book.Token(`"0x2"`), 20_000_000),
		write(3, history.Swap, first, book.Token(`"0x3"`), 30_000_000),
	}, true, "", check.Options{})
	fmt.Println(v.State, v.Violations)
	fmt.Println(v.Results[0].Key)
	for _, x := range v.Results[0].Violations {
		fmt.Println(x.Sentence)
	}
	// Output:
	// invalid 1
	// blob /c/counter
	// client 3 replaced version "0x1" by version "0x3" 9 ms after client 2 replaced version "0x1" by version "0x2": an If-Match succeeds only while the version that it names is current, or else an update is lost; it is this answer that is wrong, or else that of client 2
}
