import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codingTools } from '../../cli/connect/tools.ts'
import { tools } from '../../web/pages/connect/tools.ts'

const example = { url: 'http://127.0.0.1:3000', key: 'YOUR_KEY', agent: 'ada' }

test('docs/connect.md has the lines of each tool as the page shows them', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/connect.md'), 'utf8')
  for (const { name, command, where, lines } of tools) {
    const begin = command === undefined ? '' : `\`agent-identity connect ${command} --agent ada\`, or: `
    const section = new RegExp(`^## ${name}\n\n(.+)\n\n\`\`\`\\w+\n([^]*?)\n\`\`\`$`, 'm').exec(text)
    expect([name, section?.[1], section?.[2]]).toEqual([name, begin + where, lines(example)])
  }
})

test('the page and docs/connect.md have every tool that the command connects', () => {
  expect(tools.flatMap(({ command }) => command ?? [])).toEqual(Object.keys(codingTools))
})

test('what is saved as a file is JSON', () => {
  for (const { where, lines } of tools)
    if (where.includes('.json')) expect(() => JSON.parse(lines(example))).not.toThrow()
})
