import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** A blocked standard output must not block the service. */

let folder: string
let running: Running | undefined
beforeEach(() => {
  folder = newFolder()
})
afterEach(async () => {
  await running?.stop('SIGKILL')
  removeFolder(folder)
})

const droppedLines = async () =>
  Number(
    /^agent_identity_log_lines_dropped_total (\d+)$/m.exec(await (await fetch(`${running!.url}/metrics`)).text())?.[1],
  )

test.skipIf(!existsSync('/dev/full'))('a full disk below the log costs lines, which are counted', async () => {
  const full = openSync('/dev/full', 'w')
  running = await start(folder, {}, full)
  closeSync(full)
  expect((await call(running, 'POST', '/register', {})).status).toBe(201)
  expect(await droppedLines()).toBeGreaterThan(0)
  expect(await running.stop('SIGTERM')).toBe(0)
})

test('a pipe that nobody reads holds neither the service nor its end, and gets its lines when it is read', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  const bytes = Buffer.alloc(4096, 'x')
  try {
    while (true) writeSync(reader, bytes)
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('EAGAIN')
  }
  const output = openSync(pipe, 'r+')
  running = await start(folder, {}, output)
  closeSync(output)
  expect((await call(running, 'POST', '/register', {})).status).toBe(201)
  let text = ''
  const read = () => {
    const chunk = Buffer.alloc(100_000)
    try {
      text += chunk.toString('latin1', 0, readSync(reader, chunk))
    } catch {}
    return text
  }
  await expect.poll(read).toContain('is ready at')
  expect(await droppedLines()).toBe(0)
  try {
    while (true) writeSync(reader, bytes)
  } catch {}
  expect(await running.stop('SIGTERM')).toBe(0)
  closeSync(reader)
})
