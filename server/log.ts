import { fstatSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import type { Config } from './config.ts'

/** Fields that contain secrets; none of them is ever logged. */
const redacted = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  '*.password',
  '*.current_password',
  '*.key',
]

/** How many bytes may wait at most when the reader of standard output does not read. */
const maxWaitingBytes = 1024 * 1024

/**
 * Logs only name, message and stack, including those of the causes: other properties may hold a request with its
 * headers, a database row, or a command with a password.
 */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  const { message, stack } = pino.stdSerializers.err(error)
  return { name: error.name, message, stack }
}

let dropped = 0

/** Counts the log lines that this process could not write, because the disk was full or nobody read them. */
export const countDroppedLines = (): number => dropped

/**
 * Writes JSON lines without secrets to standard output, or to `output` in a thread whose lines the main thread writes.
 * Also logs warnings of Node.js.
 */
export function openLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  output: DestinationStream = openOutput(),
): FastifyBaseLogger {
  const log = pino({ level: logLevel, redact: redacted, serializers: { err: describeError } }, output)
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node.js warning'))
  return log
}

/** Writes a complete line of another thread, so that lines of two threads never mix. */
export const writeLine = (line: string): void => openOutput().write(line)

let output: DestinationStream | undefined
const openOutput = (): DestinationStream => {
  output ??= standardOutput()
  return output
}

/** Returns a standard output that never blocks or fails the process: pino's own destination retries forever instead. */
function standardOutput(): DestinationStream {
  const kind = fstatSync(1)
  return kind.isFIFO() || kind.isSocket() ? pipeOutput() : fileOutput()
}

/** Buffers lines in memory, up to a limit, because a reader may stop reading for any length of time. */
function pipeOutput(): DestinationStream {
  const pipe = new Socket({ fd: 1, readable: false, writable: true })
  pipe.unref()
  // The reader is gone; `write` counts each line that is lost.
  pipe.on('error', () => {})
  return {
    write(line) {
      if (pipe.destroyed || pipe.writableLength > maxWaitingBytes) dropped++
      else pipe.write(line, (error) => error && dropped++)
    },
  }
}

/** Writes to a file, which takes or refuses a line immediately. */
function fileOutput(): DestinationStream {
  /** Whether the disk became full in the middle of a line. */
  let isTorn = false
  return {
    write(line) {
      const bytes = Buffer.from(isTorn ? `\n${line}` : line)
      let written = 0
      try {
        while (written < bytes.length) written += writeSync(1, bytes, written)
        isTorn = false
      } catch {
        dropped++
        isTorn ||= written > 0
      }
    },
  }
}
