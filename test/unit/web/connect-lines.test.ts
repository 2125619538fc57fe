import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codingTools, type ToolWith, toolsWith } from '../../../cli/coding-tools/tools.ts'
import { type ToolLines, toolLines, tools } from '../../../web/pages/connect/tools.ts'

const example = { url: 'http://127.0.0.1:3000', key: 'YOUR_KEY', agent: 'ada' }

test('docs/how-to/connect.md has the lines of each tool as the page shows them', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/how-to/connect.md'), 'utf8')
  for (const { name, command, where, lines } of tools) {
    const begin = command === undefined ? '' : `\`agent-identity connect ${command} --agent ada\`, or: `
    const section = new RegExp(`^## ${name}\n\n(.+)\n\n\`\`\`\\w+\n([^]*?)\n\`\`\`$`, 'm').exec(text)
    expect([name, section?.[1], section?.[2]]).toEqual([name, begin + where, lines(example)])
  }
})

/** The compiler names a tool that the command connects and the page does not. */
const linesByTool: { [tool in ToolWith<'connect'>]: ToolLines } = toolLines

test('the page and docs/how-to/connect.md have every tool that the command connects, by its title', () => {
  expect(tools.flatMap(({ command }) => command ?? [])).toEqual(toolsWith('connect'))
  for (const tool of toolsWith('connect')) expect(linesByTool[tool].name).toBe(codingTools[tool].title)
})

test('what is saved as a file is JSON', () => {
  for (const { where, lines } of tools)
    if (where.includes('.json')) expect(() => JSON.parse(lines(example))).not.toThrow()
})
