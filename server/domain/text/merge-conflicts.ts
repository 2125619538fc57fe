import { unprocessable } from '../../base/errors.ts'

/**
 * Refuses a text with merge conflict markers: it is unclear which of the two sides applies.
 *
 * @param name the text's name in the message, such as `content`.
 * @throws 422 that names the line where the conflict begins.
 */
export function requireMerged(text: string, name: string): void {
  let opened: number | undefined
  let isDivided = false
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (/^<{7}(?: |$)/.test(line)) [opened, isDivided] = [at, false]
    else if (line === '=======' && opened !== undefined) isDivided = true
    else if (/^>{7}(?: |$)/.test(line) && opened !== undefined && isDivided)
      throw unprocessable(`${name} has a merge conflict in line ${opened + 1}; resolve it, then import again`)
  }
}
