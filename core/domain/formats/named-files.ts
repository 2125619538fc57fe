import { withoutFrontMatter } from '../text/front-matter.ts'
import { cleanText } from '../text/untrusted-text.ts'

/**
 * Finds the files that a rules file names instead of rules: `@AGENTS.md`, or the target of a
 * link that Git stores as text.
 */

const include =
  /^[-*+>\s]*(?:(?:see|read|follow|use|include|import)\s+)?@?(`?)((?:~?\/|\.{1,2}\/)*[\w.@-]+(?:\/[\w.-]+)*\.(?:md|mdc|mdx|txt))\1[\s.]*$/i
const maxText = 10_000
const maxLines = 50
const maxLine = 200

/** The files that a text names, if it states nothing else but headings. */
function namedFilesOnly(text: string): string[] {
  if (text.length > maxText) return []
  const lines = withoutFrontMatter(cleanText(text))
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '' && !/^\s*#{1,6}\s/.test(line))
  if (lines.length > maxLines || lines.some((line) => line.length > maxLine)) return []
  const names = lines.map((line) => include.exec(line)?.[2])
  return names.includes(undefined) ? [] : [...new Set(names as string[])]
}

/** The refusal of a text without rules, by the name of its field. */
export function noRules(field: 'content' | 'files', texts: readonly string[]): string {
  const names = [...new Set(texts.flatMap(namedFilesOnly))]
  const isOne = field === 'content'
  return names.length > 0
    ? `${field} only ${isOne ? 'names' : 'name'} other files (${names.join(', ')}); import their text instead`
    : `${field} ${isOne ? 'has' : 'have'} no rules that can be read; write rules as sentences or list items, such as "- Always run the tests"`
}
