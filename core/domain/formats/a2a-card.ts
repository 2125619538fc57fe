import { sha256Hex } from '#core/base/hash.ts'
import { categoryHeadings } from '../identity/prompt.ts'
import { kindNames } from '../kinds.ts'
import { summaryOf } from './agent-files.ts'
import { exportPaths } from './export-paths.ts'
import type { Format } from './format.ts'
import { versionIn } from './marker.ts'

const maxSkillName = 80
/** Cards have no room for extra fields, only for extensions with parameters. */
const extensionUri = 'urn:agent-identity:export'

/** An A2A 1.0 agent card: responsibilities become its skills. Cards are never read back. */
export const a2aCard: Format = {
  write: ({ agent, items, marker }) => {
    const skills = items.filter(({ kind }) => kind === 'responsibility')
    const card = {
      name: agent.name,
      description: summaryOf(agent),
      version: versionIn(marker),
      supportedInterfaces: [],
      capabilities: { extensions: [{ uri: extensionUri, description: marker, params: {} }] },
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: skills.map(({ id, category, statement }) => ({
        id,
        name: [...statement].slice(0, maxSkillName).join(''),
        description: statement,
        tags: [category, ...agent.identity_markers],
      })),
    }
    const beliefs = items.filter(({ kind }) => kind === kindNames[0])
    return {
      files: [{ path: exportPaths.a2a_card[0], content: `${JSON.stringify(seal(card), null, 2)}\n` }],
      lost: [
        {
          item_id: null,
          field: 'supportedInterfaces',
          reason: 'the service does not know where the agent answers; add its address',
        },
        ...beliefs.map(({ id, category }) => ({
          item_id: id,
          field: 'statement',
          reason: `a card has skills alone, no ${categoryHeadings[category].title.toLowerCase()}`,
        })),
      ],
    }
  },
}

interface Card {
  capabilities: { extensions: { params: object }[] }
}

/** Writes a hash of the rest of a card into its first extension. */
function seal<Sealed extends Card>(card: Sealed): Sealed {
  const [first, ...others] = card.capabilities.extensions
  const withParams = (params: object) => ({
    ...card,
    capabilities: { ...card.capabilities, extensions: [{ ...first, params }, ...others] },
  })
  return withParams({ sha256: sha256Hex(JSON.stringify(withParams({}))) })
}

/**
 * Whether a card is unchanged since its export, in any layout: cards are never read back, so the hash detects edits.
 */
export function isSealedCard(content: string): boolean {
  try {
    const card = JSON.parse(content)
    return JSON.stringify(seal(card)) === JSON.stringify(card)
  } catch {
    return false
  }
}

export const isAgentCard = ({ skills, capabilities, name }: Record<string, unknown>): boolean =>
  typeof name === 'string' && Array.isArray(skills) && typeof capabilities === 'object'
