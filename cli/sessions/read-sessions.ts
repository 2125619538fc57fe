import { homedir } from 'node:os'
import { basename, resolve, sep } from 'node:path'
import { recurringBeginnings } from '#core/domain/text/program-prompts.ts'
import { partOf, toolsWith } from '../coding-tools/tools.ts'
import { fileTranscript, type Transcript } from '../transcripts/lines.ts'
import type { Machine, Reader } from '../transcripts/reader.ts'
import type { Turn } from '../transcripts/session.ts'
import { SessionCollector, type SessionDraft } from '../transcripts/session-collector.ts'
import { findTranscripts, type TranscriptFile } from '../transcripts/transcript-folders.ts'
import { dashedPath } from './dashed-path.ts'
import { type Session, type SessionTool, SkipCounts } from './session.ts'
import { readCheckpoints } from './transcripts-in-git.ts'

export interface ReadOptions {
  /** All tools by default. */
  tool?: SessionTool | undefined
  /** A working directory, anything below it, or its last name. */
  project?: string | undefined
  /** A git repository with checkpoints of Entire, in place of the transcripts of this machine. */
  git?: string | undefined
  /** Turns since this time. */
  since?: Date | undefined
  /** Counts what is left out. */
  skipped?: SkipCounts
  machine?: Machine
}

/** The reader of a tool's transcripts, loaded when it is needed, and the sessions that it collects. */
class ToolSessions {
  readonly tool: SessionTool
  readonly reader: Reader
  readonly collector: SessionCollector

  constructor(tool: SessionTool, reader: Reader, skipped: SkipCounts) {
    this.tool = tool
    this.reader = reader
    this.collector = new SessionCollector((reason) => skipped.add(tool, reason), reader.commands)
    skipped.collect(this.collector)
  }

  list = (): Session[] => this.collector.sessions().map((session) => ({ tool: this.tool, ...session }))
}

const openReader = async (tool: SessionTool, machine: Machine): Promise<Reader> =>
  (await partOf(tool, 'transcripts').reader())(machine)

/**
 * Yields the sessions on this machine, or in a git repository, that have words of a person, by tool and in the order in
 * which they began. Nothing is sent anywhere, and no file is changed. A file that cannot be
 * read is counted in `skipped`.
 *
 * @throws an error when `git` names a folder that is not a repository.
 */
export async function* readSessions(options: ReadOptions = {}): AsyncGenerator<Session> {
  const { tool, git, skipped = new SkipCounts() } = options
  const machine = options.machine ?? { home: homedir(), env: process.env }
  const tools = tool === undefined ? toolsWith('transcripts') : [tool]
  const sessions: Session[] = []
  if (git === undefined) {
    for (const name of tools) sessions.push(...(await readTool(name, machine, skipped, options.since)).list())
  } else {
    const collected = await readRepository(git, machine, skipped)
    for (const name of tools) sessions.push(...collected.get(name)!.list().map(inRepository(git)))
  }
  for (const session of withoutTemplates(sessions, skipped)) {
    const chosen = chosenTurns(session, options)
    for (let count = session.turns.length - chosen.length; count > 0; count--) skipped.add(session.tool, 'other_turn')
    if (chosen.length > 0) yield { ...session, startedAt: chosen[0]!.at, turns: chosen }
  }
}

/**
 * The sessions without prompts of a program, of which nothing but their number tells: long texts without a mark, which
 * begin alike in three sessions of any tool and project.
 */
function withoutTemplates(sessions: readonly Session[], skipped: SkipCounts): Session[] {
  const recurring = recurringBeginnings(
    sessions.flatMap(({ tool, id, turns }) =>
      turns.flatMap(({ beginning }) => (beginning === undefined ? [] : [{ beginning, session: `${tool} ${id}` }])),
    ),
  )
  return sessions.flatMap((session) => {
    const turns = session.turns.flatMap(({ beginning, ...turn }) => {
      if (beginning === undefined || !recurring.has(beginning)) return [turn]
      skipped.add(session.tool, 'template_prompt')
      return []
    })
    return turns.length === 0 ? [] : [{ ...session, startedAt: turns[0]!.at, endedAt: turns.at(-1)!.at, turns }]
  })
}

/** Names the project of a session that does not: the folder of the repository. */
const inRepository =
  (folder: string) =>
  (session: Session): Session => ({ ...session, project: session.project ?? resolve(folder) })

async function readTool(
  tool: SessionTool,
  machine: Machine,
  skipped: SkipCounts,
  since: Date | undefined,
): Promise<ToolSessions> {
  const sessions = new ToolSessions(tool, await openReader(tool, machine), skipped)
  const files = await findFiles(sessions)
  // A session that went on later has a newer file; a database may have a newer log beside it.
  const isInTime = ({ modifiedAt, path }: TranscriptFile) => !since || modifiedAt >= since || path.endsWith('.db')
  await readFiles(sessions, files.filter(isInTime))
  return sessions
}

async function findFiles({ reader, collector }: ToolSessions): Promise<TranscriptFile[]> {
  const files: TranscriptFile[][] = []
  for (const folder of reader.folders)
    files.push(await findTranscripts(folder, () => collector.skip('unreadable_file')))
  return files.flat()
}

async function readFiles(sessions: ToolSessions, files: readonly TranscriptFile[]): Promise<void> {
  for (const { path, modifiedAt } of files) await readInto(sessions, fileTranscript(path, modifiedAt))
}

const readInto = ({ reader, collector }: ToolSessions, transcript: Transcript): Promise<void> =>
  reader.read(transcript, collector).catch(() => collector.skip('unreadable_file'))

/** Copies of older turns are not recognized. */
const maxCopyAgeMs = 30 * 86_400_000

/**
 * Reads one session, from the transcript that has its id in its name. Others are read only where it may have copied
 * turns from them, or where no transcript has that name.
 */
export async function readSession(
  tool: SessionTool,
  id: string,
  { machine = { home: homedir(), env: process.env }, skipped = new SkipCounts() }: ReadOptions = {},
): Promise<Session | undefined> {
  const reader = await openReader(tool, machine)
  const collect = async (files: readonly TranscriptFile[], counts: SkipCounts) => {
    const sessions = new ToolSessions(tool, reader, counts)
    await readFiles(sessions, files)
    return sessions
  }
  const files = await findFiles(new ToolSessions(tool, reader, skipped))
  const own = namedAfter(files, id)
  const draft = (await collect(own, new SkipCounts())).collector.draft(id)
  const recent = () => modifiedSince(files, Date.now() - maxCopyAgeMs)
  // Only other sessions show whether a long text is the prompt of a program.
  const mayBeTemplate = draft?.turns.some(({ beginning }) => beginning !== undefined)
  const others = [...(draft ? originalsOf(draft, own, files) : []), ...(!draft || mayBeTemplate ? recent() : [])]
  const chosen = new Set([...own, ...others])
  // The oldest file first, since a session and its copy may begin with the same turn.
  const sessions = await collect(
    files.filter((file) => chosen.has(file)),
    skipped,
  )
  return withoutTemplates(sessions.list(), skipped).find((session) => session.id === id)
}

/** Gemini CLI has the beginning of the id in the name. */
const namedAfter = (files: readonly TranscriptFile[], id: string) =>
  files.filter(({ path }) => path.includes(id.slice(0, 8)))

const modifiedSince = (files: readonly TranscriptFile[], time: number) =>
  files.filter(({ modifiedAt }) => modifiedAt.getTime() >= time)

/** Transcripts that may have the original of a session's first turns: it names another one, or its file is younger. */
function originalsOf({ forkOf, turns }: SessionDraft, own: readonly TranscriptFile[], files: TranscriptFile[]) {
  if (forkOf !== undefined) return namedAfter(files, forkOf)
  const earliest = (dates: Date[]) => dates.reduce((first, date) => Math.min(first, date.getTime()), Infinity)
  const createdAt = earliest(own.map((file) => file.createdAt))
  const firstAt = earliest(turns.map(({ at }) => new Date(at)))
  // A file system may not store when a file was created.
  const isCopied = createdAt === 0 || firstAt < createdAt - creationDelayMs
  return isCopied ? modifiedSince(files, Math.max(firstAt, Date.now() - maxCopyAgeMs)) : []
}

/**
 * Tools create the file within a tenth of a second after the time of the first turn; nobody forks a session so fast.
 */
const creationDelayMs = 2000

async function readRepository(
  folder: string,
  machine: Machine,
  skipped: SkipCounts,
): Promise<Map<SessionTool, ToolSessions>> {
  const collected = new Map<SessionTool, ToolSessions>()
  for (const tool of toolsWith('transcripts'))
    collected.set(tool, new ToolSessions(tool, await openReader(tool, machine), skipped))
  for await (const { tool, transcript } of readCheckpoints(folder, (reason) => skipped.add('checkpoints', reason)))
    await readInto(collected.get(tool)!, transcript)
  return collected
}

/** The turns in the project and since the time that the options name. */
function chosenTurns(session: Session, { project, since }: ReadOptions): Turn[] {
  if (!isInProject(session, project)) return []
  const start = since?.toISOString() ?? ''
  return session.turns.filter(({ at }) => at >= start)
}

export function isInProject({ project }: Pick<Session, 'project'>, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  if (project === null) return false
  const folder = resolve(wanted)
  return (
    project === folder ||
    project.startsWith(folder + sep) ||
    basename(project) === wanted ||
    project === dashedPath(folder)
  )
}
