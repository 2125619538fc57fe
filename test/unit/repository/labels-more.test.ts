import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Mirrors, mirrorsIn } from '../../../evaluation/mirrors.ts'
import { type LogSource, turnsOf } from '../../../evaluation/sessions/more-turns.ts'
import { typedBy } from '../../../evaluation/sessions/more-typed-text.ts'

const read = (path: string) => readFileSync(new URL(`../../../evaluation/${path}`, import.meta.url), 'utf8')
const labels = JSON.parse(read('data/sessions/labels-more.json'))
const turnFields = 'repo commit path uuid session person at sha language label'.split(' ')
const longestQuote = 250
const mostOfOneOwner = 300

test('each label names its turn by reference and hash, and holds no text but short quotes', () => {
  const named = new Set(
    labels.sources.flatMap(({ repo, commit, paths, format }: LogSource) =>
      format.kind === 'commits' ? `${repo} ${commit}` : paths.map((path) => `${repo} ${commit} ${path}`),
    ),
  )
  expect(new Set(labels.turns.map((turn: any) => turn.uuid)).size).toBe(labels.turns.length)
  for (const turn of labels.turns) {
    expect(Object.keys(turn)).toEqual(turn.label === 'rule' ? [...turnFields, 'rules'] : turnFields)
    const commit = `${turn.repo} ${turn.commit}`
    expect(named.has(/^[0-9a-f]{40}$/.test(turn.path) ? commit : `${commit} ${turn.path}`)).toBe(true)
    expect(turn.sha).toMatch(/^[0-9a-f]{12}$/)
    expect(['none', 'rule', 'unsure']).toContain(turn.label)
    for (const rule of turn.rules ?? []) {
      expect(rule.quote.length).toBeLessThanOrEqual(longestQuote)
      expect(['explicit', 'implied', 'recurrence']).toContain(rule.how)
      expect(['habit', 'project']).toContain(rule.scope)
      expect(rule.categories.every((category: string) => /^(belief|responsibility)\.\w+$/.test(category))).toBe(true)
      expect(rule.categories[0].startsWith(rule.kind)).toBe(true)
    }
  }
})

test('no owner has more than its share, and the counts are those of the tables', () => {
  const counts = (turns: any[]) => {
    const of = (label: string) => turns.filter((turn) => turn.label === label)
    const rules = of('rule').reduce((sum, turn) => sum + turn.rules.length, 0)
    return { none: of('none').length, rule: of('rule').length, rules, unsure: of('unsure').length }
  }
  const { none, rule, unsure } = counts(labels.turns)
  expect(labels.labels).toEqual({ none, rule, unsure })
  expect(labels.open).toEqual([...new Set(labels.sources.map((source: LogSource) => source.repo))])
  const readme = read('sessions/README.md')
  for (const { repo, license } of labels.sources) {
    const turns = labels.turns.filter((turn: any) => turn.repo === repo)
    const found = counts(turns)
    const cells = readme
      .split('\n')
      .find((line) => line.startsWith(`| ${repo} |`))!
      .split('|')
      .map((cell) => cell.trim())
    const sessions = new Set(turns.map((turn: any) => turn.session)).size
    const row = [turns.length, sessions, found.none, `${found.rule} (${found.rules})`, found.unsure].map(String)
    expect([cells[2], ...cells.slice(4, 9)], repo).toEqual([license, ...row])
  }
  const people = Object.groupBy(labels.turns, (turn: any) => turn.person) as Record<string, any[]>
  for (const turns of Object.values(people)) expect(turns.length).toBeLessThanOrEqual(mostOfOneOwner)
})

/** A mirror that holds one commit with these files. */
function mirrorOf(files: Record<string, string>, message: string): { mirrors: Mirrors; commit: string } {
  const folder = mkdtempSync(join(tmpdir(), 'turns-'))
  const directory = join(folder, 'ada+notes', 'repo')
  mkdirSync(directory, { recursive: true })
  const git = (...args: string[]) => execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8' }).trim()
  git('init', '-q')
  for (const [path, text] of Object.entries(files)) writeFileSync(join(directory, path), text)
  git('add', '.')
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-qm', message)
  return { mirrors: mirrorsIn(folder), commit: git('rev-parse', 'HEAD') }
}

const json = (...entries: object[]) => entries.map((entry) => JSON.stringify(entry)).join('\n')

test('turns are read from each form of log, in order and without what a tool said', async () => {
  const files = {
    'history.jsonl': json(
      { session_id: 's1', ts: 1_700_000_000, text: 'Use tabs, please.' },
      { session_id: 's1', ts: 1_700_000_001, text: '/clear' },
      { session_id: 's2', ts: 1_700_000_002, text: 'Use  tabs, please.' },
    ),
    'prompts.json': JSON.stringify({ prompts: [{ text: 'Test it first.', commandType: 4 }] }, null, 1),
    'session.json': JSON.stringify({ session_id: 's1', prompts: ['/clear', 'Answer in one line.'] }, null, 1),
    'run.jsonl': json(
      { type: 'assistant', message: { content: [{ type: 'text', text: 'Shall I push?' }] } },
      { type: 'user', sessionId: 's', message: { content: 'Never push to main.' } },
      { type: 'user', sessionId: 's', message: { content: [{ type: 'tool_result', content: 'a result' }] } },
    ),
    'chat.jsonl': json(
      { role: 'system', content: 'You are an agent.' },
      { role: 'user', content: 'Keep lines short.' },
      { role: 'assistant', content: 'Shortened.' },
      { role: 'user', content: 'Shorter, as before.' },
    ),
    'index.html':
      '<time datetime="2026-06-14T01:57:04Z">1</time></div><div class="index-item-content"><p>No, <em>fix</em> it &amp; test</p></div></a>\n' +
      '<time datetime="2026-06-14T01:58:04Z">2</time></div><div class="index-item-content"><task-notification>done</task-notification></div></a>',
    'exported.json': JSON.stringify({ requests: [{ message: { text: 'Keep files small.' }, timestamp: 1 }] }),
    'aider.md': '# aider chat started at 1\n\n#### add tests  \n#### for all of it  \n\nDone.\n\n#### yes  \n',
    'chat.md': '## User\n\nname it well\n\n## Assistant\n\nNamed.\n\n---\n\n## User\n\nno, as before\n',
  }
  const { mirrors, commit } = mirrorOf(files, 'Add logs\n\nPrompt: Keep all logs\nin one folder.\n\nDone.')
  const source = (path: string, format: LogSource['format']): LogSource => ({
    ...{ repo: 'ada/notes', commit, license: 'MIT', language: 'en' },
    ...{ paths: [path], format },
  })
  const texts = async (path: string, format: LogSource['format']) =>
    (await turnsOf(mirrors, [source(path, format)])).map(({ text, before }) => [text, before])
  expect(await texts('history.jsonl', { kind: 'log' })).toEqual([['Use tabs, please.', '']])
  expect(await texts('prompts.json', { kind: 'log' })).toEqual([['Test it first.', '']])
  expect(await texts('session.json', { kind: 'log' })).toEqual([['Answer in one line.', '']])
  expect(await texts('run.jsonl', { kind: 'transcript' })).toEqual([['Never push to main.', 'Shall I push?']])
  expect(await texts('chat.jsonl', { kind: 'transcript' })).toEqual([
    ['Keep lines short.', ''],
    ['Shorter, as before.', 'Shortened.'],
  ])
  expect(await texts('exported.json', { kind: 'export' })).toEqual([['Keep files small.', '']])
  expect(await texts('index.html', { kind: 'page' })).toEqual([['No, fix it & test', '']])
  const runs = { kind: 'runs', prefix: '#### ', session: '^# aider chat' } as const
  expect(await texts('aider.md', runs)).toEqual([['add tests\nfor all of it', '# aider chat started at 1']])
  const marks = { kind: 'marks', person: '^## User$', agent: '^## Assistant$' } as const
  expect(await texts('chat.md', marks)).toEqual([
    ['name it well', ''],
    ['no, as before', 'Named.'],
  ])
  const prompts = { kind: 'marks', person: '^Prompt: ', agent: '^$' } as const
  const [typed] = await turnsOf(mirrors, [source('', { kind: 'commits', message: prompts })])
  expect(typed).toMatchObject({ path: commit, text: 'Keep all logs\nin one folder.' })
})

test('a paste of many lines is no words of the person', () => {
  expect(typedBy('Fix this:\n```\na\nb\nc\nd\n```\nand test it')).toBe('Fix this:\n\nand test it')
  expect(typedBy('oui')).toBeUndefined()
  expect(typedBy('“可以。”')).toBeUndefined()
  expect(typedBy('本地的图片可以。')).toBe('本地的图片可以。')
  expect(typedBy('Day 2 작업을 진행해주세요\n\n*(Agent: Claude Sonnet 4)*')).toBe('Day 2 작업을 진행해주세요')
  expect(typedBy('<system-reminder>Keep to the plan</system-reminder>')).toBeUndefined()
  expect(typedBy('a '.repeat(1500))).toBeUndefined()
})
