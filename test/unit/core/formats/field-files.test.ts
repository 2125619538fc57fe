import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { FormatName } from '#core/domain/formats/format.ts'
import { readFiles, writeFormat } from '#core/domain/formats/registry.ts'
import { itemOf, sourceOf } from './source.ts'

/** Files as other tools and people write them, and text that other tools would run. */

const json = (path: string, value: unknown) => ({ path, content: JSON.stringify(value) })
const lostFields = (files: { path: string; content: string }[]) => readFiles(files).lost.map(({ field }) => field)

describe('definitions of agents', () => {
  const definition = (description: string) => [
    {
      path: '.claude/agents/clerk.md',
      content: `---\nname: clerk\ndescription: ${description}\n---\n\n- Always sign\n`,
    },
  ]
  test.each([
    ['Use this agent when an invoice came in. Examples: <example>user: "Is this right?"</example>', []],
    ['Use PROACTIVELY after each commit.', []],
    ['Checks invoices. Use proactively when one came in.', ['Checks invoices.']],
    ['Checks invoices. MUST BE USED for every letter.', ['Checks invoices.']],
    ['Invoke this agent whenever a letter is late', []],
    ['Checks invoices and letters', ['Checks invoices and letters']],
  ])('%s', (description, statements) => {
    const { items, lost } = readFiles(definition(description))
    expect(items.map(({ statement }) => statement)).toEqual(statements)
    expect(lost.some(({ field }) => field === 'description')).toBe(statements[0] !== description)
  })

  test.each([
    ['@docs/style-guide.md', ['@docs/style-guide.md']],
    ['Read @~/.claude/rules.md and @./more.md first', ['@~/.claude/rules.md', '@./more.md']],
    ['Ask @kim, or write to kim@example.com', []],
    ['```\n@docs/style-guide.md\n```', []],
  ])('files that are included: %s', (line, expected) => {
    expect(lostFields([{ path: 'CLAUDE.md', content: `${line}\n\n- Always sign\n` }])).toEqual(expected)
  })

  test('the instructions of a harness', () => {
    const file = (system: string) =>
      json('ilse.af', {
        agents: [{ id: 'agent-0', name: 'Ilse', system, block_ids: [] }],
        blocks: [],
      })
    const reading = readFiles([file('<base_instructions>\nAlways end your turn.\n</base_instructions>\nAlways sign.')])
    expect([reading.prose.trim(), reading.lost.map(({ field }) => field)]).toEqual([
      'Always sign.',
      ['name', 'base_instructions'],
    ])
    expect(readFiles([file('<base_instructions>Never stop')]).prose.trim()).toBe('')
  })
})

describe('character cards', () => {
  const first = { name: 'Ilse', description: '{{char}} never lies to {{user}}. {{user}} is a guest.', first_mes: 'Hi' }
  const prose = 'Ilse never lies to the user. The user is a guest.'
  const second = { spec: 'chara_card_v2', spec_version: '2.0', data: first }

  test('of the first version, and names for macros', () => {
    for (const card of [first, second, { ...second, data: { ...first, description: first.description.toUpperCase() } }])
      expect(readFiles([json('card.json', card)]).prose.toLowerCase()).toBe(prose.toLowerCase())
    expect(lostFields([json('card.json', { ...first, description: 'Throw {{roll:d6}}' })])).toContain('{{roll:d6}}')
  })

  const chunk = (kind: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(kind), data, Buffer.alloc(4)])
  }
  const base64 = Buffer.from(JSON.stringify(second)).toString('base64')
  test.each([
    ['tEXt', 'Chara\0', Buffer.from(base64)],
    ['zTXt', 'chara\0\0', deflateSync(base64)],
    ['iTXt', 'ccv3\0\0\0en\0card\0', Buffer.from(base64)],
    ['iTXt', 'chara\0\u0001\0\0\0', deflateSync(base64)],
    ['tEXt', 'CCV3\0', Buffer.from(JSON.stringify(second))],
    ['zTXt', 'Chara\0\0', deflateSync(JSON.stringify(second))],
    ['iTXt', 'Chara\0\0\0\0\0', Buffer.from(JSON.stringify(second))],
  ])('in a chunk %s of a PNG', (kind, head, text) => {
    const png = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk(kind, Buffer.concat([Buffer.from(head, 'latin1'), text])),
    ])
    const file = { path: 'ilse.png', content: png.toString('base64'), encoding: 'base64' as const }
    expect(readFiles([file]).prose).toBe(prose)
  })
})

describe('CrewAI', () => {
  const agents = {
    path: 'config/agents.yaml',
    content:
      'clerk:\n  role: Clerk\n  goal: File the letter for {customer_name}\n  backstory: Never guess for {topic}.\n',
  }
  const tasks = {
    path: 'config/tasks.yaml',
    content: 'file_letter:\n  description: File it\n  expected_output: A receipt\n  agent: clerk\n',
  }

  test.each([
    ['with its tasks', [agents, tasks]],
    ['with its tasks first', [tasks, agents]],
  ])('agents %s', (_, files) => {
    const { items, prose, lost } = readFiles(files)
    expect([items[0]!.statement, prose]).toEqual([
      'File the letter for the customer name',
      'Never guess for the topic.',
    ])
    expect(lost.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['file_letter', '{customer_name}', '{topic}']),
    )
  })
})

describe('prompts among settings', () => {
  test.each([
    [
      json('assistant.json', {
        object: 'assistant',
        name: 'Clerk',
        instructions: 'Always sign.',
        model: 'x',
        tools: [],
      }),
    ],
    [json('prompt.json', { name: 'clerk', type: 'text', version: 2, labels: [], prompt: 'Always sign.' })],
    [json('chat.json', { type: 'chat', version: 1, prompt: [{ role: 'system', content: 'Always sign.' }] })],
    [{ path: 'clerk.toml', content: 'name = "clerk"\nmodel = "x"\ndeveloper_instructions = """\nAlways sign.\n"""\n' }],
  ])('%j', (file) => {
    const { format, prose } = readFiles([file])
    expect([format, prose.trim()]).toEqual(['agents_md', 'Always sign.'])
  })

  test('TOML that is broken, or has no prompt', () => {
    for (const content of ['name = ', 'name = "clerk"'])
      expect(() => readFiles([{ path: 'clerk.toml', content }])).toThrow(/^The file clerk.toml must /)
  })
})

test.each(['\n', '\r\n'])('a file in the middle of a merge', (end) => {
  const content = ['# Tone', '', '<<<<<<< HEAD', '- Be brief', '=======', '- Be long', '>>>>>>> b', ''].join(end)
  expect(() => readFiles([{ path: 'AGENTS.md', content }])).toThrow('The file AGENTS.md has a merge conflict in line 3')
  const title = { path: 'AGENTS.md', content: 'Title\n=======\n\n- Be brief\n' }
  expect(readFiles([title]).prose).toContain('Be brief')
})

test('letters and their accents are one character', () => {
  expect(readFiles([{ path: 'AGENTS.md', content: '- Pru\u0308fe die La\u0308nge\n' }]).prose).toBe(
    '- Pr\u00fcfe die L\u00e4nge\n',
  )
})

describe('text that a tool would run or replace', () => {
  test.each<[FormatName, string, RegExp]>([
    ['skill', 'Never run !`rm -rf build` by hand', /!`/],
    ['skill', 'Avoid `try!` and `as!`', /!`/],
    ['skill', `Pass $ARGUMENTS, $1 and ${'{HOME}'} on`, /\$(?:ARGUMENTS|\d|\{)/],
    ['claude_subagent', 'Read @docs/style.md first', /@docs/],
    ['claude_md', 'Read @~/notes.md first', /@~/],
    ['gemini', 'Read @./notes.md first', /@\./],
    ['crewai', 'Return paths such as /orders/{order_id}', /\{order_id\}/],
    ['character_card', 'Greet {{user}} and <BOT>', /\{\{|<BOT>/],
    ['elizaos', 'Greet {{user}}', /\{\{/],
    ['letta', 'Greet {{user}}', /\{\{/],
    ['agent_spec', 'Greet {{user}}', /\{\{/],
  ])('%s: %s', (format, statement, live) => {
    const { files, lost } = writeFormat(
      format,
      sourceOf([itemOf(1, 'boundary', statement)], { description: statement }),
    )
    const [file] = files as [{ path: string; content: string }]
    expect(file.content).not.toMatch(live)
    expect(readFiles([file]).items.map((item) => item.statement)).toEqual([statement])
    expect(lost.filter(({ item_id }) => item_id !== null)).toEqual([])
  })

  test('a statement that would come back without its space is reported', () => {
    const { lost } = writeFormat('skill', sourceOf([itemOf(1, 'boundary', 'Say yes! `now`')]))
    expect(lost).toContainEqual(expect.objectContaining({ field: 'statement', item_id: itemOf(1, 'voice', '').id }))
  })
})

test.each(['NO', 'yes', 'On', '12:30', '2024-01-01', '=', '0x1f', '.5', '~', 'null'])(
  'a name that readers of YAML 1.1 take for something else: %s',
  (name) => {
    for (const format of ['skill', 'crewai', 'agent_spec', 'personanexus'] as const) {
      const source = sourceOf([itemOf(1, 'ownership', 'Sign letters')], {
        name,
        job_title: name,
        description: name,
        slug: 'no',
      })
      const { content } = writeFormat(format, source).files[0]!
      const yaml = format === 'skill' ? content.split('---\n')[1]! : content
      const texts = JSON.stringify(parse(yaml, { version: '1.1' }))
      expect(texts).toContain(format === 'skill' ? `"description":"${name}. Use` : JSON.stringify(name))
      expect(texts).not.toMatch(/"(?:false|true|null)":/)
    }
  },
)
