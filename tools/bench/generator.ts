import { connect, type Socket } from 'node:net'

/**
 * An HTTP/1.1 client that writes prepared bytes and reads only the status and length of an answer. The generator shares
 * the processors with the measured service: autocannon takes 50 µs for a request with an individual path, more than the
 * fastest bare routes, so that all routes would look alike. This client takes less than half.
 */

/** One connection, which carries one request at a time. */
export class Connection {
  readonly #socket: Socket
  #status = 0
  /** Bytes of the answer's body that are still to come; undefined until its head is complete. */
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

  /** Sends a request from `requestBytes`; `done` gets the status when the whole answer has arrived. */
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

/** Returns the bytes of a request as they are sent. */
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
