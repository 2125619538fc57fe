import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { Mirrors } from '../mirrors.ts'
import { typedBy } from './more-typed-text.ts'

/**
 * Turns that people typed to coding agents, out of logs and exports that they committed to public repositories. The
 * labels name a turn by repository, commit, path and the hash of its text; the text is read from bare mirrors.
 */
export interface LogSource {
  repo: string
  commit: string
  license: string
  /** The language that the person writes, where no turn says otherwise. */
  language: string
  /** Who typed the files, where a repository holds those of several people. */
  author?: string
  paths: string[]
  /** How the files mark what the person typed. */
  format: Format
}

/**
 * - `log`: one JSON object a line, or one JSON array, of prompts with the id of their session, also under `prompts`;
 * - `transcript`: messages with who spoke, as Claude Code stores them, in lines or in an array, also when compressed;
 * - `export`: one JSON object with the messages of a chat, as exporters of web chats and VS Code write it;
 * - `page`: the index page of a transcript that `claude-code-transcripts` published, where each item is a turn;
 * - `runs`: lines with a prefix; a run of them is one turn, a line that matches `session` begins a session;
 * - `marks`: a line that matches `person` or `agent` says who speaks from there on; `prefix` stands before each line typed; in a
 *   `fenced` one the turn is the block of code below the mark. In a `dialog` a file with a single turn is the brief of a sub-agent,
 *   which nobody typed;
 * - `commits`: prompts in the messages of commits, which stand for paths, read like `runs` or `marks`.
 */
type Format = FileFormat | { kind: 'commits'; message: Runs | Marks }
type Runs = { kind: 'runs'; prefix: string; session?: string }
type Marks = {
  kind: 'marks'
  person: string
  agent: string
  session?: string
  prefix?: string
  dialog?: boolean
  fenced?: boolean
}
type FileFormat = { kind: 'log' | 'transcript' | 'export' | 'page' } | Runs | Marks
type Chat = { messages: Record<string, string>[]; requests?: { message: { text: string }; timestamp?: number }[] }

export interface Turn {
  repo: string
  commit: string
  path: string
  uuid: string
  session: string
  person: string
  /** When it was typed, where the log says so. */
  at: string | null
  sha: string
  text: string
  /** The end of what the agent said before, where the log has it. */
  before: string
}

interface Spoken {
  session: string
  at: string | null
  text: string
  before: string
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
const beforeLength = 300

const plain = (text: string) => text.replace(/\r\n?/g, '\n')

interface Text {
  path: string
  text: string
  /** The author and the date of a commit. */
  author?: string
  at?: string
}

/** The files of a source with their text; of its commits, the hash and the message. */
async function textsOf(mirrors: Mirrors, { repo, commit, paths, format }: LogSource): Promise<Text[]> {
  if (format.kind === 'commits') {
    const fields = '--format=%H%x01%an%x01%aI%x01%B%x00'
    return plain(await mirrors.git(repo, 'log', '--reverse', '--no-merges', fields, commit))
      .split('\0')
      .map((entry) => entry.trim().split('\x01'))
      .map(([path = '', author, at, text = '']) => ({ path, author, at, text }))
  }
  const texts: Text[] = []
  for (const path of paths) {
    const bytes = await mirrors.readBytes(repo, commit, path)
    texts.push({ path, text: plain((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')) })
  }
  return texts
}

const fromSeconds = (time: unknown): string | null => {
  if (typeof time === 'string') return time
  if (typeof time !== 'number') return null
  return new Date(time < 1e11 ? time * 1000 : time).toISOString()
}

const jsonLines = (text: string): Record<string, unknown>[] =>
  text.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return []
    try {
      return [JSON.parse(line)]
    } catch {
      return [] // a line that was cut off
    }
  })

/** The objects of a JSON array, or of JSON lines; the `prompts` that Cursor's database and hooks of Claude Code hold. */
function entriesIn(text: string): Record<string, unknown>[] {
  if (text.startsWith('[')) return JSON.parse(text)
  if (!/^\{\s*("session_id": "[^"]*",\s*)?"prompts": \[/.test(text)) return jsonLines(text)
  const { session_id, prompts } = JSON.parse(text)
  return prompts.map((prompt: unknown) => (typeof prompt === 'string' ? { session_id, prompt } : prompt))
}

function fromLog(text: string, path: string): Spoken[] {
  return entriesIn(text).map((entry) => ({
    session: String(entry.session_id ?? entry.sessionId ?? path),
    at: fromSeconds(entry.ts ?? entry.timestamp),
    text: String(entry.text ?? entry.display ?? entry.prompt ?? ''),
    before: '',
  }))
}

/** Blocks of a message that are text; a tool's result makes the message one that nobody typed. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content) || content.some((block) => block?.type === 'tool_result')) return ''
  return content.flatMap((block) => (block?.type === 'text' ? [String(block.text)] : [])).join('\n')
}

function fromTranscript(text: string, path: string): Spoken[] {
  let before = ''
  return entriesIn(text).flatMap((entry) => {
    const message = (entry.message ?? entry) as { role?: unknown; content?: unknown }
    const said = textOf(message.content)
    const by = message.role ?? entry.type
    if (by === 'assistant' && said) before = said
    if (by !== 'user' || entry.isMeta || entry.isSidechain || !said) return []
    return [{ session: String(entry.sessionId ?? path), at: fromSeconds(entry.timestamp), text: said, before }]
  })
}

function fromExport(text: string, path: string): Spoken[] {
  let before = ''
  const { messages, requests }: Chat = JSON.parse(text)
  if (requests)
    return requests.map(({ message, timestamp }) => {
      return { session: path, at: fromSeconds(timestamp), text: message.text, before }
    })
  return messages.flatMap(({ role, say = '', time_iso8601: at = null }) => {
    if (role === 'Prompt') return [{ session: path, at, text: say, before }]
    before = say
    return []
  })
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", amp: '&' }

function fromPage(text: string, path: string): Spoken[] {
  const items = text.matchAll(/datetime="([^"]*)"[^\n]*<div class="index-item-content">([\s\S]*?)<\/div><\/a>/g)
  return [...items].map(([, at = null, html = '']) => ({
    session: path,
    at,
    text: html
      .replace(/<\/?(p|li|pre|[uo]l|br)\b[^>]*>/g, '\n')
      .replace(/<\/?(?:strong|em|code|a|h\d|div|span|blockquote|hr|table|thead|tbody|tr|t[dh])\b[^>]*>/g, '')
      .replace(/&(lt|gt|quot|#39|#x27|amp);/g, (_, name: string) => entities[name]!),
    before: '',
  }))
}

function fromRuns(text: string, path: string, { prefix, session }: Runs): Spoken[] {
  const spoken: Spoken[] = []
  const begins = session === undefined ? undefined : new RegExp(session)
  let sessions = 0
  let other: string[] = []
  let typed: string[] = []
  for (const line of [...text.split('\n'), '']) {
    if (line.startsWith(prefix.trimEnd())) {
      typed.push(line.slice(prefix.length).trimEnd())
      continue
    }
    if (typed.length > 0) {
      spoken.push({ session: `${path}#${sessions}`, at: null, text: typed.join('\n'), before: other.join('\n') })
      typed = []
      other = []
    }
    if (begins?.test(line)) sessions++
    other.push(line)
  }
  return spoken
}

function fromMarks(text: string, path: string, format: Marks): Spoken[] {
  const marks = { person: new RegExp(format.person), agent: new RegExp(format.agent) }
  const begins = format.session === undefined ? undefined : new RegExp(format.session)
  const spoken: Spoken[] = []
  let sessions = 0
  let by: 'person' | 'agent' | undefined
  let lines: string[] = []
  let before = ''
  const finish = () => {
    const said = lines
      .join('\n')
      .replace(/\n---\s*$/, '')
      .trim()
    const typed = format.fenced ? (/^```.*\n([\s\S]*?)\n```/m.exec(said)?.[1] ?? said) : said
    if (by === 'person') spoken.push({ session: `${path}#${sessions}`, at: null, text: typed, before })
    else if (said) before = said
    lines = []
  }
  for (const line of text.split('\n')) {
    const next = marks.person.test(line) ? 'person' : marks.agent.test(line) ? 'agent' : undefined
    if (next || begins?.test(line)) finish()
    if (begins?.test(line)) {
      sessions++
      by = undefined
    }
    if (next) by = next
    const rest = next ? line.replace(marks[next], '') : line
    lines.push(
      by === 'person' && format.prefix && rest.startsWith(format.prefix) ? rest.slice(format.prefix.length) : rest,
    )
  }
  finish()
  return spoken
}

function spokenIn(text: string, path: string, format: FileFormat): Spoken[] {
  if (format.kind === 'runs') return fromRuns(text, path, format)
  if (format.kind === 'marks') return fromMarks(text, path, format)
  if (format.kind === 'export') return fromExport(text, path)
  if (format.kind === 'page') return fromPage(text, path)
  return format.kind === 'log' ? fromLog(text, path) : fromTranscript(text, path)
}

/** Turns of all sources in their order. A text that an owner repeats word for word stands once. */
export async function turnsOf(mirrors: Mirrors, sources: LogSource[]): Promise<Turn[]> {
  const seen = new Set<string>()
  const turns: Turn[] = []
  for (const source of sources) turns.push(...(await turnsIn(mirrors, source, seen)))
  return turns
}

async function turnsIn(mirrors: Mirrors, source: LogSource, seen: Set<string>): Promise<Turn[]> {
  const { repo, commit } = source
  const owner = repo.split('/')[0]!
  const turns: Turn[] = []
  const format = source.format.kind === 'commits' ? source.format.message : source.format
  for (const { path, text: whole, ...commitOf } of await textsOf(mirrors, source)) {
    const spoken = spokenIn(whole, path, format)
    if (format.kind === 'marks' && format.dialog && spoken.length < 2) continue
    for (const [order, { session, at, text: raw, before }] of spoken.entries()) {
      const text = typedBy(raw)
      if (text === undefined) continue
      const words = `${owner} ${text.replace(/\s+/g, ' ')}`
      if (seen.has(words)) continue
      seen.add(words)
      turns.push({
        repo,
        commit,
        path,
        uuid: sha1(`${repo}|${path}|${order}|${text}`).slice(0, 20),
        session: sha1(session).slice(0, 12),
        person: `p-${sha1(commitOf.author ?? source.author ?? owner).slice(0, 6)}`,
        at: at ?? commitOf.at ?? null,
        sha: sha1(text).slice(0, 12),
        text,
        before: before.trim().slice(-beforeLength),
      })
    }
  }
  return turns
}
