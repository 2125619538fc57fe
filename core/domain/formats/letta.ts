import { unprocessable } from '#core/base/errors.ts'
import { renderItems, renderProfile } from '../identity/prompt.ts'
import type { Category } from '../kinds.ts'
import { summaryOf } from './agent-files.ts'
import { exportPaths } from './export-paths.ts'
import { type Format, isEmpty, joinReadings, notKept, profileLost, type SourceItem } from './format.ts'
import { type Fields, listOf, otherKeys, parseJson, textOf, textsOf } from './parse.ts'
import { readFilled, readProse } from './prose.ts'
import { lostInMarkdown } from './sections.ts'

/**
 * Letta's agent file (`letta/schemas/agent_file.py`): items that the agent must not rewrite are in a read-only memory
 * block, the others in its persona.
 */
export const letta: Format = {
  write: ({ agent, items, marker }) => {
    const blocks = [
      blockOf('block-0', 'persona', items.filter(isPersona), false),
      blockOf(
        'block-1',
        'rules',
        items.filter((item) => !isPersona(item)),
        true,
      ),
    ].filter(({ value }) => value !== '')
    const file = {
      agents: [
        {
          id: 'agent-0',
          name: agent.name,
          description: summaryOf(agent),
          system: renderProfile(agent),
          agent_type: 'letta_v1_agent',
          block_ids: blocks.map(({ id }) => id),
          tool_ids: [],
          source_ids: [],
          tags: agent.identity_markers,
          timezone: agent.timezone ?? 'UTC',
          in_context_message_ids: [],
          messages: [],
          files_agents: [],
          group_ids: [],
        },
      ],
      groups: [],
      blocks,
      files: [],
      sources: [],
      tools: [],
      mcp_servers: [],
      metadata: { agent_identity: marker },
      created_at: agent.updated_at,
    }
    return {
      files: [{ path: exportPaths.letta[0], content: `${JSON.stringify(file, null, 2)}\n` }],
      lost: lostInMarkdown(items),
    }
  },
  read: (file, isOurs) => {
    const fields = withBlocks(parseJson(file))
    const [agent] = listOf(fields.agents)
    if (!agent || !Array.isArray(fields.blocks)) throw unprocessable(`The file ${file.path} must be a Letta agent file`)
    const ids = textsOf(agent.block_ids)
    const all = listOf(fields.blocks)
    const own = all.filter(({ id }) => ids.includes(textOf(id)))
    const blocks = own.filter((block) => !isHuman(block))
    const system = isOurs
      ? { ...readProse([textOf(agent.system)], true), prose: '' }
      : readFilled([textOf(agent.system).replace(everyHarness, '').replace(memory, '')], textOf(agent.name))
    const texts = blocks.map(({ value }) => textOf(value))
    const reading = joinReadings([system, isOurs ? readProse(texts, true) : readFilled(texts, textOf(agent.name))])
    const { name, description, tags, timezone } = agent
    const lost = [
      ...profileLost({ name, description, tags, timezone }),
      ...(harness.test(textOf(agent.system)) ? notKept(['base_instructions'], 'are those of the harness') : []),
      ...notKept(otherKeys(agent, readOfAgent)),
      ...notKept(otherKeys(fields, ['agents', 'blocks', 'metadata', 'created_at'])),
      ...(own.length > blocks.length ? notKept(['human'], 'is about the people whom the agent talks to') : []),
      ...(own.some((block) => !isEmpty(block.description)) ? notKept(['blocks.description']) : []),
      ...(all.length > own.length ? notKept(['blocks'], 'are in part of other agents') : []),
      ...(listOf(fields.agents).length > 1 ? notKept(['agents'], 'are several; the first is imported') : []),
    ]
    return { ...reading, lost: [...lost, ...reading.lost] }
  },
}

/** Letta's own instructions, which are in every agent that it runs. */
const harness = /<base_instructions>[\s\S]*?(?:<\/base_instructions>|$)/i
const everyHarness = new RegExp(harness, 'gi')
const memory = /\{CORE_MEMORY\}/g

/** Files of the first version hold one agent with its memory. */
const withBlocks = (fields: Fields): Fields => {
  const { core_memory, blocks = core_memory, agents } = fields
  if (agents !== undefined || !Array.isArray(core_memory)) return fields
  const { core_memory: _, ...agent } = fields
  const numbered = listOf(blocks).map((block, at) => ({ ...block, id: `block-${at}` }))
  return { agents: [{ ...agent, block_ids: numbered.map(({ id }) => id) }], blocks: numbered }
}

const readOfAgent = ['id', 'name', 'description', 'system', 'block_ids', 'tags', 'timezone', 'agent_type']

/** Detects a block of the agent's knowledge about a person by its label: `human`, `system/human/work`. */
const isHuman = ({ label }: Fields) => textOf(label).split('/').includes('human')

const personaCategories: readonly Category[] = ['voice', 'preference']
const isPersona = ({ kind, category }: SourceItem) => kind === 'responsibility' || personaCategories.includes(category)

/** Raises the limit of a block that is longer than the usual 20,000 characters. */
function blockOf(id: string, label: string, items: SourceItem[], read_only: boolean) {
  const value = renderItems(items)
  return { id, label, value, read_only, limit: Math.max(20_000, [...value].length) }
}
