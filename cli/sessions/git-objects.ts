import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Reads blobs of a git repository in chunks, through one process of `git cat-file`. */

/** Without a repository that the caller's own environment names, and without fetching what a partial clone lacks. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const { GIT_DIR: _, GIT_WORK_TREE: __, GIT_INDEX_FILE: ___, ...env } = process.env
  // Versions before 2.39.4 know the second alone, and would run the command that the repository names for a fetch.
  const neverFetch = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' }
  return { ...env, ...neverFetch, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' }
}

export class ObjectReader {
  readonly #process: ChildProcessWithoutNullStreams
  readonly #output: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(folder: string) {
    this.#process = spawn('git', ['-C', folder, 'cat-file', '--batch'], { env: gitEnvironment() })
    this.#process.on('error', () => {})
    this.#process.stdin.on('error', () => {})
    this.#process.stderr.resume()
    this.#output = this.#process.stdout[Symbol.asyncIterator]()
  }

  /**
   * The blobs, one behind the other. One read at a time.
   *
   * @throws an error when one is missing.
   */
  async *read(ids: string[]): AsyncGenerator<Buffer> {
    for (const id of ids) yield* this.#readOne(id)
  }

  /** The beginning of a blob: so many bytes or a little more, or all of it. */
  async readHead(id: string, bytes: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let size = 0
    for await (const part of this.#readOne(id)) {
      parts.push(part)
      size += part.length
      if (size >= bytes) break
    }
    return Buffer.concat(parts)
  }

  close(): void {
    this.#process.stdin.end()
    this.#process.kill()
  }

  async *#readOne(id: string): AsyncGenerator<Buffer> {
    if (!this.#process.stdin.write(`${id}\n`)) await once(this.#process.stdin, 'drain')
    let left = await this.#readSize()
    try {
      while (left > 0) {
        const chunk = await this.#take(left)
        left -= chunk.length
        yield chunk
      }
    } finally {
      // Until the next blob, if the reader stopped early.
      while (left > 0) left -= (await this.#take(left)).length
      await this.#take(1)
    }
  }

  /** The size of the next blob, from the line before it. */
  async #readSize(): Promise<number> {
    while (!this.#rest.includes(10)) this.#rest = Buffer.concat([this.#rest, await this.#next()])
    const end = this.#rest.indexOf(10)
    const [, type, size] = this.#rest.toString('latin1', 0, end).split(' ')
    this.#rest = this.#rest.subarray(end + 1)
    if (size === undefined) throw new Error(`git has no such blob: ${type}`)
    return Number(size)
  }

  /** Some of the next bytes, at most so many. */
  async #take(most: number): Promise<Buffer> {
    if (this.#rest.length === 0) this.#rest = await this.#next()
    const taken = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(taken.length)
    return taken
  }

  async #next(): Promise<Buffer> {
    const { value, done } = await this.#output.next()
    if (done) throw new Error('git ended before the blob did')
    return value
  }
}
