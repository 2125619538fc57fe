import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { compileCache, newFolder, removeFolder } from './running.ts'

/** The command `agent-identity` as a process, run from its sources. */

const root = join(import.meta.dirname, '../..')

/** A user's folder and environment. */
export interface Workspace {
  cwd: string
  env: Record<string, string>
  /** The text on standard input. */
  input?: string
}

/** A new user in an empty folder, with a folder for credentials. */
export function newWorkspace(folder: string): Workspace {
  const cwd = join(folder, crypto.randomUUID())
  mkdirSync(cwd)
  return { cwd, env: { XDG_CONFIG_HOME: join(cwd, 'config') } }
}

/** A new user in a repository, with a key in the environment; the folders for home and caches lie beside it. */
export function newRepository(
  folder: string,
  { url, key }: { url: string; key: string },
): Workspace & { home: string } {
  const { cwd: parent } = newWorkspace(folder)
  const [cwd, home] = [join(parent, 'repository'), join(parent, 'home')]
  for (const path of [join(cwd, '.git'), home]) mkdirSync(path, { recursive: true })
  const folders = { HOME: home, XDG_CONFIG_HOME: '', XDG_CACHE_HOME: join(parent, 'cache') }
  return { cwd, home, env: { ...folders, AGENT_IDENTITY_URL: url, AGENT_IDENTITY_API_KEY: key } }
}

export function launch({ cwd, env, input = '' }: Workspace, ...args: string[]) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [join(root, 'cli/main.ts'), ...args], {
    cwd,
    env: { PATH, HOME: cwd, NODE_COMPILE_CACHE: compileCache, ...env },
  })
  child.stdin.end(input)
  const printed = { out: '', error: '' }
  child.stdout.on('data', (data) => (printed.out += data))
  child.stderr.on('data', (data) => (printed.error += data))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, printed, ended }
}

export async function run(workspace: Workspace, ...args: string[]) {
  const { printed, ended } = launch(workspace, ...args)
  return { status: await ended, ...printed }
}

export const read = (workspace: Workspace, path: string) => readFileSync(join(workspace.cwd, path), 'utf8')

export function write(workspace: Workspace, path: string, text: string): void {
  mkdirSync(dirname(join(workspace.cwd, path)), { recursive: true })
  writeFileSync(join(workspace.cwd, path), text)
}

/** Any server that a command may be redirected to, with the requests that it received. */
export interface Stranger {
  url: string
  asked: { path: string; key: string | undefined; body: string }[]
  close(): void
}

export async function openStranger(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<Stranger> {
  const asked: Stranger['asked'] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ path: `${request.method} ${request.url}`, key: request.headers.authorization, body })
    answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const sendJson = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'x' }).end(JSON.stringify(value))
}

/** A hostile server that the users of a test file reach instead of a service, with a key. Each test sets its answers. */
export function strangerOfTests() {
  let folder: string
  const world = {
    stranger: undefined as unknown as Stranger,
    answer: undefined as unknown as (response: ServerResponse, path: string) => void,
    newWorkspace(): Workspace {
      const workspace = newWorkspace(folder)
      Object.assign(workspace.env, { AGENT_IDENTITY_URL: world.stranger.url, AGENT_IDENTITY_API_KEY: 'secret' })
      return workspace
    },
  }
  beforeAll(() => {
    folder = newFolder()
  })
  afterAll(() => removeFolder(folder))
  beforeEach(async () => {
    world.stranger = await openStranger((response, request) => world.answer(response, request.url!))
  })
  afterEach(() => world.stranger.close())
  return world
}
