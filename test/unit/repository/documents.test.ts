import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { answeredCodes, statusOfCode } from '#core/base/errors.ts'
import { exportPaths } from '#core/domain/formats/export-paths.ts'
import { agentsFile, exportAgentsFile } from '../../../scripts/agents-file.ts'
import { commandReference, commandReferenceFile } from '../../../scripts/command-reference.ts'

/** Every link between documents leads to a file and a heading, no page is too long to read, and the index lists each record. */

const root = join(import.meta.dirname, '../../..')
const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(root, path)))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

const folder = 'docs/explanation/decisions'
const records = readdirSync(join(root, folder)).filter((name) => /^\d{3}-/.test(name))

/** Pages that may be longer: they grow by a line with each change or measurement, or by a section with each command. */
const longer = /^(?:CHANGELOG|evaluation\/README|docs\/reference\/command-line)/

test('every relative link of a document leads to a file, and to a heading of it', () => {
  expect(pages.length).toBeGreaterThan(80)
  const broken = pages.flatMap((page) =>
    linksOf(textOf(page)).flatMap(([path, anchor]) => {
      const target = path === '' ? page : normalize(join(dirname(page), decodeURI(path)))
      if (!existsSync(join(root, target))) return [`${page}: ${path}`]
      const isMissing = anchor && /\.md$/.test(target) && !anchorsOf(textOf(target)).has(anchor)
      return isMissing ? [`${page}: ${path}#${anchor}`] : []
    }),
  )
  expect(broken).toEqual([])
})

test('the table of contents of the behavior has every section', () => {
  const contents = new Set(
    linksOf(textOf('docs/reference/behavior/README.md')).map(([path, anchor]) => `${path}#${anchor}`),
  )
  const chapters = pages.filter((page) => /^docs\/reference\/behavior\/[a-z-]+\.md$/.test(page))
  const sections = chapters.flatMap((page) =>
    [...textOf(page).matchAll(/^## (.+)$/gm)].map(
      ([heading]) => `${page.split('/').at(-1)}#${[...anchorsOf(heading)][0]}`,
    ),
  )
  expect(sections.length).toBeGreaterThan(70)
  expect(sections.filter((section) => !contents.has(section))).toEqual([])
})

test('the reference of the command is as `npm run generate` writes it', () => {
  expect(textOf(commandReferenceFile)).toBe(commandReference())
})

test('AGENTS.md is the export of identity.json that `npm run generate` writes, with every statement of it', () => {
  expect(textOf(agentsFile)).toBe(exportAgentsFile())
  const { beliefs, responsibilities } = JSON.parse(textOf('identity.json'))
  expect(textOf(agentsFile).match(/^- /gm)).toHaveLength(beliefs.length + responsibilities.length)
})

test('every path and command that the rules of contributors name is there', () => {
  const { scripts } = JSON.parse(textOf('package.json'))
  const rules = textOf('AGENTS.md') + textOf('CONTRIBUTING.md')
  const named = [...rules.matchAll(/`((?:scripts|test|docs|core|server|tools|cli)\/[\w./-]+)`/g)].map(
    ([, path]) => path!,
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const commands = [...rules.matchAll(/`npm run ([\w:-]+)/g)].map(([, command]) => command!)
  expect(commands.filter((command) => !(command in scripts))).toEqual([])
})

test('the page of errors has each code that an answer carries, with its status', () => {
  const rows = [...textOf('docs/reference/errors.md').matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm)]
  expect(rows.map(([, code, status]) => [code, Number(status)])).toEqual(
    answeredCodes.map((code) => [code, statusOfCode[code]]),
  )
})

test('the list of formats has each format with its files', () => {
  const rows = [...textOf('docs/reference/formats.md').matchAll(/^\| `([a-z0-9_]+)` \|[^|]*\|([^|]*)\|/gm)]
  expect(rows.map(([, format]) => format).sort()).toEqual(Object.keys(exportPaths).sort())
  for (const [, format, files] of rows) {
    for (const path of exportPaths[format as keyof typeof exportPaths]) expect(files).toContain(`\`${path}\``)
  }
})

test('each test that shows a requirement exists', () => {
  const named = textOf('docs/reference/aisvs.md').match(/(?<=`)test\/[\w./-]+\.ts(?=`)/g) ?? []
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('a page shows each picture', () => {
  const files = execFileSync('git', ['ls-files', 'docs'], { cwd: root, encoding: 'utf8' }).split('\n')
  const pictures = files.filter((path) => /\.(?:png|svg)$/.test(path) && existsSync(join(root, path)))
  const shown = new Set(
    pages.flatMap((page) => linksOf(textOf(page)).map(([path]) => normalize(join(dirname(page), path)))),
  )
  expect(pictures.length).toBeGreaterThan(2)
  expect(pictures.filter((path) => !shown.has(path))).toEqual([])
})

test('no page has more than 3,000 words', () => {
  expect(wordsOf('| a | — | b-c 1,000 |\n')).toBe(3)
  const long = pages
    .filter((page) => !longer.test(page))
    .map((page) => ({ page, words: wordsOf(textOf(page)) }))
    .filter(({ words }) => words > 3000)
  expect(long).toEqual([])
})

test('no record has more than 700 words', () => {
  const long = records
    .map((record) => ({ record, words: wordsOf(textOf(`${folder}/${record}`)) }))
    .filter(({ words }) => words > 700)
  expect(long).toEqual([])
})

test('each record has one line in the index, with its title, a date and a status', () => {
  const links = String.raw`(?:\[\d{3}\]\(\S+\)(?:, )?)+`
  const line = new RegExp(
    String.raw`^\| \[\d{3}\]\(([^)]+)\) \| (.+) \| \d{4}-\d\d-\d\d \| (?:accepted(?:, amended by ${links})?|superseded by ${links}) \|$`,
    'gm',
  )
  const titleOf = (record: string) => /^# \d{3}:? (.+)/.exec(textOf(`${folder}/${record}`))?.[1]
  const listed = [...textOf(`${folder}/README.md`).matchAll(line)].map(([, record, title]) => ({ record, title }))
  expect(records.length).toBeGreaterThan(30)
  expect(listed).toEqual(records.sort().map((record) => ({ record, title: titleOf(record) })))
  expect(records.map((record) => record.slice(0, 3))).toEqual([...new Set(records.map((name) => name.slice(0, 3)))])
})

test('a page of the documentation can be reached from its index', () => {
  const reached = new Set<string>()
  const visit = (target: string): void => {
    if (!existsSync(join(root, target))) return
    const page = statSync(join(root, target)).isDirectory() ? join(target, 'README.md') : target
    if (reached.has(page)) return
    reached.add(page)
    if (!/^docs\/.*\.md$/.test(page)) return
    for (const [path] of linksOf(textOf(page))) if (path) visit(normalize(join(dirname(page), path)))
  }
  visit('docs/README.md')
  expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([])
})

/** Links to other files or headings, without those to hosts and those in code. */
const linksOf = (text: string): [path: string, anchor: string | undefined][] =>
  [...withoutCode(text).matchAll(/\]\((?!\w+:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path, anchor]) => [
    path!,
    anchor,
  ])

const withoutCode = (text: string) => text.replace(/^( *)```[\s\S]*?^\1```$/gm, '').replace(/`[^`\n]*`/g, '')

/** Headings as GitHub and others make addresses of them. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of text.replace(/^( *)```[\s\S]*?^\1```$/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    let free = anchor
    for (let n = 1; anchors.has(free); n++) free = `${anchor}-${n}`
    anchors.add(free)
  }
  return anchors
}

/** Words with a letter or digit, so that the bars of tables do not count. */
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
