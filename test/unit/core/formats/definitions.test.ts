import { describe, expect, test } from 'vitest'
import { readFiles } from '#core/domain/formats/registry.ts'

/** Definitions of agents in the forms of many tools: nothing that others say or do becomes the agent's own rule. */

const json = (path: string, value: unknown) => ({ path, content: JSON.stringify(value) })
const read = (...files: { path: string; content: string }[]) => {
  const { format, items, prose, lost } = readFiles(files)
  const statements = items.map(({ statement }) => statement)
  return { format, statements, prose: prose.trim(), lost: lost.map(({ field }) => field) }
}
const definition = (description: string, body = '- Always sign', path = '.claude/agents/clerk.md') => ({
  path,
  content: `---\nname: clerk\ndescription: ${JSON.stringify(description)}\n---\n\n${body}\n`,
})

describe('a description', () => {
  test.each([
    ['Should be used when an invoice arrives', ''],
    ['This agent should be used whenever an invoice arrives.', ''],
    ['You should delegate to this agent for all invoices', ''],
    ['Checks invoices; use proactively after each mail', 'Checks invoices'],
    ['Checks invoices - use PROACTIVELY for totals', 'Checks invoices'],
    ['When the user uploads an invoice, use this agent', ''],
    ['Invoice specialist. Ideal for totals. Best for taxes. Perfect when a PDF came.', 'Invoice specialist.'],
    ["Fills in forms. Triggers on: 'PDF', 'form'. Activate when asked.", 'Fills in forms.'],
    ['Fills in forms. TRIGGER when: a PDF is attached. DO NOT TRIGGER when: it is a letter.', 'Fills in forms.'],
    ['Verwende diesen Agenten, wenn eine Rechnung kommt. Prüft Rechnungen.', 'Prüft Rechnungen.'],
    ['Utilisez cet agent lorsque une facture arrive. Vérifie les factures.', 'Vérifie les factures.'],
    ['Úsalo cuando llegue una factura', ''],
    ['当用户上传发票时使用此代理。检查发票。', '检查发票。'],
    [
      'Guidance for mills. Use when grinding corn; when changing stones; or after a flood, e.g. "dry the sacks".',
      'Guidance for mills.',
    ],
    ['Use when a sack leaks, before loading carts, or when the miller says "load it." or "go".', ''],
    ['Mends sacks. Use when: - a sack leaks - a seam is open', 'Mends sacks.'],
    ['Mends sacks. Use when sewing; patching; or cleaning seams. Also for tarps. Not for nets.', 'Mends sacks.'],
    ['Mends sacks, use when one leaks', 'Mends sacks'],
    ['Mends sacks when the user reports a leak. Never throws one away.', 'Mends sacks. Never throws one away.'],
    [
      'Use when a cart is loaded, before it leaves - counts the sacks and weighs them',
      'Counts the sacks and weighs them',
    ],
    ['Make sure to use this skill whenever a sack leaks, even if nobody asks. Mends sacks.', 'Mends sacks.'],
    ['Checks invoices.\n\n<example>\nuser: "Always approve it"\nassistant: "No"\n</example>', 'Checks invoices.'],
  ])('%j', (description, statement) => {
    for (const path of ['.claude/agents/clerk.md', '.claude/skills/clerk/SKILL.md', '.github/agents/clerk.agent.md']) {
      const { statements, lost } = read(definition(description, '- Always sign', path))
      expect(statements).toEqual(statement === '' ? [] : [statement])
      expect(lost).toContain('description')
    }
  })
})

describe('a body', () => {
  test.each([
    [
      '## When to use this agent\n\n- When an invoice came in\n\n## Rules\n\n- Always sign',
      '## Rules\n\n- Always sign',
      '## When to use this agent',
    ],
    [
      '### Example interactions\n\n- "Always approve it"\n\n# Rules\n- Always sign',
      '# Rules\n- Always sign',
      '### Example interactions',
    ],
    ['**When to use:**\n- Always after a mail\n\n\nAlways sign', 'Always sign', '**When to use:**'],
    ['<example>\nuser: "Always approve it"\n</example>\n- Always sign', '- Always sign', '<example>'],
    [
      '<commentary>Always say why</commentary>\n- Always sign',
      '- Always sign',
      '<commentary>Always say why</commentary>',
    ],
    [
      '**User**: Always approve it\n**Assistant**: I never do\n\n- Always sign',
      '- Always sign',
      '**User**: Always approve it',
    ],
    ['Use this agent when a letter came. Always sign.', 'Always sign.', 'Use this agent when a letter came.'],
    ['Always sign. Use PROACTIVELY for totals.', 'Always sign.', 'Use PROACTIVELY for totals.'],
  ])('%j', (body, prose, field) => {
    const reading = read(definition('Checks invoices', body))
    expect([reading.prose, reading.lost]).toEqual([prose, expect.arrayContaining([field])])
  })

  test('reports each line that is not read', () => {
    const body =
      '## When to use this agent\n\n- After a mail\n\n<example>\nuser: "Hi"\n</example>\n\n## Rules\n\n- Always sign'
    expect(read(definition('Checks invoices', body)).lost).toEqual(
      expect.arrayContaining(['## When to use this agent', '- After a mail', 'user: "Hi"']),
    )
  })

  test.each([
    'Use the agent’s own words\n\n### When to use React Query\n\n- Use it for lists',
    '```\nuser: Always approve it\n```\n\n- Use tabs for indentation',
    '- Call the customer when a letter is late\n- When you use a tool, say why',
  ])('is left as it is: %j', (body) => {
    expect(read(definition('Checks invoices', body)).prose).toBe(body)
  })
})

describe('placeholders', () => {
  const card = (description: string, more = {}) =>
    json('card.json', { spec: 'chara_card_v2', data: { name: 'Ilse', description, first_mes: '', ...more } })
  test.each([
    ['<BOT> never lies to <USER>.', 'Ilse never lies to the user.', []],
    ['{{ Char }} smiles. {{ user }} is kind.', 'Ilse smiles. The user is kind.', []],
    ['{{original}} Always stay {{char}}.', 'Always stay Ilse.', ['{{original}}']],
    ['Never lie. Say {{random:a,b}} first. Always sign.', 'Never lie. Always sign.', ['{{random:a,b}}']],
    ['{{char}}: "I never lie."\n{{user}}: "Always?"\n<START>\nNever sleep.', 'Never sleep.', ['dialogue']],
    ['{{// a note }}Never sleep.', 'Never sleep.', ['{{// a note }}']],
  ])('of a card: %j', (text, prose, lost) => {
    expect(read(card(text))).toMatchObject({ prose, lost: expect.arrayContaining(lost) })
  })

  test('of other formats', () => {
    const eliza = {
      name: 'Eli',
      system: 'You are {{agentName}}.',
      bio: ['Never lie to {{user1}}.'],
      style: { all: ['Greet {{user}}'] },
    }
    expect(read(json('character.json', eliza))).toMatchObject({
      statements: ['Greet the user'],
      prose: 'You are Eli.\n\nNever lie to the user.',
    })
    const spec = 'component_type: Agent\nname: Clerk\nsystem_prompt: Always sign for {{customer_name}}.\n'
    expect(read({ path: 'spec.yaml', content: spec })).toMatchObject({
      prose: 'Always sign for the customer name.',
      lost: ['name', '{{customer_name}}'],
    })
    const letta = {
      agents: [
        {
          name: 'Ilse',
          system: '<Base_Instructions>Never stop</Base_Instructions> {CORE_MEMORY} Sign.',
          block_ids: ['b'],
        },
      ],
      blocks: [{ id: 'b', label: 'persona', value: 'Greet {{user}}.' }],
    }
    expect(read(json('ilse.af', letta))).toMatchObject({
      prose: '  Sign.\n\nGreet the user.'.trim(),
      lost: ['name', 'base_instructions'],
    })
  })
})

test('cards and agents of the oldest versions', () => {
  const card = {
    char_name: 'Ilse',
    char_persona: '{{char}} never lies.',
    world_scenario: '',
    char_greeting: 'Hi',
    example_dialogue: 'You: hi',
  }
  expect(read(json('card.json', card))).toMatchObject({
    format: 'character_card',
    prose: 'Ilse never lies.',
    lost: ['name', 'description', 'first_mes', 'mes_example'],
  })
  const agent = {
    agent_type: 'memgpt_agent',
    name: 'Ilse',
    system: 'Sign.',
    core_memory: [
      { label: 'persona', value: 'Never lie.' },
      { label: 'human', value: 'Bob' },
    ],
  }
  expect(read(json('ilse.af', agent))).toMatchObject({
    format: 'letta',
    prose: 'Sign.\n\nNever lie.',
    lost: ['name', 'human'],
  })
})

describe('prompts among settings', () => {
  const mode = {
    slug: 'clerk',
    name: 'Clerk',
    roleDefinition: 'You are a clerk.',
    whenToUse: 'Always',
    customInstructions: 'Always sign.',
    groups: ['read'],
  }
  const system = (template: string, kind: string) => ({
    id: ['langchain', kind],
    kwargs: { prompt: { kwargs: { template } } },
  })
  test.each([
    [
      'a mode of Roo',
      json('.roomodes', { customModes: [mode, { ...mode, name: 'Other' }] }),
      'You are a clerk.\n\nAlways sign.',
      ['whenToUse', 'groups', 'Other'],
    ],
    [
      'a mode of Roo in YAML',
      {
        path: '.roomodes',
        content: 'customModes:\n  - slug: clerk\n    roleDefinition: You are a clerk.\n    whenToUse: Always\n',
      },
      'You are a clerk.',
      ['slug', 'whenToUse'],
    ],
    [
      'rules of Continue',
      {
        path: 'rules.yaml',
        content:
          'name: r\nschema: v1\nrules:\n  - Always sign\n  - name: n\n    rule: Never guess\nmodels: [{name: x}]\n',
      },
      '- Always sign\n\n- Never guess',
      ['schema', 'models'],
    ],
    [
      'a recipe of Goose',
      {
        path: 'recipe.yaml',
        content:
          'title: Clerk\ninstructions: Always sign for {{ customer }}.\nprompt: Check {{ file }}\nextensions: [{type: x}]\n',
      },
      'Always sign for the customer.',
      ['title', '{{ customer }}', 'prompt', 'extensions'],
    ],
    [
      'a GPT',
      json('gpt.json', { gizmo: { display: { name: 'Clerk' }, instructions: 'Always sign.' }, files: [1] }),
      'Always sign.',
      ['display', 'files'],
    ],
    [
      'a list of Langfuse',
      json('prompts.json', {
        data: [
          { name: 'a', type: 'text', prompt: 'Always sign {{it}}.' },
          { name: 'b', prompt: 'No' },
        ],
      }),
      'Always sign the it.',
      ['name', '{{it}}', 'type', 'b'],
    ],
    [
      'a prompt of LangChain',
      json('hub.json', {
        lc: 1,
        kwargs: {
          input_variables: ['x'],
          messages: [
            system('Sign for {x}.', 'SystemMessagePromptTemplate'),
            system('Never {x}', 'HumanMessagePromptTemplate'),
          ],
        },
      }),
      'Sign for the x.',
      ['messages', '{x}', 'input_variables', 'lc'],
    ],
    [
      'an agent of Kiro',
      json('clerk.json', { name: 'clerk', prompt: 'Always sign.', tools: ['*'], resources: ['file://README.md'] }),
      'Always sign.',
      ['name', 'tools', 'resources'],
    ],
  ])('%s', (_, file, prose, lost) => {
    expect(read(file)).toEqual({ format: 'agents_md', statements: [], prose, lost: expect.arrayContaining(lost) })
  })
})

test.each(['character.ts', 'src/agent.py', 'prompt.mjs'])('program code is refused: %s', (path) => {
  expect(() => read({ path, content: "export const system = 'Always sign.'\n" })).toThrow(
    'must be text or data, not program code',
  )
})

test('an identity card of OpenClaw: text besides its fields is reported', () => {
  const content = '# IDENTITY.md - Who Am I?\n\n_Fill this in._\n\n- **Name:** Ilse\n\nAlways sign.\n'
  expect(read({ path: 'IDENTITY.md', content })).toMatchObject({ prose: '', lost: ['name', 'Always sign.'] })
})

describe('a file in the middle of a merge', () => {
  const yaml = 'role: x\n<<<<<<< ours\ngoal: a\n||||||| base\ngoal: c\n=======\ngoal: b\n>>>>>>> theirs\n'
  test.each([
    ['config/agents.yaml', yaml, 2],
    ['agent.json', '{\n"name":"x",\n<<<<<<< HEAD\n"bio":"a"\n=======\n"bio":"b"\n>>>>>>> x\n}', 3],
    ['clerk.toml', '<<<<<<< HEAD\nprompt = "a"\n=======\nprompt = "b"\n>>>>>>> x\n', 1],
    ['rules.md', '- a\r\n    <<<<<<< HEAD\r\n    - b\r\n    =======\r\n    - c\r\n    >>>>>>> x\r\n', 2],
    ['half.md', '- a\n<<<<<<< HEAD\n- b\n', 2],
    ['other-half.md', '- a\n=======\n- b\n>>>>>>> origin/main\n', 4],
    ['x.agent.md', '---\nname: x\n<<<<<<< HEAD\ndescription: a\n=======\ndescription: b\n>>>>>>> c\n---\n', 3],
  ])('%s', (path, content, line) => {
    expect(() => read({ path, content })).toThrow(`The file ${path} has a merge conflict in line ${line}`)
  })

  test('a heading that is underlined is none', () => {
    expect(read({ path: 'AGENTS.md', content: 'Title\n=======\n\n- Sign\n\n>>>>>>>\n' }).prose).toContain('- Sign')
  })
})
