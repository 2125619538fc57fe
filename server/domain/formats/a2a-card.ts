import { categoryHeadings } from '../identity/prompt.ts'
import { kindNames } from '../kinds.ts'
import { summaryOf } from './agent-files.ts'
import { exportPaths } from './export-paths.ts'
import type { Format } from './format.ts'
import { findMarker, versionOf } from './marker.ts'

const maxSkillName = 80

/** An A2A 1.0 agent card: responsibilities are its skills. Nothing is read back from one. */
export const a2aCard: Format = {
  write: ({ agent, items, marker }) => {
    const skills = items.filter(({ kind }) => kind === 'responsibility')
    const card = {
      name: agent.name,
      description: summaryOf(agent),
      version: versionOf(findMarker(marker)?.hash ?? ''),
      supportedInterfaces: [],
      capabilities: {},
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
      files: [{ path: exportPaths.a2a_card[0], content: `${JSON.stringify(card, null, 2)}\n` }],
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

export const isAgentCard = ({ skills, capabilities, name }: Record<string, unknown>): boolean =>
  typeof name === 'string' && Array.isArray(skills) && typeof capabilities === 'object'
