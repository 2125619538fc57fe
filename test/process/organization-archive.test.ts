import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newWorkspace, run } from './command.ts'
import { newFolder, removeFolder } from './running.ts'

test('agent-identity organization exports into a new file, and imports it after signing in', async () => {
  const folder = newFolder()
  try {
    const workspace = newWorkspace(folder)
    const own = (...args: string[]) => run(workspace, ...args, '--data-dir', 'data')
    const signedIn = { ...workspace, input: 'correct horse battery staple\n' }
    const person = (...args: string[]) => run(signedIn, ...args, '--data-dir', 'data')
    const email = 'ada@example.com'
    expect(await person('register', '--email', email)).toMatchObject({ status: 0 })
    expect((await own('agents', '--new', 'Ada')).status).toBe(0)
    const exported = await own('organization', 'export', 'acme.zip')
    expect(exported).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^acme\.zip has the organization \(\d+ bytes\)\.\n$/),
    })
    const file = join(workspace.cwd, 'acme.zip')
    expect([readFileSync(file).toString('latin1', 0, 2), statSync(file).mode & 0o777]).toEqual(['PK', 0o600])
    const again = await own('organization', 'export', 'acme.zip')
    expect(again).toMatchObject({ status: 1, error: expect.stringContaining('acme.zip exists') })

    const imported = await person('organization', 'import', 'acme.zip', '--email', email)
    expect(imported).toMatchObject({ status: 0, out: expect.stringContaining('Its content sources are off.') })
    writeFileSync(join(workspace.cwd, 'wrong.zip'), 'no archive')
    const wrong = await person('organization', 'import', 'wrong.zip', '--email', email)
    expect(wrong).toMatchObject({ status: 1, error: expect.stringContaining('complete ZIP archive') })
  } finally {
    removeFolder(folder)
  }
}, 60_000)
