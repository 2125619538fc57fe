import { createHash } from 'node:crypto'
import { compareStrings } from '#core/base/strings.ts'
import { promptBeginning } from '#core/domain/text/program-prompts.ts'
import { redactSecrets } from '#core/domain/text/secrets.ts'
import { type TypedText, typedText } from '#reader/transcripts/typed-text.ts'
import { type CommandBody, type CommandFolders, readCommands, wordsBehindCommand } from './command-bodies.ts'
import { momentOf } from './moment.ts'
import { promptMark } from './prompt-mark.ts'
import type { RecordReason, SkipReason, TranscriptSession, Turn } from './session.ts'

/**
 * Collects the turns of one tool's sessions. Only typed words stay in memory, about a hundredth of a transcript. A turn
 * counts once, however often its file repeats it, and for the first session alone when later ones copied it.
 */

/** Characters of the agent's message that are kept before a turn. */
const beforeLength = 300
/**
 * Characters of its end that are redacted before: more than a private key has, which a cut would make unrecognizable.
 */
const redactedLength = 4000
/** The same words within this time are one message that the file repeats. */
const repeatMs = 5000

interface Message {
  /** The tool's own id of the message. */
  id?: string | undefined
  /** See `momentOf`. */
  at?: unknown
  /** The blocks of the message; tools and editors add blocks of their own. */
  texts: string[]
  /** Whether the record itself says that these are the words, without additions of the tool. */
  isTyped?: boolean
  /** Whether the tool added blocks of its own, which the reader left out. */
  isExtended?: boolean
  /** Whether the tool's own mark says that a person sent them, and no program. */
  isOfPerson?: boolean
}

interface DraftTurn extends Turn {
  hasOwnTime: boolean
  /** Hashes that a copy of the turn shares, one at least. */
  copyKeys: string[]
}

/** The person's own commands in a project. */
type CommandsOf = (project: string | null) => CommandBody[]

export class SessionDraft {
  readonly id: string
  project: string | null = null
  /** When the session itself began; a copied first turn is older. */
  begunAt: string | undefined
  /** The session whose first turns this one copied, where the tool names it. */
  forkOf: string | undefined
  readonly turns: DraftTurn[] = []
  /** The time of turns that have none of their own. */
  readonly #fallbackTime: string
  readonly #skip: (reason: SkipReason) => void
  readonly #commandsOf: CommandsOf
  readonly #ids = new Set<string>()
  /** Times of each text, by multiples of `repeatMs`. */
  readonly #times = new Map<string, Map<number, number>>()
  /** The turn that comes next in a transcript that repeats the session from its beginning. */
  #next = 0
  #agentText: () => string | undefined = () => undefined
  #isAnswered = true

  constructor(id: string, fallbackTime: Date, skip: (reason: SkipReason) => void, commandsOf: CommandsOf) {
    this.id = id
    this.#fallbackTime = fallbackTime.toISOString()
    this.#skip = skip
    this.#commandsOf = commandsOf
  }

  /** The agent's message; a function is called when a turn follows, so that most messages are never parsed. */
  agentSays(message: string | (() => string | undefined)): void {
    this.#agentText = typeof message === 'string' ? () => message : message
    const last = this.turns.at(-1)
    // Without a time, only the words around it identify a turn.
    if (last && !this.#isAnswered && !last.hasOwnTime) {
      last.copyKeys.push(hashOf(last.text, last.before ?? '', this.#agentText() ?? ''))
    }
    this.#isAnswered = true
  }

  /** Adds a turn. Returns the reason why the message is none, undefined for a turn. */
  personSays(message: Message): RecordReason | undefined {
    const { id, at, texts, isTyped = false, isExtended = false, isOfPerson = false } = message
    if (id !== undefined && this.#ids.has(id)) return 'repeated_turn'
    if (texts.some((text) => text.includes(promptMark))) return 'program_prompt'
    const commands = this.#commandsOf(this.project)
    const parts = texts.map((part): TypedText => {
      const behind = wordsBehindCommand(part, commands)
      return behind === '' ? { text: '', hasPaste: false, isCommand: true } : typedText(behind ?? part, isTyped)
    })
    const text = parts.flatMap((part) => part.text || []).join('\n')
    if (text === '') return reasonOfWordless(parts)
    const ownTime = momentOf(at)
    const time = ownTime ?? this.#fallbackTime
    if (this.#isRepeat(text, ownTime)) return 'repeated_turn'
    for (const [has, reason] of partReasonsOf) if (parts.some(has)) this.#skip(reason)
    if (isExtended && !parts.some(({ hasToolText }) => hasToolText)) this.#skip('tool_text')
    const beginning = isOfPerson ? undefined : promptBeginning(text)
    if (id !== undefined) this.#ids.add(id)
    const before = redactSecrets((this.#agentText() ?? '').slice(-redactedLength))
      .trim()
      .slice(-beforeLength)
      .toWellFormed()
    this.turns.push({
      id: id ?? hashOf(this.id, time, text, String(this.turns.length)),
      at: notAfter(new Date(), time),
      text,
      ...(before && { before }),
      ...(beginning !== undefined && { beginning }),
      hasOwnTime: ownTime !== undefined,
      copyKeys: [
        ...(id === undefined ? [] : [id]),
        ...(ownTime === undefined ? [] : [hashOf(time.slice(0, 19), text)]),
      ],
    })
    this.#isAnswered = false
    this.#next = this.turns.length
    return undefined
  }

  /** A transcript of the session begins; an earlier state of it may have been read. */
  begin(): void {
    this.#next = 0
  }

  #isRepeat(text: string, ownTime: string | undefined): boolean {
    if (ownTime === undefined) return this.#isRepeatInOrder(text)
    const time = new Date(ownTime).getTime()
    const times = this.#times.get(text) ?? new Map<number, number>()
    const slot = Math.floor(time / repeatMs)
    const isNear = (other: number | undefined) => other !== undefined && Math.abs(time - other) <= repeatMs
    if ([slot - 1, slot, slot + 1].some((near) => isNear(times.get(near)))) return true
    times.set(slot, time)
    this.#times.set(text, times)
    return false
  }

  #isRepeatInOrder(text: string): boolean {
    const isNext = this.turns[this.#next]?.text === text
    if (isNext) this.#next++
    return isNext || (!this.#isAnswered && this.turns.at(-1)?.text === text)
  }
}

const partReasonsOf: [has: (part: TypedText) => boolean | undefined, reason: SkipReason][] = [
  [({ hasToolText }) => hasToolText, 'tool_text'],
  [({ hasPaste }) => hasPaste, 'pasted_text'],
  [({ hasReview }) => hasReview, 'pasted_review'],
]

/** The reason why nothing of a message counts. */
function reasonOfWordless(parts: readonly TypedText[]): RecordReason {
  if (parts.some(({ hasReview }) => hasReview)) return 'review_message'
  if (parts.some(({ hasPaste }) => hasPaste)) return 'pasted_message'
  if (parts.some(({ hasToolText }) => hasToolText)) return 'tool_message'
  return parts.some(({ isCommand }) => isCommand) ? 'command' : 'empty_message'
}

export class SessionCollector {
  /** Records that were read: each is a turn, or was counted by a reason. */
  records = 0
  /** Counts something in the transcripts that is left out. */
  readonly skip: (reason: SkipReason) => void
  readonly #commands: CommandFolders | undefined
  readonly #commandsByProject = new Map<string | null, CommandBody[]>()
  readonly #drafts = new Map<string, SessionDraft>()

  constructor(skip: (reason: SkipReason) => void, commands?: CommandFolders) {
    this.skip = skip
    this.#commands = commands
  }

  #commandsOf: CommandsOf = (project) => {
    if (!this.#commands) return []
    const commands = this.#commandsByProject.get(project) ?? readCommands(this.#commands, project)
    this.#commandsByProject.set(project, commands)
    return commands
  }

  /** Counts a record: `reason` why it is no turn, undefined for a turn. */
  count(reason: RecordReason | undefined): undefined {
    this.records++
    if (reason !== undefined) this.skip(reason)
  }

  /** The session with this id, which several files may hold. */
  session(id: string, fallbackTime: Date): SessionDraft {
    const draft = this.#drafts.get(id) ?? new SessionDraft(id, fallbackTime, this.skip, this.#commandsOf)
    this.#drafts.set(id, draft)
    draft.begin()
    return draft
  }

  /** The session with this id, with the turns that it copied. */
  draft = (id: string): SessionDraft | undefined => this.#drafts.get(id)

  /** The sessions that have turns of their own, in the order in which they began. */
  sessions(): TranscriptSession[] {
    const copyKeys = new Set<string>()
    return [...this.#drafts.values()]
      .filter(({ turns }) => turns.length > 0)
      .map((draft) => ({ draft, begunAt: draft.begunAt ?? draft.turns[0]!.at }))
      .sort((a, b) => compareStrings(a.begunAt, b.begunAt))
      .flatMap(({ draft }) => {
        const copied = this.#countForked(draft)
        const own = draft.turns.filter(
          (turn, index) => index >= copied && !turn.copyKeys.some((key) => copyKeys.has(key)),
        )
        for (const turn of draft.turns) for (const key of turn.copyKeys) copyKeys.add(key)
        for (let count = draft.turns.length - own.length; count > 0; count--) this.skip('copied_turn')
        return own.length === 0 ? [] : [this.#complete(draft, own)]
      })
  }

  /** The number of turns at the beginning that were copied from the session that the tool names. */
  #countForked({ forkOf, turns }: SessionDraft): number {
    const original = forkOf === undefined ? undefined : this.#drafts.get(forkOf)?.turns
    const differing = turns.findIndex((turn, index) => turn.text !== original?.[index]?.text)
    return differing < 0 ? turns.length : differing
  }

  #complete({ id, project }: SessionDraft, own: DraftTurn[]): TranscriptSession {
    const turns = own.map(({ hasOwnTime: _, copyKeys: __, ...turn }) => turn).sort((a, b) => compareStrings(a.at, b.at))
    return { id, project, startedAt: turns[0]!.at, endedAt: turns.at(-1)!.at, turns }
  }
}

/** A clock that was wrong may have dated a turn into the future, for which the service takes no report. */
const notAfter = (now: Date, time: string): string => (new Date(time) > now ? now.toISOString() : time)

const hashOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
