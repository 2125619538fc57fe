import { expect, test } from 'vitest'
import type { FormatName, ReadItem } from '#core/domain/formats/format.ts'
import { readFiles } from '#core/domain/formats/registry.ts'

/** Files as other tools write them, each as small as its documentation allows; none of them is ours. */

interface Sample {
  format: FormatName
  path: string
  content: string
  items?: ReadItem[]
  prose?: string
  lost?: string[]
}

const rules = '# Rules\n\n- Always run the tests\n'

const samples: Sample[] = [
  { format: 'agents_md', path: 'AGENTS.md', content: rules, prose: rules },
  { format: 'agents_md', path: 'packages/web/AGENTS.md', content: rules, prose: rules },
  {
    format: 'claude_md',
    path: '.claude/rules/api.md',
    content: `---\npaths:\n  - "src/**"\n---\n${rules}`,
    prose: `\n${rules}`,
    lost: ['paths'],
  },
  { format: 'gemini', path: 'GEMINI.md', content: rules, prose: rules },
  {
    format: 'cursor',
    path: '.cursor/rules/api.mdc',
    content: `---\ndescription: API rules\nglobs: src/**/*.ts\nalwaysApply: false\n---\n${rules}`,
    prose: `\n${rules}`,
    lost: ['description', 'globs', 'alwaysApply'],
  },
  {
    format: 'cursor',
    path: '.cursor/rules/all.mdc',
    content: `---\ndescription:\nglobs:\nalwaysApply: true\n---\n${rules}`,
    prose: `\n${rules}`,
  },
  { format: 'cursor', path: '.cursorrules', content: rules, prose: rules },
  {
    format: 'copilot',
    path: '.github/instructions/ts.instructions.md',
    content: `---\napplyTo: "**/*.ts"\n---\n${rules}`,
    prose: `\n${rules}`,
    lost: ['applyTo'],
  },
  {
    format: 'windsurf',
    path: '.devin/rules/api.md',
    content: `---\ntrigger: glob\nglobs: ["**/*.ts"]\n---\n${rules}`,
    prose: `\n${rules}`,
    lost: ['trigger', 'globs'],
  },
  { format: 'windsurf', path: '.windsurfrules', content: rules, prose: rules },
  { format: 'cline', path: '.clinerules/01-style.md', content: rules, prose: rules },
  {
    format: 'claude_subagent',
    path: '.claude/agents/reviewer.md',
    content: `---\nname: reviewer\ndescription: Reviews changes: use it before a merge\ntools: Read, Grep\nmodel: sonnet\n---\n${rules}`,
    items: [{ statement: 'Reviews changes: use it before a merge', category: 'execution' }],
    prose: `\n${rules}`,
    lost: ['name', 'tools', 'model'],
  },
  {
    format: 'copilot_agent',
    path: '.github/agents/planner.agent.md',
    content: `---\nname: planner\ndescription: Plans work\ntarget: vscode\n---\n${rules}`,
    items: [{ statement: 'Plans work', category: 'execution' }],
    prose: `\n${rules}`,
    lost: ['name', 'target'],
  },
  {
    format: 'skill',
    path: 'skills/pdf/SKILL.md',
    content: `---\nname: pdf\ndescription: Fills in PDF forms\nallowed-tools: Bash\n---\n${rules}`,
    items: [{ statement: 'Fills in PDF forms', category: 'execution' }],
    prose: `\n${rules}`,
    lost: ['name', 'allowed-tools'],
  },
  {
    format: 'soul_md',
    path: 'SOUL.md',
    content: '# SOUL.md - Who You Are\n\nBe resourceful before asking.\n',
    prose: '# SOUL.md - Who You Are\n\nBe resourceful before asking.\n',
  },
  {
    format: 'soul_md',
    path: 'IDENTITY.md',
    content: '# IDENTITY.md - Who Am I?\n\n- **Name:** Clawd\n- **Emoji:** 🦞\n',
    lost: ['name', 'emoji'],
  },
  {
    format: 'letta',
    path: 'helper.af',
    content: JSON.stringify({
      agents: [
        {
          id: 'agent-0',
          name: 'helper',
          system: 'You help.',
          block_ids: ['block-0', 'block-1'],
          tools: ['search'],
          llm_config: { model: 'm' },
        },
      ],
      groups: [],
      blocks: [
        { id: 'block-0', label: 'persona', value: 'I am kind.', read_only: false },
        { id: 'block-1', label: 'system/human/work', value: 'Always asks for tables.' },
        { id: 'block-9', label: 'persona', value: 'Of another agent.', description: 'Who it is' },
      ],
      files: [],
      sources: [],
      tools: [],
      mcp_servers: [],
    }),
    prose: 'You help.\n\nI am kind.',
    lost: ['name', 'tools', 'llm_config', 'human', 'blocks'],
  },
  {
    format: 'crewai',
    path: 'config/agents.yaml',
    content:
      'researcher:\n  role: >\n    Senior Researcher\n  goal: >\n    Find what is new\n  backstory: >\n    You never guess.\n  llm: openai/gpt-4o\nwriter:\n  role: Writer\n  goal: Write it up\n  backstory: You write.\n',
    items: [{ statement: 'Find what is new', category: 'ownership' }],
    prose: 'You never guess.',
    lost: ['role', 'backstory', 'llm', 'writer'],
  },
  {
    format: 'character_card',
    path: 'card.json',
    content: JSON.stringify({
      spec: 'chara_card_v3',
      spec_version: '3.0',
      data: {
        name: 'Mira',
        description: 'A librarian.',
        personality: 'Patient.',
        creator: 'Ada',
        extensions: { depth_prompt: { prompt: 'Stay in the library.', depth: 4 } },
        post_history_instructions: 'Never lie.',
        first_mes: 'Hello!',
        group_only_greetings: [],
      },
    }),
    prose: 'A librarian.\n\nPatient.\n\nNever lie.\n\nStay in the library.',
    lost: ['name', 'description', 'personality', 'creator', 'extensions', 'first_mes'],
  },
  {
    format: 'elizaos',
    path: 'eliza.character.json',
    content: JSON.stringify({
      name: 'Eliza',
      bio: ['Likes questions.'],
      lore: 'Was built in a week.',
      topics: ['therapy'],
      adjectives: ['curious', 'calm'],
      system: 'Answer.',
      style: { all: ['Be warm'], chat: ['Ask back'] },
      plugins: ['@elizaos/plugin-openai'],
    }),
    items: [
      { statement: 'Be warm', category: 'voice' },
      { statement: 'Ask back', category: 'voice' },
      { statement: 'Be curious, calm', category: 'voice' },
    ],
    prose: 'Answer.\n\nLikes questions.\n\nWas built in a week.',
    lost: ['name', 'topics', 'bio', 'lore', 'plugins'],
  },
  {
    format: 'personanexus',
    path: 'identities/minimal.yaml',
    content: `schema_version: "1.0"
role: { title: Helper, purpose: Help people, scope: { primary: [general knowledge], out_of_scope: [law] } }
principles:
  - { id: be_helpful, priority: 1, statement: Be truly helpful, implications: [Ask when unsure] }
guardrails:
  hard: [{ id: no_harm, rule: Never cause harm, enforcement: output_filter, severity: critical }]
  soft: [{ id: scope, rule: Stay within the scope }]
communication:
  tone: { default: warm, overrides: [{ context: incidents, tone: brief }] }
  vocabulary: { avoided: [As an AI, It depends] }
  style: { use_emoji: never }
memory: { token_budget: 3000 }
`,
    items: [
      { statement: 'Be truly helpful', category: 'principle' },
      { statement: 'Never cause harm', category: 'boundary', starred: true },
      { statement: 'general knowledge', category: 'ownership' },
      { statement: 'Help people', category: 'ownership' },
      { statement: 'Out of scope: law', category: 'boundary' },
      { statement: 'Stay within the scope', category: 'principle' },
      { statement: 'Tone: warm', category: 'voice' },
      { statement: 'Tone in incidents: brief', category: 'voice' },
      { statement: 'Do not say “As an AI”, “It depends”', category: 'voice' },
    ],
    lost: ['title', 'memory', 'style', 'implications'],
  },
  {
    format: 'agent_spec',
    path: 'agent.yaml',
    content:
      'component_type: Agent\nagentspec_version: 25.4.1\nid: x\nname: Calculator\nsystem_prompt: You calculate.\nllm_config: { component_type: VllmConfig }\ntools: []\n',
    prose: 'You calculate.',
    lost: ['name', 'llm_config'],
  },
]

test.each(samples)('$path is $format', ({ format, path, content, items = [], prose = '', lost = [] }) => {
  const reading = readFiles([{ path, content }])
  expect(reading).toEqual({
    ...{ format, items, profile: [], marker: undefined },
    prose: prose.trim() === '' ? '' : prose,
    lost: lost.map((field) => ({ item_id: null, field, reason: expect.any(String) })),
  })
})

test('JSON that was saved as JSON once more is read', () => {
  const once = JSON.stringify({ name: 'Eliza', bio: 'Kind', style: { all: ['Be warm'] } })
  const read = (content: string) => readFiles([{ path: 'eliza.json', content }], 'elizaos').items
  expect(read(JSON.stringify(once))).toEqual([{ statement: 'Be warm', category: 'voice' }])
  expect(() => read(JSON.stringify(JSON.stringify(once)))).toThrow('must be a file with named fields')
})

test('an agent card says that it can be exported only', () => {
  const card = { name: 'Planner', capabilities: {}, skills: [{ id: 'plan', name: 'Plan' }] }
  expect(() => readFiles([{ path: 'agent-card.json', content: JSON.stringify(card) }])).toThrow('can be exported only')
})
