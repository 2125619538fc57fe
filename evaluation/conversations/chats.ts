import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LabeledItem } from '../labels.ts'
import { fingerprint, type Mirrors } from '../mirrors.ts'
import { type Half, patternsOf, type Speaker } from './spoken.ts'

/**
 * Saved sessions of people with coding agents, as the folder `.specstory/history` of public repositories holds them.
 * Discovery is to find what the agent was told to keep to, in the content that an import of the session would create.
 */

/** A message of a session. */
interface ChatMessage {
  /** The line of its heading, counted from 1. */
  line: number
  by: 'person' | 'agent'
  /** The text below its heading; the fingerprint is taken from it. */
  raw: string
}

const heading = /^_\*\*(User|Human|Assistant|Agent)\b([^*\n]{0,120})\*\*_\s*$/

function messagesIn(session: string): ChatMessage[] {
  const messages: (ChatMessage & { lines: string[] })[] = []
  for (const [at, line] of session.split('\n').entries()) {
    const [, who, more = ''] = heading.exec(line.slice(0, 200)) ?? []
    // A question of one agent to another stands under the person's heading.
    const by = (who === 'User' || who === 'Human') && !more.includes('sidechain') ? 'person' : 'agent'
    if (who) messages.push({ line: at + 1, by, raw: '', lines: [] })
    else messages.at(-1)?.lines.push(line)
  }
  return messages.map(({ lines, ...message }) => ({
    ...message,
    raw: lines
      .join('\n')
      .replace(/\n---\s*$/, '')
      .trim(),
  }))
}

/** The longest text that may have been typed; longer ones are pasted. */
const maxTyped = 1500

const closed = (tag: string) => new RegExp(String.raw`<${tag}\b[^>\n]{0,300}>[\s\S]*?(?:</${tag}>|$)`, 'g')
const inserted = [
  /```[\s\S]*?(?:```|$)/g,
  ...'details system-reminder command-name command-message command-args local-command-stdout local-command-caveat attachments attachment context environment_info workspace_info editorContext reminderInstructions additional_data task-notification teammate-message bash-stdout bash-stderr'
    .split(' ')
    .map(closed),
  /<\/?(?:user_query|userRequest|bash-input|timestamp)>/g,
  /^(?:Caveat: The messages below were generated|\[Request interrupted|\[Image|Implement the following plan:[\s\S]*|This session is being continued[\s\S]*).*$/gm,
]

/** The text that the person typed in a message, without code, attachments and marks of tools; empty if it is too long to be typed. */
function typedIn(raw: string): string {
  const text = inserted.reduce((rest, pattern) => rest.replace(pattern, '\n'), raw)
  const words = text.replace(/\n\s*\n/g, '\n').trim()
  return words.length > maxTyped ? '' : words
}

/** Splits a text into sentences as labels count them, from 0. */
const chatSentences = (words: string) =>
  words
    .split(/\n|(?<=[.!?])\s+|(?<=[。！？])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

const maxAnswer = 300
const isProse = (line: string) =>
  /^\p{L}/u.test(line) && !/^Tool use:/.test(line) && line.trim().split(/\s+/).length > 1

/** The beginning of an agent's answer, without its thoughts and tools. */
const answerIn = (raw: string): string | undefined =>
  raw
    .replace(/<think>[\s\S]*?(?:<\/think>|$)|<tool-use\b[\s\S]*?(?:<\/tool-use>|$)|```[\s\S]*?(?:```|$)/g, '\n')
    .split('\n')
    .find(isProse)
    ?.slice(0, maxAnswer)

/** `LINE FINGERPRINT SENTENCE=LABEL …` of each labeled message, by session; label `*` is stated once or twice, `!…` a trap. */
interface Chatter {
  name: string
  language: string
  repository: string
  commit: string
  sessions: Record<string, string[]>
}

const dayMs = 24 * 60 * 60 * 1000
const daysOf = (path: string) => Date.parse(/(\d{4}-\d{2}-\d{2})_/.exec(path)?.[1] ?? '2025-01-01') / dayMs

export async function readChats(half: Half, mirrors: Mirrors): Promise<Speaker[]> {
  const people: Chatter[] = JSON.parse(
    await readFile(join(import.meta.dirname, '../data/conversations', `chats-${half}.json`), 'utf8'),
  )
  return Promise.all(people.map((person) => readChatter(person, mirrors)))
}

async function readChatter(
  { name, language, repository, commit, sessions }: Chatter,
  mirrors: Mirrors,
): Promise<Speaker> {
  const traps: string[] = []
  const paths = Object.keys(sessions).sort()
  const newest = Math.max(...paths.map(daysOf))
  const read = new Set<string>()
  const items: LabeledItem[] = []
  for (const path of paths) {
    const messages = messagesIn(await mirrors.readText(repository, commit, path))
    const marks = new Map(
      sessions[path]!.map((message) => [Number(message.split(' ', 1)[0]), message.split(' ').slice(1)]),
    )
    const labels: { pattern: string; quote: string }[] = []
    const said: string[] = []
    let answered = true
    for (const { line, by, raw } of messages) {
      const hash = fingerprint(raw)
      const [labeled, ...rest] = marks.get(line) ?? []
      if (labeled !== undefined && labeled !== hash)
        throw new Error(`${repository} ${path}:${line} is not what was labeled`)
      if (by === 'agent') {
        const answer = answered ? undefined : answerIn(raw)
        if (answer === undefined) continue
        said.push(`${assistant}: ${answer}`)
        answered = true
        continue
      }
      const words = typedIn(raw)
      // Sessions are saved twice, or continue in another file.
      if (words === '' || (words.length > 40 && read.has(hash))) continue
      read.add(hash)
      said.push(`Human: ${words}`)
      answered = false
      for (const mark of rest) {
        const [at, label] = mark.split('=') as [string, string]
        const quote = chatSentences(words)[Number(at)]
        if (quote === undefined) throw new Error(`${repository} ${path}:${line} has no sentence ${at}`)
        if (label.startsWith('!')) traps.push(quote)
        else labels.push({ pattern: label === '*' ? `${path}:${line}:${at}` : label, quote })
      }
    }
    const days_ago = newest - daysOf(path)
    items.push({ id: path, source_type: 'conversation', title: null, days_ago, content: said.join('\n\n'), labels })
  }
  return { agent: { name: assistant, trade: name, patterns: patternsOf(items), items }, language, traps }
}

const assistant = 'Assistant'
