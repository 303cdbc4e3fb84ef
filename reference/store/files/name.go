package files

import "strings"

// Reserved reports whether a name is that of a device, which no file or directory can have.
// // D:Naming and referencing shares, directories, files, and metadata
func Reserved(name string) bool {
	if len(name) < 3 || len(name) > 6 {
		return false
	}
	switch upper := strings.ToUpper(name); upper {
	case "PRN", "AUX", "NUL", "CON", "CLOCK$":
		return true
	default:
		port, number := upper[:3], upper[3:]
		return (port == "LPT" || port == "COM") && len(number) == 1 && number >= "1" && number <= "9"
	}
}
