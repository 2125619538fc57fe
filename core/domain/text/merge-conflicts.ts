import { unprocessable } from '#core/base/errors.ts'

const start = /^[ \t]*<{7}(?: |$)/
const end = /^[ \t]*>{7}(?: |$)/
/** A marker with the name of a branch, which one half of a resolved conflict leaves behind. */
const leftOver = /^(?:<{7}|>{7}) \S/

/**
 * Refuses a text with merge conflict markers: it is unclear which of the two sides applies.
 *
 * @param name the text's name in the message, such as `content`.
 * @throws 422 that names the line where the conflict begins.
 */
export function requireMerged(text: string, name: string): void {
  let opened: number | undefined
  let isDivided = false
  let left: number | undefined
  const lines = text.split(/\r\n?|\n/)
  for (const [at, line] of lines.entries()) {
    // Beside other quotations it is a quotation, too.
    if (leftOver.test(line) && !lines[at - 1]?.startsWith('>') && !lines[at + 1]?.startsWith('>')) left ??= at
    if (start.test(line)) [opened, isDivided] = [at, false]
    else if (line.trim() === '=======' && opened !== undefined) isDivided = true
    else if (end.test(line) && opened !== undefined && isDivided) throw conflictIn(name, opened)
  }
  if (left !== undefined) throw conflictIn(name, left)
}

const conflictIn = (name: string, at: number) =>
  unprocessable(`${name} has a merge conflict in line ${at + 1}; resolve it, then import again`)
