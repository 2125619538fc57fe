import { cleanText } from './untrusted-text.ts'

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
 */
export const conversationText = (messages: readonly SpokenMessage[], agent: { id: string; name: string }): string =>
  messages
    .map(({ agent_id, display_name, content }) => {
      const isOwn = agent_id === agent.id
      const speaker = oneLine(isOwn ? agent.name : display_name)
      const borrowed = !isOwn && bare(speaker) === bare(oneLine(agent.name))
      return `${speaker}${borrowed ? ' (somebody else)' : ''}: ${withoutBlankLines(content)}`
    })
    .join('\n\n')

const oneLine = (name: string) =>
  cleanText(name)
    .replace(/[\s:]+/g, ' ')
    .trim()
/** How readers compare names. */
const bare = (name: string) => name.replace(/[*_]/g, '').trim().toLowerCase()
const withoutBlankLines = (text: string) =>
  cleanText(text)
    .trim()
    .replace(/\n\s*\n/g, '\n')
