import { sanitize, withoutOpenComments } from './untrusted-text.ts'

export interface SpokenMessage {
  /** The agent that spoke, or null for anyone else. */
  agent_id: string | null
  display_name: string
  content: string
}

/**
 * A message without invisible text. `name` is a safe paragraph prefix; `words` cannot contain another speaker's prefix.
 */
export interface CleanMessage {
  agent_id: string | null
  speaker: string
  words: string
}

/**
 * Cleans and redacts each message separately. The whole must not be cleaned again: a comment or a key that one person
 * opens and another closes would remove the name between them, and with it the attribution of the rest.
 */
export const cleanMessage = ({ agent_id, display_name, content }: SpokenMessage): CleanMessage => ({
  agent_id,
  speaker: labelOf(display_name),
  words: withoutOpenComments(sanitize(content))
    .trim()
    .replace(/\n\s*\n/g, '\n'),
})

/** A part of a conversation, and the messages that it holds, counted from 1. */
export interface ConversationPart {
  content: string
  first_message: number
  last_message: number
}

/**
 * A conversation as the content of one of its agents: paragraphs of `Name: words`. Readers attribute a paragraph that
 * opens with the agent's name to the agent, so only its own messages can begin one: blank lines inside a message are
 * removed, and another speaker with the same name gets a mark. Messages that are empty after cleaning are left out.
 *
 * Parts end between messages and have at most `maxBytes`; a longer message is split, and each piece opens with its
 * name.
 */
export function* conversationParts(
  messages: readonly CleanMessage[],
  agent: { id: string; name: string },
  maxBytes: number,
): Generator<ConversationPart> {
  const labelFor = labeler(agent)
  let part: ConversationPart | undefined
  let room = 0
  for (const [at, message] of messages.entries()) {
    const label = labelFor(message)
    for (const piece of piecesOf(message.words, maxBytes - Buffer.byteLength(label))) {
      const paragraph = label + piece
      const bytes = Buffer.byteLength(paragraph)
      if (part && paragraphBreak.length + bytes <= room) {
        part.content += paragraphBreak + paragraph
        part.last_message = at + 1
        room -= paragraphBreak.length + bytes
      } else {
        if (part) yield part
        part = { content: paragraph, first_message: at + 1, last_message: at + 1 }
        room = maxBytes - bytes
      }
    }
  }
  if (part) yield part
}

/** The prefix of a message's paragraph. Comparing names takes as long as cleaning them, so each is compared once. */
function labeler(agent: { id: string; name: string }): (message: CleanMessage) => string {
  const own = labelOf(agent.name)
  const ownKey = speakerKey(own)
  const labels = new Map<string, string>()
  return ({ agent_id, speaker }) => {
    if (agent_id === agent.id) return `${own}: `
    const label = labels.get(speaker) ?? `${speaker}${speakerKey(speaker) === ownKey ? ' (somebody else)' : ''}: `
    labels.set(speaker, label)
    return label
  }
}

const paragraphBreak = '\n\n'

/**
 * Splits the words into pieces of at most this many bytes, at line ends, else between words, else between characters.
 */
function piecesOf(words: string, maxBytes: number): string[] {
  const pieces: string[] = []
  let rest = words
  while (Buffer.byteLength(rest) > maxBytes) {
    const window = beginningOf(rest, maxBytes)
    const cut = [window.lastIndexOf('\n') + 1, window.lastIndexOf(' ') + 1].find((at) => at > window.length / 2)
    pieces.push(rest.slice(0, cut ?? window.length).trimEnd())
    rest = rest.slice(cut ?? window.length).trimStart()
  }
  return [...pieces, rest].filter((piece) => piece !== '')
}

/** As many whole characters as fit in this many bytes. */
function beginningOf(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text.slice(0, maxBytes))
  let end = Math.min(bytes.length, maxBytes)
  // Continuation bytes have the form 10xxxxxx; half a surrogate pair at the end of the slice is removed too.
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

/** Normalizes the name that opens a paragraph, as readers compare it. */
const speakerKey = (name: string): string => labelOf(name).replace(/[*_]/g, '').trim().toLowerCase()

/** Names have up to 200 characters; redaction and the mark that distinguishes two equal names add some. */
const openingLabel = /^([^:\n]{1,500}):\*{0,2}(?:\s|$)/

/** Something that one participant said without a break. */
export interface Turn {
  /** Whether the named participant speaks. */
  isOwn: boolean
  /** Names the speaker (`speakerKey`). */
  speaker: string
  words: string
}

/**
 * The turns of a conversation of `Name: text` paragraphs, as one participant sees it. Only the beginning of a paragraph
 * names a speaker, so a line inside someone's message cannot pass for another's; a paragraph
 * without a name continues the one before.
 */
export function talkOf(name: string, conversation: string): Turn[] {
  const key = speakerKey(name)
  const turns: Turn[] = []
  for (const paragraph of conversation.split(/\n[ \t]*\n/)) {
    const opening = openingLabel.exec(paragraph.trimStart())
    if (opening) {
      const speaker = speakerKey(opening[1]!)
      turns.push({ isOwn: speaker === key, speaker, words: paragraph.trimStart().slice(opening[0].length) })
    } else if (turns.length > 0) turns.at(-1)!.words += `\n\n${paragraph}`
  }
  return turns
}

/** Returns the words of the named participant, turn by turn. */
export const ownWords = (turns: readonly Turn[]): string[] =>
  turns.filter(({ isOwn }) => isOwn).map(({ words }) => words)

/** The number of the other speakers. */
export const countOthers = (turns: readonly Turn[]): number =>
  new Set(turns.filter(({ isOwn }) => !isOwn).map(({ speaker }) => speaker)).size

/** The words of one participant in such a conversation. */
export const linesOf = (name: string, conversation: string): string => ownWords(talkOf(name, conversation)).join('\n\n')

/** A name that can open a paragraph: a paragraph without one would continue the message before. */
const labelOf = (name: string): string =>
  withoutOpenComments(sanitize(name))
    .replace(/[\s:]+/g, ' ')
    .trim() || 'Somebody'
