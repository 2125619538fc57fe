import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileCache, newFolder, removeFolder, start } from './running.ts'

/** `--json` of the commands that run the service or move its files. */

const root = join(import.meta.dirname, '../..')
let folder: string
beforeAll(async () => {
  folder = newFolder()
  const running = await start(folder)
  await running.stop()
})
afterAll(() => removeFolder(folder))

async function run(args: string[], environment: Record<string, string> = {}) {
  const { PATH = '' } = process.env
  const child = spawn(join(root, 'node_modules/.bin/node'), [join(root, 'cli/main.ts'), ...args], {
    cwd: folder,
    env: { PATH, HOME: folder, NODE_COMPILE_CACHE: compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { out: '', error: '' }
  child.stdout.on('data', (data) => (printed.out += data))
  child.stderr.on('data', (data) => (printed.error += data))
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const linesOf = (text: string): unknown[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  return { status, printed, lines: () => ({ out: linesOf(printed.out), error: linesOf(printed.error) }) }
}

describe('an error is one line of JSON on standard error', () => {
  test.each([
    ['serve', ['serve', '--port', 'abc'], {}, 'It must be a number from 0 to 65535'],
    ['serve, of its folder', ['serve', '--data-dir', '/proc/x'], {}, 'The service cannot start: DATA_DIR /proc/x'],
    ['worker', ['worker'], {}, 'The worker cannot start: DATABASE_URL is not set'],
    ['backup', ['backup', 'monday', '--data-dir', 'nowhere'], {}, 'does not exist; set DATA_DIR'],
    ['restore', ['restore', 'nothing'], { DATABASE_URL: 'postgres://x/y' }, 'docs/how-to/back-up.md'],
    ['mcp', ['mcp'], { DATABASE_URL: 'postgres://x/y' }, 'DATABASE_URL is set: connect to the running service'],
    ['an unknown option', ['serve', '--prot', '80'], {}, "unknown option '--prot'"],
    ['a missing argument', ['backup'], {}, '<file> is missing: where the backup goes'],
  ])('%s', async (_name, args, environment, sentence) => {
    const { status, lines } = await run([...args, '--json'], environment)
    expect(status).toBe(1)
    expect(lines()).toEqual({ out: [], error: [{ error: expect.stringContaining(sentence) }] })
  })
})

test('backup and restore print what they did as a line of JSON', async () => {
  const data = ['--data-dir', join(folder, 'data'), '--json']
  const made = await run(['backup', 'monday', ...data])
  expect(made.lines()).toEqual({
    out: [
      {
        file: join(folder, 'monday'),
        made_at: expect.stringMatching(/^\d{4}-.*Z$/),
        sha256: expect.stringMatching(/^[\da-f]{64}$/),
        holds_secret: true,
      },
    ],
    error: [],
  })
  const restored = await run(['restore', 'monday', ...data])
  expect(restored.lines()).toEqual({
    out: [
      {
        file: join(folder, 'monday'),
        data_dir: join(folder, 'data'),
        kept: [
          expect.stringMatching(/data\/identity\.db\.before-restore-/),
          expect.stringMatching(/data\/secret\.before-restore-/),
        ],
      },
    ],
    error: [],
  })
})

test('a worker without a server is refused with the way out', async () => {
  const { status, printed } = await run(['worker'])
  expect(status).toBe(1)
  expect(printed).toEqual({
    out: '',
    error:
      'The worker cannot start: DATABASE_URL is not set. A worker shares the PostgreSQL database of a service; on the ' +
      'embedded database, "agent-identity serve" runs the jobs by itself.\n',
  })
})
