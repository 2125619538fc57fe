import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Drill } from './drill.ts'

/** Months of transcripts: 300 sessions of Claude Code and Codex, 700 MB, with a line of 200 MB among them. */

const root = join(import.meta.dirname, '../..')
const sessionCount = 300
const totalBytes = 700 * 2 ** 20
const longLineBytes = 200 * 2 ** 20
const turnsPerSession = 20
const maxSeconds = 60
const maxMegabytes = 300
/** Seconds of processor for the hook at the end of a session. */
const maxLearnSeconds = 1

export const sessions: Drill = {
  summary: `reading ${sessionCount} sessions of 700 MB: at most ${maxSeconds} s and ${maxMegabytes} MB, every turn counted, and one of them at its end: at most ${maxLearnSeconds} s of processor`,
  async run() {
    const home = join(tmpdir(), `sessions-${crypto.randomUUID()}`)
    try {
      const bytes = writeTranscripts(home)
      const { out, seconds, processorSeconds, megabytes } = await runCommand(home, 'list', '--json')
      const answer: { sessions: number; turns: number } = JSON.parse(out)
      const expected = { sessions: sessionCount, turns: sessionCount * turnsPerSession }
      if (answer.sessions !== expected.sessions || answer.turns !== expected.turns) {
        throw new Error(`${answer.sessions} sessions and ${answer.turns} turns instead of ${JSON.stringify(expected)}`)
      }
      const learned = await runCommand(
        ...[home, 'learn', '--for', 'claude-code', '--agent', 'ada', '--session', idOf(sessionCount - 1)],
      )
      const { data: rules } = JSON.parse((await runCommand(home, 'pending', '--json')).out)
      const measured = `${Math.round(bytes / 1e6)} MB in ${seconds.toFixed(1)} s (${processorSeconds.toFixed(1)} s of processor), ${Math.round(megabytes)} MB resident; one session at its end in ${learned.processorSeconds.toFixed(1)} s of processor`
      if (rules.length === 0) throw new Error(`no rule was found in one session; ${measured}`)
      if (seconds > maxSeconds || megabytes > maxMegabytes || learned.processorSeconds > maxLearnSeconds)
        throw new Error(measured)
      return measured
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
}

/** @returns how many bytes were written. */
function writeTranscripts(home: string): number {
  const bytesPerTurn = (totalBytes - longLineBytes) / (sessionCount * turnsPerSession)
  let bytes = 0
  for (let session = 0; session < sessionCount; session++) {
    const isClaude = session % 3 !== 0
    const folder = isClaude ? '.claude/projects/-srv-shop' : '.codex/sessions/2026/10/05'
    mkdirSync(join(home, folder), { recursive: true })
    const file = openSync(
      join(home, folder, isClaude ? `${idOf(session)}.jsonl` : `rollout-${idOf(session)}.jsonl`),
      'w',
    )
    const writer = isClaude ? claudeTurn : codexTurn
    if (!isClaude) bytes += writeSync(file, codexHeader(session))
    for (let turn = 0; turn < turnsPerSession; turn++) bytes += writeSync(file, writer(session, turn, bytesPerTurn))
    if (session === 0) bytes += writeLongLine(file)
    closeSync(file)
  }
  return bytes
}

const idOf = (session: number) => `${String(session).padStart(8, '0')}-5d0c-4f7e-9a43-0d9f2b7c1e88`

const startMs = Date.now()
/** One session an hour; the last one begins now. */
const time = (session: number, turn: number) =>
  new Date(startMs + (session + 1 - sessionCount) * 3_600_000 + turn * 60_000).toISOString()

const prompt = (session: number, turn: number) =>
  turn === 0
    ? 'From now on always use tabs for indentation, never spaces.'
    : `Request ${turn} of session ${session}: keep the total in cents, and never round it.`

/** Output of tools, which is most of a transcript. */
const output = (bytes: number) =>
  'const total = items.reduce((sum, item) => sum + item.price, 0)\n'.repeat(Math.max(1, bytes / 66))

const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')

function claudeTurn(session: number, turn: number, bytes: number): string {
  const base = {
    isSidechain: false,
    timestamp: time(session, turn),
    cwd: '/srv/shop',
    sessionId: idOf(session),
    version: '2.1.300',
  }
  const answer = (content: object[]) => ({ ...base, message: { role: 'assistant', content }, type: 'assistant' })
  const result = { type: 'tool_result', tool_use_id: 'call', content: output(bytes / 2 / 4) }
  const steps = Array.from({ length: 4 }, () => [
    answer([{ type: 'text', text: 'I read the file first, and run the tests after the change.' }]),
    answer([{ type: 'tool_use', id: 'call', name: 'Read', input: { file_path: '/srv/shop/cart.ts' } }]),
    {
      ...base,
      type: 'user',
      message: { role: 'user', content: [result] },
      toolUseResult: { file: { content: result.content } },
    },
  ])
  return lines(
    {
      ...base,
      type: 'user',
      message: { role: 'user', content: prompt(session, turn) },
      uuid: `${session}-${turn}`,
      origin: { kind: 'human' },
      promptSource: 'typed',
    },
    ...steps.flat(),
  )
}

const codexHeader = (session: number) =>
  lines({ timestamp: time(session, 0), type: 'session_meta', payload: { id: idOf(session), cwd: '/srv/shop' } })

function codexTurn(session: number, turn: number, bytes: number): string {
  const line = (type: string, payload: object) => ({ timestamp: time(session, turn), type, payload })
  const result = output(bytes / 2 / 4)
  const steps = Array.from({ length: 4 }, () => [
    line('event_msg', { type: 'agent_message', message: 'I read the file first, and run the tests after the change.' }),
    line('response_item', { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"cat cart.ts"}' }),
    line('response_item', { type: 'function_call_output', output: result }),
    line('event_msg', { type: 'exec_command_end', aggregated_output: result }),
  ])
  return lines(line('event_msg', { type: 'user_message', message: prompt(session, turn) }), ...steps.flat())
}

function writeLongLine(file: number): number {
  let bytes = writeSync(file, '{"type":"event_msg","payload":{"type":"user_message","message":"')
  const part = Buffer.alloc(2 ** 20, 'x')
  for (let written = 0; written < longLineBytes; written += part.length) bytes += writeSync(file, part)
  return bytes + writeSync(file, '"}}\n')
}

interface Usage {
  /** Kilobytes. */
  maxRSS: number
  /** Microseconds. */
  userCPUTime: number
  systemCPUTime: number
}

/** Runs the command, which prints its use of the machine when it ends. */
async function runCommand(home: string, ...sessionsArguments: string[]) {
  const report = "process.on('exit', () => console.error(JSON.stringify(process.resourceUsage())))"
  const args = [
    ...['--import', `data:text/javascript,${encodeURIComponent(report)}`],
    ...[join(root, 'cli/main.ts'), 'sessions', ...sessionsArguments],
  ]
  const started = performance.now()
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, HOME: home } })
  let [out, error] = ['', '']
  child.stdout.on('data', (data) => (out += data))
  child.stderr.on('data', (data) => (error += data))
  const status = await new Promise((resolve) => child.once('close', resolve))
  const seconds = (performance.now() - started) / 1000
  if (status !== 0) throw new Error(error)
  const usage: Usage = JSON.parse(error.trim().split('\n').at(-1)!)
  return {
    ...{ out, seconds, processorSeconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6 },
    megabytes: usage.maxRSS / 1024,
  }
}
