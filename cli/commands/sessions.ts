import { homedir } from 'node:os'
import { Command, InvalidArgumentError, Option } from 'commander'
import { pluralize, print, printNote, table } from '../output.ts'
import { type Session, SkipCounts, skipReasons, toolNames } from '../sessions/session.ts'

export const sessions = new Command('sessions').description('what you typed to the coding agents on this machine')

sessions
  .command('list')
  .description('list the sessions of each tool and project; nothing leaves this machine')
  .addOption(new Option('--tool <tool>', 'sessions of this tool alone').choices(toolNames))
  .option('--project <project>', 'sessions in this folder or below, or in any folder with this name')
  .option('--since <time>', 'turns since a date, or of the last days or hours: 2026-11-01, 30d, 12h', parseSince)
  .option('--git <folder>', 'sessions in a git repository with checkpoints of Entire, instead of this machine')
  .option('--json', 'print JSON')
  .action(async (options) => {
    const { readSessions } = await import('../sessions/read-sessions.ts')
    const skipped = new SkipCounts()
    const rows = new Map<string, Row>()
    for await (const session of readSessions({ ...options, skipped })) addTo(rows, session)
    const data = [...rows.values()]
    const answer = { data, ...sumOf(data), skipped: skipped.list() }
    print(options, answer, () =>
      data.length === 0 ? 'There are no sessions.' : table([heading, ...data.map(cellsOf)]),
    )
    if (!options.json) for (const line of describeSkipped(skipped)) printNote(line)
  })

/** The sessions of a tool in a project. */
interface Row {
  tool: string
  project: string | null
  sessions: number
  turns: number
  started_at: string
  ended_at: string
}

function addTo(rows: Map<string, Row>, { tool, project, turns, startedAt, endedAt }: Session): void {
  const key = JSON.stringify([tool, project])
  const row = rows.get(key) ?? { tool, project, sessions: 0, turns: 0, started_at: startedAt, ended_at: endedAt }
  row.sessions++
  row.turns += turns.length
  if (startedAt < row.started_at) row.started_at = startedAt
  if (endedAt > row.ended_at) row.ended_at = endedAt
  rows.set(key, row)
}

const sumOf = (rows: Row[]) => ({
  sessions: rows.reduce((sum, row) => sum + row.sessions, 0),
  turns: rows.reduce((sum, row) => sum + row.turns, 0),
})

const heading = ['tool', 'project', 'sessions', 'turns', 'from', 'to']

const cellsOf = ({ tool, project, sessions, turns, started_at, ended_at }: Row) => [
  ...[tool, project === null ? 'unknown' : shorten(project), String(sessions), String(turns)],
  ...[started_at.slice(0, 10), ended_at.slice(0, 10)],
]

const shorten = (path: string) => (path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path)

const describeSkipped = (skipped: SkipCounts) =>
  skipped.list().map(({ tool, reason, count }) => {
    const [noun, rest] = skipReasons[reason]
    return `Skipped in ${tool}: ${pluralize(count, noun)} ${rest}`.trim()
  })

/** @throws a usage error for text that is neither a date nor a number of days or hours. */
function parseSince(text: string): Date {
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? []
  const hours = Number(count) * (unit === 'd' ? 24 : 1)
  const since = count === undefined ? new Date(text) : new Date(Date.now() - hours * 3_600_000)
  if (Number.isNaN(since.getTime()))
    throw new InvalidArgumentError('It is a date, or a number of days or hours like 30d.')
  return since
}
