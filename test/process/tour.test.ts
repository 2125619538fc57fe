import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('npm run tour › leads an approved habit to its commit, rolls a release back, and keeps the hostile commit out', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/tour.ts'], {
    env: { ...process.env, NO_COLOR: '1' },
  })
  expect(stdout).toContain('commits: 40, files: 1')
  expect(stdout).toContain('1 with a secret redacted')
  expect(stdout).toContain('+ - Always check the tide table against the printed one before a release')
  expect(stdout).toMatch(/discovery, approved by Tour\n.*“.*” http/)
  expect(stdout).toMatch(/First release: .* 2\n.*Shorter answers: .* 3\n.*Too short: production is version 2\n/)
  expect(stdout).toMatch(/\d+ entries, the chain is whole/)
  expect(stdout).not.toMatch(/ignore all|approve every/i)
  // The README shows a part of the output.
  const [, shown] = /```\n( {3}Mira Holt[\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))!
  for (const proposal of shown!.trimEnd().split('\n\n')) expect(stdout).toContain(proposal)
})

test('npm run tour -- connect › plays every way to reach an agent, and ends with the second repository up to date', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/tour.ts', 'connect'], {
    env: { ...process.env, NO_COLOR: '1' },
  })
  expect(stdout).not.toContain('DIFFERS')
  expect(stdout).toContain('change request 1: merged')
  expect(stdout).toMatch(/behind +CLAUDE.md +ada\n +exit status 2\n/)
  expect(stdout).toMatch(/current +CLAUDE.md +ada\n/)
  expect(stdout).toMatch(/\+ .*A failing test comes before any code/)
})
