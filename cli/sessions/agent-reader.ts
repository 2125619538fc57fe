import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { readAnswer } from '#core/models/answer.ts'
import { fenced } from '#core/models/client.ts'
import type { ProgramFiles, ReaderProgram } from '../coding-tools/reader-program.ts'
import { promptMark } from '../transcripts/prompt-mark.ts'
import { readTurnsTask } from './reading-task.ts'
import type { TurnReader } from './turn-reader.ts'

/** Reads turns with a coding agent on this machine, in an empty folder. */

interface CodingAgent extends ReaderProgram {
  title: string
}

const timeoutMs = 300_000
/** Far beyond any expected answer. */
const maxPrinted = 4 * 1024 * 1024
/** The time between asking the agent to end and killing it. */
const graceMs = 2000

export function agentReader(agent: CodingAgent, limitMs = timeoutMs): TurnReader {
  return {
    recipient: `${agent.title} on this machine, which sends them to its model beside instructions of its own`,
    async ask(data, signal) {
      const answer = readAnswer(readTurnsTask.answer, await runAgent(agent, promptFor(data), signal, limitMs))
      if ('value' in answer) return answer.value
      throw new Error(`${agent.title} gave an answer that cannot be read: ${answer.problem}`)
    },
  }
}

const promptFor = (data: string) =>
  `${promptMark} Use no tools.\n\n${readTurnsTask.instructions}\n\n${fenced('', data)}\n`

/**
 * Runs an agent once, and returns the text of its answer. Its process group is killed when it ends, and before that on
 * an abort, after the time limit and when it prints too much.
 *
 * @throws an error with a sentence that names the agent.
 */
async function runAgent(agent: CodingAgent, prompt: string, signal: AbortSignal, limitMs: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-identity-'))
  try {
    const files = writeFiles(folder, agent)
    const work = join(folder, 'work')
    mkdirSync(work)
    const args = agent.arguments(files, schemaText)
    const env = { ...process.env, ...agent.environment?.(files) }
    const { printed, failure } = await runProcess(agent.command, args, { cwd: work, env, prompt, signal, limitMs })
    signal.throwIfAborted()
    if (failure !== undefined) throw new Error(`${agent.title} ${failure}`)
    return agent.answerIn(printed, files)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

const { $schema: _, ...schema } = z.toJSONSchema(readTurnsTask.answer)
const schemaText = JSON.stringify(schema)

function writeFiles(folder: string, { settings, policy }: CodingAgent): ProgramFiles {
  const files: ProgramFiles = {
    schema: join(folder, 'schema.json'),
    settings: join(folder, 'settings.json'),
    policy: join(folder, 'policy.toml'),
    answer: join(folder, 'answer.txt'),
  }
  writeFileSync(files.schema, schemaText)
  writeFileSync(files.settings, JSON.stringify(settings ?? {}))
  writeFileSync(files.policy, policy ?? '')
  writeFileSync(files.answer, '')
  return files
}

interface Run {
  cwd: string
  env: NodeJS.ProcessEnv
  prompt: string
  signal: AbortSignal
  limitMs: number
}

/** The standard output of a process; `failure` continues a sentence that begins with its name. */
function runProcess(command: string, args: string[], { cwd, env, prompt, signal, limitMs }: Run) {
  return new Promise<{ printed: string; failure: string | undefined }>((resolve) => {
    const child = spawn(command, args, { cwd, env, detached: true })
    const printed: Buffer[] = []
    const errors: Buffer[] = []
    let size = 0
    let failure: string | undefined
    const kill = (name: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, name)
      } catch {
        // The group has ended.
      }
    }
    let killTimer: NodeJS.Timeout | undefined
    let outputTimer: NodeJS.Timeout | undefined
    const stop = (reason: string) => {
      failure ??= reason
      kill('SIGTERM')
      killTimer ??= setTimeout(() => kill('SIGKILL'), graceMs)
    }
    const limit = setTimeout(() => stop(`did not answer within ${limitMs / 1000} seconds`), limitMs)
    const abort = () => stop('was interrupted')
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length
      if (size > maxPrinted) stop(`printed more than ${maxPrinted / 1024 / 1024} MiB`)
      else chunks.push(chunk)
    }
    child.stdout.on('data', collect(printed))
    child.stderr.on('data', collect(errors))
    // An agent may end without reading its prompt.
    child.stdin.on('error', () => {})
    child.stdin.end(prompt)
    const end = () => {
      clearTimeout(limit)
      clearTimeout(killTimer)
      clearTimeout(outputTimer)
      signal.removeEventListener('abort', abort)
      resolve({ printed: Buffer.concat(printed).toString('utf8'), failure })
    }
    child.once('error', () => {
      failure ??= `cannot be started: "${command}" is not on the PATH`
      end()
    })
    // Helpers that the agent leaves behind would keep its output open, even those that left its process group.
    child.once('exit', () => {
      clearTimeout(limit)
      kill('SIGKILL')
      outputTimer = setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
      }, graceMs)
    })
    child.once('close', (code) => {
      if (code !== 0) failure ??= `ended with the status ${code}${lastLine(errors)}`
      end()
    })
  })
}

const lastLine = (chunks: Buffer[]): string => {
  const line = Buffer.concat(chunks).toString('utf8').trim().split('\n').at(-1) ?? ''
  return line === '' ? '' : `: ${line.slice(0, 300)}`
}
