import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killWorkers } from '../../support/kill-workers.ts'
import { newDatabase } from '../../support/service.ts'

test('a worker that is killed in the middle of discovery leaves nothing that shows in the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'identity-kill-'))
  const database = await newDatabase()
  const environment = { DATA_DIR: folder, LOG_LEVEL: 'fatal', ...database.environment }
  const rounds = await killWorkers(environment, 2, 60)
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
  expect(rounds.map(({ equal }) => equal)).toEqual([true, true])
  expect(rounds[0]!.readBefore).toBeGreaterThan(0)
})
