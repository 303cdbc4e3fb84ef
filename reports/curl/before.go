package curl

import (
	"regexp"
	"strings"

	"ifmatch/reports"
)

// missing says, for each thing that a command may lack, what to type first, or why nothing helps. Each text is a line
// for a shell; {sign} stands for the command that makes a SAS.
var missing = []struct{ in, line string }{
	{`"$SAS"`, `SAS=$({sign})  # first, after a run with --keep: otherwise what the commands name is deleted`},
	{`"$TOKEN"`, `TOKEN=$(az account get-access-token --resource https://storage.azure.com --query accessToken -o tsv)`},
	{`"$SIGNATURE"`, `# SIGNATURE cannot be had: access policies take the account key, which signs one request at a time`},
	{`"$SIG"`, `# SIG was not kept: it is the signature of a SAS that the case or the target had`},
	{`"$SOURCE_SIG"`, `# SOURCE_SIG was not kept: it is the signature of a SAS for the source, which $SAS can replace`},
	{`@body`, `# body is a file with the body, which was too long, or not text, and was not kept`},
}

// target is the flag that names the target, in the command that runs a case again.
var target = regexp.MustCompile(`^ifmatch run( --target (?:[^\s']|'[^']*')+)`)

// Before returns what to type, for a shell, before the commands of a run's exchanges, and says why some cannot be sent.
func Before(r reports.Run, lines []string) (out []string) {
	if r.Target.Kind == "embedded" {
		return []string{`# nobody answers at this address: the reference was built in; "ifmatch serve" runs it as a server`}
	}
	sign := "ifmatch sign"
	if named := target.FindStringSubmatch(r.Plan.Again); named != nil {
		sign += named[1]
	}
	all := strings.Join(lines, "\n")
	for _, m := range missing {
		if strings.Contains(all, m.in) {
			out = append(out, strings.Replace(m.line, "{sign}", sign, 1))
		}
	}
	return out
}
