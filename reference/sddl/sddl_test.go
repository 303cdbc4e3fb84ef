package sddl

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
)

// sample is a descriptor in both forms, as in the tests of Microsoft's clients: azfile 1.7.2 testcommon.SampleBinary.
const (
	sample = "AQAUhGwAAACIAAAAAAAAABQAAAACAFgAAwAAAAAAFAD/AR8AAQEAAAAAAAUSAAAAAAAYAP8BHwABAgAAAAAABSAAAAAgAgAAAAAkAKkAEgABBQAAAAAABRUAAABZUbgXZnJdJWRjOwuMmS4AAQUAAAAAAAUVAAAAoGXPfnhLm1/nfIdwr/1IAQEFAAAAAAAFFQAAAKBlz354S5tf53yHcAECAAA="
	inText = "O:S-1-5-21-2127521184-1604012920-1887927527-21560751G:S-1-5-21-2127521184-1604012920-1887927527-513" +
		"D:AI(A;;FA;;;SY)(A;;FA;;;BA)(A;;0x1200a9;;;S-1-5-21-397955417-626881126-188441444-3053964)S:NO_ACCESS_CONTROL"
)

func TestBothForms(t *testing.T) {
	t.Parallel()
	binary, err := base64.StdEncoding.DecodeString(sample)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Text(binary); err != nil || got != inText {
		t.Errorf("Text = %s, %v, want\n%s", got, err, inText)
	}
	if got, err := Binary(inText); err != nil || !bytes.Equal(got, binary) {
		t.Errorf("Binary = %s, %v", base64.StdEncoding.EncodeToString(got), err)
	}
}

// TestTexts checks texts that come back as they were, or in the form given after an arrow.
func TestTexts(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"O:SY", "G:S-1-5-21-1-2-3-512", "D:", "D:NO_ACCESS_CONTROL", "D:PARAI(D;OICINPIOID;GA;;;WD)",
		"O:BAG:SYD:(A;;FA;;;BA)S:P(AU;SAFA;FX;;;WD)(ML;;LC;;;HI)",
		"O:S-1-5-32-548D:(A;;RPWPCCDCLCSWRCWDWOGA;;;S-1-0-0) -> O:AOD:(A;;RPWPCCDCLCSWRCWDWOGA;;;S-1-0-0)",
		"D:(A;;2032127;;;S-1-5-18) -> D:(A;;FA;;;SY)", "D:(A;;;;;WD) -> D:(A;;0x0;;;WD)",
	} {
		given, want, changed := strings.Cut(text, " -> ")
		if !changed {
			want = given
		}
		binary, err := Binary(given)
		if err != nil {
			t.Errorf("%s: %v", given, err)
			continue
		}
		if got, err := Text(binary); err != nil || got != want {
			t.Errorf("%s is %s, %v, want %s", given, got, err, want)
		}
	}
	for _, text := range []string{
		"", "nonsense", "O:", "O:DA", "G:SYO:SY", "O:SYO:SY", "D:(", "D:(A;;FA;;;SY", "D:(A;;FA;;;SY)x", "D:(A;;FA;;;SY)D:", "D:X(A;;FA;;;SY)",
		"D:(XX;;FA;;;SY)", "D:(A;ZZ;FA;;;SY)", "D:(A;;ZZ;;;SY)", "D:(A;;0x1ffffffff;;;SY)", "D:(A;;FA;;SY)", "D:(OA;;FA;a;;SY)", "D:NO_ACCESS_CONTROL(A;;FA;;;SY)",
		"O:S-2-5", "O:S-1-5-4294967296", "O:S-1-x", "O:S-1-5" + strings.Repeat("-1", 16), "D:" + strings.Repeat("(A;;FA;;;SY)", 4000),
	} {
		if got, err := Binary(text); err == nil {
			t.Errorf("%q is accepted: %x", text, got)
		}
	}
}

// FuzzBinary checks that what can be read comes back: the text of a descriptor's text is the same.
func FuzzBinary(f *testing.F) {
	binary, _ := base64.StdEncoding.DecodeString(sample)
	f.Add(binary)
	for _, text := range []string{"D:PAI(D;OICI;0x1;;;S-1-1-0)", "O:SYG:BAS:NO_ACCESS_CONTROL"} {
		b, _ := Binary(text)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		text, err := Text(b)
		if err != nil {
			return
		}
		again, err := Binary(text)
		if err != nil {
			t.Fatalf("%x has the text %s, which cannot be read", b, text)
		}
		if got, err := Text(again); err != nil || got != text {
			t.Errorf("%s comes back as %s, %v", text, got, err)
		}
	})
}

// FuzzText checks that the binary form of any text has a text, and the same binary form again.
func FuzzText(f *testing.F) {
	f.Add(inText)
	f.Add("O:AOG:SYD:PARAI(A;OICIID;RPWPFA;;;S-1-5-21-1)S:AI(AU;SAFA;KA;;;ED)")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := Binary(text)
		if err != nil {
			return
		}
		back, err := Text(b)
		if err != nil {
			t.Fatalf("%s has the form %x, which cannot be read", text, b)
		}
		if again, err := Binary(back); err != nil || !bytes.Equal(again, b) {
			t.Errorf("%s becomes %s: %v", text, back, err)
		}
	})
}
