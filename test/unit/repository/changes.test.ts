import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readChange, releaseIn } from '../../../scripts/release-notes.ts'

const root = join(import.meta.dirname, '../../..')

test('every file of changes is an entry of a section', () => {
  const names = readdirSync(join(root, 'changes')).filter((name) => name !== 'README.md')
  for (const name of names) {
    expect(name).toMatch(/^[a-z0-9-]+\.md$/)
    expect(readChange({ name, text: readFileSync(join(root, 'changes', name), 'utf8') }).entry).toMatch(/^- \S/)
  }
  expect(() => readChange({ name: 'a.md', text: 'Improved: Everything' })).toThrow(
    'changes/a.md must begin with one of Changed, Added, Removed, Fixed, Security and a colon',
  )
})

test('a release has what was unreleased and every file, by section, above the earlier releases', () => {
  const before =
    '# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- One\n\n## [0.1.0] - 2026-11-26\n\n### Added\n\n- Zero\n'
  const changes = [
    { name: 'two.md', text: 'Fixed: Two, which\ntakes two lines\n' },
    { name: 'three.md', text: 'Added: Three' },
  ]
  expect(releaseIn(before, changes, '0.2.0] - 2026-12-24')).toBe(
    `# Changelog

## [Unreleased]

## [0.2.0] - 2026-12-24

### Added

- Three

### Fixed

- One
- Two, which
  takes two lines

## [0.1.0] - 2026-11-26

### Added

- Zero
`,
  )
})

test('no entry of the changelog of this repository is lost in a release', () => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const entriesOf = (text: string) =>
    text
      .split('\n')
      .filter((line) => /^(?:- | {2}\S)/.test(line))
      .sort()
  expect(entriesOf(releaseIn(changelog, [], '0.2.0] - 2026-12-24'))).toEqual(entriesOf(changelog))
})
