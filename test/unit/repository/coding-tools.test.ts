import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { editsOf, emptyConnection } from '../../../cli/coding-tools/tool.ts'
import { codingTools, findTool, partOf, toolsWith } from '../../../cli/coding-tools/tools.ts'

/** The documents name each coding tool of the table, part by part; other tests hold the rules files and the lines of the page. */

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const connectPage = read('docs/how-to/connect.md')

/** The first cells of the rows of a table that stands below a line. */
function rowsBelow(text: string, line: string): string[] {
  const table = text.slice(text.indexOf(`\n${line}`) + line.length + 1)
  const rows = table.slice(table.indexOf('\n|') + 1).split(/\n(?!\|)/)[0]!
  return rows
    .split('\n')
    .slice(2)
    .map((row) => row.split(' | ')[0]!.replace(/^\| /, ''))
}

const titles = (tools: readonly (keyof typeof codingTools)[]) => tools.map((tool) => codingTools[tool].title).sort()

test('docs/how-to/connect.md has the settings of each tool in a repository, and says which have a hook', () => {
  for (const tool of toolsWith('connect')) {
    const where = { scope: 'project', folder: '', isRepository: true, home: '' } as const
    const files = new Set(editsOf(codingTools[tool], emptyConnection(where))?.map(({ file }) => `\`${file}\``))
    const [row] = connectPage.match(new RegExp(`^\\| \`${tool}\` \\| .* \\| (?:yes|no) \\|$`, 'm')) ?? []
    const [, , settings, , hook] = row?.split('|').map((cell) => cell.trim()) ?? []
    expect([tool, settings, hook]).toEqual([
      tool,
      [...files].join(', ') || 'none',
      codingTools[tool].hook ? 'yes' : 'no',
    ])
  }
})

test('docs/how-to/connect.md tells how each plugin is installed, and its manifest is there', () => {
  expect(rowsBelow(connectPage, 'runs in its place.').sort()).toEqual(titles(toolsWith('plugin')))
  for (const tool of toolsWith('plugin')) expect(existsSync(join(root, partOf(tool, 'plugin')))).toBe(true)
})

test('docs/reference/transcripts.md names the transcripts of each tool', () => {
  expect(rowsBelow(read('docs/reference/transcripts.md'), '## Files').sort()).toEqual(titles(toolsWith('transcripts')))
})

test('docs/how-to/review-memories.md names the notes of each tool', () => {
  const rows = rowsBelow(read('docs/how-to/review-memories.md'), '## Where tools keep them')
  const tools = toolsWith('memories').filter((tool) => tool !== 'memory-bank')
  expect(rows.sort()).toEqual([...titles(tools), 'any'].sort())
})

test('docs/how-to/read-sessions.md names each tool that reads turns', () => {
  const rows = rowsBelow(read('docs/how-to/read-sessions.md'), '### With a coding agent')
  expect(rows.sort()).toEqual(
    toolsWith('runsAsReader')
      .map((tool) => `\`${tool}\``)
      .sort(),
  )
})

test('a tool goes by one name, and Claude Code by that of its program too', () => {
  expect(findTool('claude', 'connect')).toBe('claude-code')
  expect(findTool('claude', 'runsAsReader')).toBe('claude-code')
  expect(findTool('pi', 'connect')).toBeUndefined()
  expect(findTool('toString', 'transcripts')).toBeUndefined()
})
