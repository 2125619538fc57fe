import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseIn } from './release-notes.ts'

/** `npm run changelog -- VERSION DATE` makes the section of a release of the files in `changes`, and removes them. */

const root = join(import.meta.dirname, '..')
const folder = join(root, 'changes')
const [version = '', date = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version) || !/^\d{4}-\d{2}-\d{2}$/.test(date)) {
  console.error('Name the version and its date: npm run changelog -- 0.2.0 2026-12-24')
  process.exit(1)
}
const names = readdirSync(folder).filter((name) => name !== 'README.md')
const changelog = join(root, 'CHANGELOG.md')
const changes = names.sort().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
writeFileSync(changelog, releaseIn(readFileSync(changelog, 'utf8'), changes, `${version}] - ${date}`))
for (const name of names) rmSync(join(folder, name))
