/**
 * Lines that a program printed or that belong to a program: stack frames, log stamps, compiler output,
 * diffs, prompts of a shell, rows of tables, code.
 */
const printed =
  /^\s*(?:at [\w$.<>[\] ]+ ?\(|File "[^"]+", line \d+|\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|(?:npm|yarn|pnpm) (?:ERR|WARN|error|warn)|(?:error|warning|info|debug|trace|fatal|warn|note)[ :[(]|\[(?:INFO|ERROR|WARN|DEBUG)|Traceback|\$ |PS [A-Z]:|[A-Z]:\\\S*>|[\w.-]+@[\w.-]+[:~ ]|\^+\s*$|[\w/\\.-]+\.\w{1,5}[:(]\d+|(?:GET|POST|PUT|DELETE) \/|HTTP\/|\d+ *[|│]|[|│┌├└]|[+-]{3} |@@ |[+-](?=\S)[^\s].*[;{}()]$|[[(){}\]]+[,;]?$|<\/?[a-z][^>]*>$|"[\w-]+": |(?:✓|✗|✔|✘|×|●|⎿|❯|▶|➜))|[{;]$/i

export const isPrintedLine = (line: string): boolean => printed.test(line)

/** Fewer such lines in a row may be a person's own. */
const minRun = 3

/** Tells for each line whether it stands in a run of three printed lines or more, with empty ones in between. */
export function inPrintedRuns(lines: readonly string[]): boolean[] {
  const marks = lines.map(() => false)
  for (let start = 0; start < lines.length; ) {
    let end = start
    while (end < lines.length && (isPrintedLine(lines[end]!) || (end > start && isEmpty(lines[end]!)))) end++
    if (lines.slice(start, end).filter((line) => !isEmpty(line)).length >= minRun) marks.fill(true, start, end)
    start = Math.max(end, start + 1)
  }
  return marks
}

const isEmpty = (line: string) => line.trim() === ''
