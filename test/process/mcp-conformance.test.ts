import { execFile } from 'node:child_process'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { ProcessRateLimiter } from '../../server/http/limits/rate-limit.ts'
import { serveMcp } from '../../server/mcp/route.ts'
import { buildApp } from '../../server/start/app.ts'
import { compose } from '../../server/start/compose.ts'
import { newFixtureServer } from '../support/mcp-fixtures.ts'
import { newFolder, removeFolder } from './running.ts'

/**
 * The protocol's own conformance suite, run by npx: with its dependencies, 52 MB are too much for every installation.
 * It has no keys, so a proxy adds one.
 */

const conformance = '@modelcontextprotocol/conformance@0.2.0-alpha.12'

let folder: string
let stop: () => Promise<void>
let proxy: Server
let url: string
beforeAll(async () => {
  folder = newFolder()
  const config = readConfig({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', RATE_LIMIT_GENERAL: '0' })
  const { deps, close } = await compose(config, pino({ level: 'silent' }))
  const app = await buildApp(deps, new ProcessRateLimiter())
  serveMcp(app, app.operations, { publicUrl: config.publicUrl, url: '/fixtures', newServer: newFixtureServer })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const call = async (path: string, body: object, headers = {}) =>
    (await app.inject({ method: 'POST', url: `/api/v1${path}`, payload: body, headers })).json()
  const { key } = await call('/register', {})
  const authorization = `Bearer ${key}`
  await call('/agents', { name: 'Ada' }, { authorization })
  proxy = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming
    const onward = request({ port, path, method, headers: { ...headers, authorization } }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  stop = async () => {
    proxy.closeAllConnections()
    proxy.close()
    await app.close()
    await close()
    removeFolder(folder)
  }
})
afterAll(() => stop())

/** The output of a program of a package. @throws when it ends with another exit code than 0 */
async function npx(name: string, command: string, ...args: string[]): Promise<string> {
  const all = ['--yes', '--prefer-offline', `--package=${name}`, command, ...args]
  const run = promisify(execFile)('npx', all, { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
  return (await run).stdout
}

/** The scenarios that pass and those that fail, and the line of the one with two checks that do not apply. */
async function scenarios(path: string, revision: string) {
  const args = ['server', '--url', url + path, '--requirements', revision]
  // It also exits with 1 if a check does not apply.
  const printed = await npx(conformance, 'conformance', ...args).catch(({ stdout }) => stdout as string)
  const lines = [...printed.matchAll(/^([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed/gm)]
  const named = (mark: string) => lines.filter(([, each]) => each === mark).map(([, , name]) => name!)
  return { passed: named('✓'), failed: named('✗'), stateless: lines.find(([, , name]) => name === 'server-stateless') }
}

const ofFixtures = [
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-with-progress',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'json-schema-2020-12',
]

/** Features that the service does not offer; docs/reference/mcp-conformance.md says why. */
const notOffered: Record<string, RegExp> = {
  '2025-11-25':
    /^(logging-set-level|completion-complete|tools-call-with-logging|tools-call-sampling|tools-call-elicitation|elicitation-.+|resources-(un)?subscribe|server-sse-polling)$/,
  '2026-07-28':
    /^(completion-complete|server-stateless|input-required-result-.+|tasks-.+|http-custom-header-server-validation)$/,
}

describe.each(['2025-11-25', '2026-07-28'])('the conformance suite of %s', (revision) => {
  test('passes for every scenario that applies', async () => {
    const { passed, failed, stateless } = await scenarios('/mcp', revision)
    expect(stateless?.slice(3)).toEqual(revision === '2026-07-28' ? ['26', '2'] : undefined)
    const more =
      revision === '2026-07-28' ? ['caching', 'http-header-validation', 'sep-2164-resource-not-found'] : ['ping']
    const applying = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection', 'tools-call-error']
    expect(passed).toEqual(expect.arrayContaining([...applying, ...more]))
    expect(failed.filter((name) => !notOffered[revision]!.test(name) && !ofFixtures.includes(name))).toEqual([])
  })

  test('passes with the fixtures that it asks for', async () => {
    const { passed, failed } = await scenarios('/fixtures', revision)
    expect(passed).toEqual(expect.arrayContaining(ofFixtures))
    expect(failed.filter((name) => !notOffered[revision]!.test(name))).toEqual([])
  })
})

test.each(['sep-2640-skills-enumeration', 'sep-2640-skills-manifest'])(
  'the conformance suite passes %s',
  async (scenario) => {
    // An extension belongs to no revision, so it is forced.
    const args = ['--scenario', scenario, '--spec-version', '2026-07-28', '--force']
    const printed = await npx(conformance, 'conformance', 'server', '--url', `${url}/mcp`, ...args)
    expect(printed).toMatch(/(\d+)\/\1, 0 failed, 0 warnings/)
  },
)
