import { compareImportance } from '../identity/digest.ts'
import { compareItems } from '../identity/identity.ts'
import { renderPrompt } from '../identity/prompt.ts'
import { exportPaths } from './export-paths.ts'
import { type Format, type FormatName, type Lost, lostTags, type Source, type SourceItem } from './format.ts'
import { frontMatter, readMarkdownFile } from './markdown-file.ts'
import { asComment } from './marker.ts'
import { lostInMarkdown } from './sections.ts'

/** Writes rules files: the prompt as Markdown, at the path where a tool looks for it. */

interface RulesFile {
  path: string
  /** Keys that make the tool apply the rules always. */
  keys?: Record<string, unknown>
  /** The part of the file that the tool reads, in characters. */
  most?: number
}

const rulesFile = ({ path, keys, most }: RulesFile): Format => ({
  write: (source) => {
    const { items, lost } = most === undefined ? { items: source.items, lost: [] } : thatFit(source, most)
    const content = `${frontMatter(keys)}${asComment(source.marker)}\n\n${renderPrompt(source.agent, items)}`
    return { files: [{ path, content }], lost: [...lost, ...lostInMarkdown(items), ...lostTags(source)] }
  },
  read: readMarkdownFile,
})

export const rulesFiles = {
  agents_md: rulesFile({ path: exportPaths.agents_md[0] }),
  claude_md: rulesFile({ path: exportPaths.claude_md[0] }),
  gemini: rulesFile({ path: exportPaths.gemini[0] }),
  copilot: rulesFile({ path: exportPaths.copilot[0] }),
  cline: rulesFile({ path: exportPaths.cline[0] }),
  cursor: rulesFile({
    path: exportPaths.cursor[0],
    keys: { description: 'Who the agent is', alwaysApply: true },
  }),
  windsurf: rulesFile({ path: exportPaths.windsurf[0], keys: { trigger: 'always_on' }, most: 12_000 }),
} satisfies Partial<Record<FormatName, Format>>

/** The most important items that fit. */
function thatFit({ agent, items, marker }: Source, most: number): { items: SourceItem[]; lost: Lost[] } {
  const room = most - 200 - marker.length
  const inOrder = items.toSorted(compareImportance)
  let [fits, tooMany] = [0, inOrder.length + 1]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (renderPrompt(agent, inOrder.slice(0, middle)).length <= room) fits = middle
    else tooMany = middle
  }
  const lost = inOrder.slice(fits).map(({ id }) => ({
    item_id: id,
    field: 'statement',
    reason: `the tool reads at most ${most.toLocaleString('en')} characters of a file`,
  }))
  return { items: inOrder.slice(0, fits).sort(compareItems), lost }
}
