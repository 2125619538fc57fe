import { connect, type Socket } from 'node:net'

/**
 * A client for HTTP/1.1 that writes finished bytes and reads no more of an answer than its status and length. The
 * generator shares the processors with what it measures: autocannon takes 50 µs for a request with a path of its own,
 * more than the fastest bare routes, so that every route would look alike. This one takes less than half.
 */

/** One connection, which carries one request at a time. */
export class Connection {
  readonly #socket: Socket
  #status = 0
  /** Bytes of the answer's body that are still to come; undefined before the end of its head. */
  #remaining: number | undefined
  #head: Buffer | undefined
  #done: ((status: number) => void) | undefined

  constructor(url: string, onFailure: (error: Error) => void) {
    const { hostname, port } = new URL(url)
    this.#socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(65_536),
        callback: (size, buffer) => {
          this.#read(Buffer.from(buffer.buffer, buffer.byteOffset, size))
          return true
        },
      },
    })
    this.#socket.on('error', onFailure)
    this.#socket.on('close', () => this.#done && onFailure(new Error(`${url} closed a connection during a request`)))
  }

  /** Sends a request as `requestBytes` made it; `done` gets the status when the whole answer is here. */
  send(request: string, done: (status: number) => void) {
    this.#done = done
    this.#socket.write(request, 'utf8')
  }

  close() {
    this.#done = undefined
    this.#socket.destroy()
  }

  #read(bytes: Buffer) {
    if (this.#remaining === undefined) {
      const data = this.#head ? Buffer.concat([this.#head, bytes]) : bytes
      const end = data.indexOf('\r\n\r\n')
      if (end < 0) {
        this.#head = Buffer.from(data)
        return
      }
      this.#head = undefined
      const head = data.toString('latin1', 0, end)
      this.#status = Number(head.slice(9, 12))
      this.#remaining = lengthOf(head, this.#status) - (data.length - end - 4)
    } else {
      this.#remaining -= bytes.length
    }
    if (this.#remaining > 0) return
    this.#remaining = undefined
    const done = this.#done
    this.#done = undefined
    done?.(this.#status)
  }
}

function lengthOf(head: string, status: number): number {
  if (status === 204 || status === 304) return 0
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length cannot be measured:\n${head}`)
  return Number(length)
}

/** What goes over the wire for a request. */
export function requestBytes(
  { method, path, headers }: { method: string; path: string; headers: Record<string, string> },
  body = '',
): string {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
