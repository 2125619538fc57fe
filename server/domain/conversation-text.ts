import { sanitize, withoutOpenComments } from './untrusted-text.ts'

export interface SpokenMessage {
  /** The agent that spoke, or null for anybody else. */
  agent_id: string | null
  display_name: string
  content: string
}

/**
 * A conversation as the content of one of its agents: paragraphs of `Name: words`. Readers take a paragraph that opens
 * with the agent's name for the agent's own words, so only its own messages can begin one: blank lines inside a
 * message are closed up, and a speaker who merely bears the same name is told apart.
 *
 * Each message is cleaned and redacted alone. The whole must not be swept again: a comment or a key that one person
 * opens and another closes would take the name between them with it, and with it who said the rest.
 */
export const conversationText = (messages: readonly SpokenMessage[], agent: { id: string; name: string }): string =>
  messages
    .map(({ agent_id, display_name, content }) => {
      const isOwn = agent_id === agent.id
      const speaker = labelOf(isOwn ? agent.name : display_name)
      const borrowed = !isOwn && speakerKey(speaker) === speakerKey(agent.name)
      return `${speaker}${borrowed ? ' (somebody else)' : ''}: ${wordsOf(content)}`
    })
    .join('\n\n')

/** How readers compare the name that opens a paragraph. */
export const speakerKey = (name: string): string => labelOf(name).replace(/[*_]/g, '').trim().toLowerCase()

/** A name that can open a paragraph: a paragraph without one would go on with what was said before. */
const labelOf = (name: string): string =>
  withoutOpenComments(sanitize(name))
    .replace(/[\s:]+/g, ' ')
    .trim() || 'Somebody'

const wordsOf = (content: string): string =>
  withoutOpenComments(sanitize(content))
    .trim()
    .replace(/\n\s*\n/g, '\n')
