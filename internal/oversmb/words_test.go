package oversmb

import "testing"

func TestKinds(t *testing.T) {
	t.Parallel()
	for k := range Kinds(8) {
		got, err := ParseKinds(k.String())
		if err != nil || got != k {
			t.Errorf("ParseKinds(%q) = %v, %v", k.String(), got, err)
		}
	}
	for _, text := range []string{"", "none", "Read/", "Read/Read", "Read,Write", "None/Read", "Execute"} {
		if k, err := ParseKinds(text); err == nil {
			t.Errorf("ParseKinds(%q) = %v, want an error", text, k)
		}
	}
}

func FuzzParseKinds(f *testing.F) {
	f.Add("Read/Write/Delete")
	f.Fuzz(func(t *testing.T, text string) {
		if k, err := ParseKinds(text); err == nil {
			if again, err := ParseKinds(k.String()); err != nil || again != k {
				t.Errorf("%q is %s, which is %s, %v", text, k, again, err)
			}
		}
	})
}

func TestStatus(t *testing.T) {
	t.Parallel()
	for s, name := range statuses {
		if got, err := ParseStatus(name); err != nil || got != s {
			t.Errorf("ParseStatus(%q) = %v, %v", name, got, err)
		}
	}
	if s, err := ParseStatus("ok"); err != nil || s != 0 {
		t.Errorf("ok is %v, %v", s, err)
	}
	if s, err := ParseStatus("STATUS_UNHEARD_OF"); err == nil {
		t.Errorf("a status that nobody knows is %v", s)
	}
	if got := Status(0xC0001234).Error(); got != "NTSTATUS 0xC0001234" {
		t.Errorf("another status shows as %q", got)
	}
}

func TestCaching(t *testing.T) {
	t.Parallel()
	for c, text := range map[Caching]string{0: "nothing", CachesReads: "R", CachesReads | CachesHandles: "RH", CachesReads | CachesWrites: "RW", CachesReads | CachesWrites | CachesHandles: "RWH"} {
		got, err := ParseCaching(text)
		if err != nil || got != c || c.String() != text {
			t.Errorf("ParseCaching(%q) = %v, %v; %d is %s", text, got, err, c, c)
		}
	}
	for _, text := range []string{"", "HR", "rwh", "RR", "none"} {
		if c, err := ParseCaching(text); err == nil {
			t.Errorf("ParseCaching(%q) = %v, want an error", text, c)
		}
	}
}
