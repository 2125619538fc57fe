import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/postgres.ts'

/** The service as a process of its own, run from its sources. */

const root = join(import.meta.dirname, '../..')
const node = join(root, 'node_modules/.bin/node')

export interface Running {
  process: ChildProcess
  port: number
  url: string
  /** Everything that was printed so far. */
  output(): string
  exited: Promise<number | null>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * Where processes keep their compiled sources, as an installed command does: without it, each run of the hundreds of
 * commands compiles them again, 0.38 s of processor time instead of 0.12 s.
 */
export const compileCache = join(tmpdir(), 'node-compile-cache')

export const newFolder = () => mkdtempSync(join(tmpdir(), 'identity-process-'))
export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })

/**
 * Starts the service with only these settings; does not wait. The folder is its working directory. Its standard output
 * goes to the file descriptor `standardOutput` instead of `output()` if there is one.
 */
export async function launch(
  folder: string,
  environment: Record<string, string> = {},
  standardOutput?: number,
): Promise<Running> {
  const port = Number(environment.PORT) || (await freePort())
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(node, [join(root, 'cli/main.ts'), 'serve'], {
    cwd: folder,
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE: compileCache,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', standardOutput ?? 'pipe', 'pipe'],
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => printed.push(String(data)))
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    process: child,
    port,
    url: `http://127.0.0.1:${port}`,
    output: () => printed.join(''),
    exited,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exited
    },
  }
}

/** Starts it and waits until it is ready. */
export async function start(
  folder: string,
  environment: Record<string, string> = {},
  standardOutput?: number,
): Promise<Running> {
  const running = await launch(folder, environment, standardOutput)
  await untilReady(running)
  return running
}

export async function untilReady({ url, process, output }: Running) {
  while (process.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    await sleep(50)
  }
  throw new Error(`the service ended: ${output()}`)
}

/** Calls a running service; the answer's body is parsed. */
export async function call(running: Running, method: string, path: string, body?: unknown, key?: string) {
  const answer = await fetch(`${running.url}/api/v1${path}`, {
    method,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as any }
}

/** A key that may only propose, which a signed-in person makes. */
export async function newProposingKey(service: Running): Promise<string> {
  const [email, password] = [`${crypto.randomUUID()}@example.com`, 'correct horse battery staple']
  const { organization } = (await call(service, 'POST', '/register', { email, password })).body
  const send = (path: string, body: object, headers: object = {}) =>
    fetch(`${service.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.url, ...headers },
      body: JSON.stringify(body),
    })
  const cookie = (await send('/auth/login', { email, password })).headers.getSetCookie()[0]!.split(';')[0]!
  const made = await send(`/organizations/${organization.id}/api-keys`, { access: 'propose' }, { cookie })
  return ((await made.json()) as { key: string }).key
}
