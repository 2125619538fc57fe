import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { sha256Hex } from '#core/base/hash.ts'

/**
 * Skills that teach an agent how to work with this service: the extension `io.modelcontextprotocol/skills` (SEP-2640).
 * Clients that do not support the extension see them as ordinary resources.
 */

interface SkillText {
  name: string
  /** Tells a host when to load the skill; one line of plain YAML. */
  description: string
  body: string
}

const texts: readonly SkillText[] = [
  {
    name: 'first-prompt',
    description: 'Give an agent its identity from this service and follow it. Use at the start of a session.',
    body: `# First prompt

1. Call \`get_prompt\` with the slug of the agent. If you do not know it, call \`list_agents\` and ask the person which one you are.
2. Follow that prompt from here on.
3. If there is no agent yet, ask for a name and call \`create_agent\`. A key that may not create agents is not offered the tool; a person then creates one in the dashboard.
4. If the prompt says little, ask three questions: what the agent believes in, how it talks, and what it must never do.
   Send each answer as one change of \`propose_changes\`, in timeless present tense.
5. In a long conversation, and after a compaction, call \`get_digest\` and read it again.
`,
  },
  {
    name: 'report-observations',
    description:
      'Report what an agent noticed about its own work as evidence. Use at the end of a task, and after a correction.',
    body: `# Report observations

An observation is evidence. It never changes a prompt by itself: discovery counts what recurs, and a person decides.

1. Look back for habits, decisions and corrections that the person made.
2. Write each as one sentence about the agent ("I ask for a failing test before I fix a bug"), with the sentence that shows it as \`sourceQuote\`.
3. Send 1 to 50 of them with \`report_observations\`. Leave out secrets and names of people.
4. When the person states a rule outright, do not wait for it to recur: send it with \`propose_changes\`. A change is
   \`add\` (owner, kind, category, statement), \`edit\` or \`remove\` (id from \`get_identity\`).
5. Say in one sentence what you sent.
`,
  },
  {
    name: 'review-proposals',
    description:
      'Go through proposals, pending items and change requests with a person. Use when the person asks for a review.',
    body: `# Review what is pending

1. Call \`list_pending\`, and \`list_change_requests\` with status \`open\`.
2. Show proposals (\`origin\` discovery) before what people wrote or imported (manual), at most five at a time, each with its evidence and what speaks against it: a duplicate, a contradiction, an item that changed since.
3. For a change request call \`get_change_request\` with the agent, and show the prompt before and after.
4. Wait for the decision on each. Never decide for the person.
5. Carry it out with \`review_beliefs\`, \`review_responsibilities\`, \`merge_change_request\` (\`only\` takes some of the changes) or
   \`close_change_request\` with the reason. A key that may only propose is not offered these tools; the person decides in the dashboard.
`,
  },
]

const mimeType = 'text/markdown'

interface Skill {
  uri: string
  frontmatter: { name: string; description: string }
  resources: { uri: string; digest: string; size: number }[]
}

const skills = new Map<string, { text: string; entry: Skill }>(
  texts.map(({ name, description, body }) => {
    const uri = `skill://${name}/SKILL.md`
    const text = `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`
    const file = { uri, digest: `sha256:${sha256Hex(text)}`, size: Buffer.byteLength(text) }
    return [uri, { text, entry: { uri, frontmatter: { name, description }, resources: [file] } }]
  }),
)

/** Skills change only with a release and are the same for everyone. */
const cached = { ttlMs: 3_600_000, cacheScope: 'public' as const }

export const skillsExtension = { 'io.modelcontextprotocol/skills': {} }

/** Parameters of `skills/list` and `skills/get`, in the form that the SDK requires for custom methods. */
export const listSkillsParams = z.looseObject({ cursor: z.string().optional() })
export const getSkillParams = z.looseObject({ uri: z.string() })

/** Lists all skills on one page. */
export const listSkills = () => ({ skills: [...skills.values()].map(({ entry }) => entry), ...cached })

/** @throws ProtocolError when the skill does not exist */
export function getSkill(uri: string) {
  const skill = skills.get(uri)
  if (!skill) {
    const known = [...skills.keys()].join(', ')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no skill ${uri}; there are ${known}`)
  }
  return { skill: skill.entry, ...cached }
}

/** Skills in the form that `resources/list` returns. */
export const skillResources = [...skills.values()].map(({ entry: { uri, frontmatter } }) => ({
  uri,
  ...frontmatter,
  mimeType,
}))

/** Returns the text of a skill's file; undefined for any other address. */
export function readSkill(uri: string) {
  const skill = skills.get(uri)
  return skill && { uri, mimeType, text: skill.text }
}
