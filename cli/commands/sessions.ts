import { Command } from 'commander'
import { print, printNote, table } from '../output.ts'
import { type Session, SkipCounts } from '../sessions/session.ts'
import { describeNoSessions, describeSkipped, projectName, selectionOptions } from '../sessions/session-options.ts'
import { sessionsLearn } from './sessions-learn.ts'
import { sessionsPending, sessionsSend } from './sessions-pending.ts'
import { sessionsRead } from './sessions-read.ts'

export const sessions = new Command('sessions').description('what you typed to the coding agents on this machine')

selectionOptions(sessions.command('list'))
  .description('list the sessions of each tool and project; nothing leaves this machine')
  .option('--json', 'print JSON')
  .action(async (options) => {
    const { readSessions } = await import('../sessions/read-sessions.ts')
    const skipped = new SkipCounts()
    const rows = new Map<string, Row>()
    for await (const session of readSessions({ ...options, skipped })) addTo(rows, session)
    const data = [...rows.values()]
    const answer = { data, ...sumOf(data), records: skipped.records, skipped: skipped.list() }
    print(options, answer, () =>
      data.length === 0 ? describeNoSessions(options) : table([heading, ...data.map(cellsOf)]),
    )
    if (options.json) return
    for (const line of describeSkipped(skipped)) printNote(line)
    if (data.length > 0) printNote('"agent-identity sessions read" shows the rules that you told them.')
  })
sessions.addCommand(sessionsRead)
sessions.addCommand(sessionsPending)
sessions.addCommand(sessionsSend)
sessions.addCommand(sessionsLearn, { hidden: true })

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
  tool,
  projectName(project),
  String(sessions),
  String(turns),
  started_at.slice(0, 10),
  ended_at.slice(0, 10),
]
