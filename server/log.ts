import { fstatSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import type { Config } from './config.ts'

/** Secrets travel in these places; none of them is ever logged. */
const redacted = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  '*.password',
  '*.current_password',
  '*.key',
]

/** What waits at most for a reader of standard output that does not read, in bytes. */
const maxWaitingBytes = 1024 * 1024

/**
 * Name, message and stack alone, with those of its causes: other properties may be a request with its headers, a row of the
 * database, or a command with a password.
 */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  const { message, stack } = pino.stdSerializers.err(error)
  return { name: error.name, message, stack }
}

let dropped = 0

/** Lines of the log that this process could not write, because the disk was full or no one read. */
export const countDroppedLines = (): number => dropped

/**
 * Writes JSON lines without secrets to standard output, or to `output` in a thread whose lines the main thread writes.
 * Warnings of Node.js are logged too.
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

/** Standard output that never makes the process wait or fail: pino's own destination retries for ever instead. */
function standardOutput(): DestinationStream {
  const kind = fstatSync(1)
  return kind.isFIFO() || kind.isSocket() ? pipeOutput() : fileOutput()
}

/** A reader may stop for any time, so lines wait in memory, up to a bound. */
function pipeOutput(): DestinationStream {
  const pipe = new Socket({ fd: 1, readable: false, writable: true })
  pipe.unref()
  // A reader that is gone; each line that it should have read is counted.
  pipe.on('error', () => {})
  return {
    write(line) {
      if (pipe.destroyed || pipe.writableLength > maxWaitingBytes) dropped++
      else pipe.write(line, (error) => error && dropped++)
    },
  }
}

/** A file takes a line or refuses it at once. */
function fileOutput(): DestinationStream {
  /** The disk was full in the middle of a line. */
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
