import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readFiles, writeFormat } from '#core/domain/formats/registry.ts'
import { anySource, itemOf, sourceOf } from './source.ts'

const formats = ['skill', 'claude_subagent', 'copilot_agent'] as const

const frontMatterOf = (source: ReturnType<typeof sourceOf>, format: (typeof formats)[number] = 'skill') => {
  const { files, lost } = writeFormat(format, source)
  const { content, path } = files[0]!
  const { name, description } = parse(/^---\n([\s\S]*?)\n---\n/.exec(content)![1]!)
  return { name, description, path, lost }
}

const descriptionOf = (statements: string[], profile: object = {}) =>
  frontMatterOf(
    sourceOf(
      statements.map((statement, n) => itemOf(n + 1, 'execution', statement, { display_order: n })),
      { description: 'Looks after payments', ...profile },
    ),
  ).description

test.each<[string, string[], string]>([
  [
    'activities',
    ['Reviewing pull requests.', 'Writing release notes'],
    'Looks after payments. Use for reviewing pull requests; writing release notes.',
  ],
  [
    'instructions',
    ['Review pull requests within a day. Leave at least one comment.', 'Write a migration, its test and its rollback'],
    'Looks after payments. Use for these tasks: Review pull requests within a day; Write a migration, its test and its rollback.',
  ],
  ['things', ['The payments ledger', 'All refunds'], 'Looks after payments. Use for the payments ledger; all refunds.'],
  [
    'words of files that describe agents',
    ['Responsible for on-call triage', 'You are an expert database engineer specializing in migrations'],
    'Looks after payments. Use for on-call triage; migrations.',
  ],
  [
    'a label with details',
    ['Retry patterns: exponential backoff, jitter', 'API design: REST'],
    'Looks after payments. Use for these tasks: Retry patterns; API design.',
  ],
  [
    'other languages',
    ['Das Kassenbuch führen', 'レビューを行う。早く返す。'],
    'Looks after payments. Use for these tasks: Das Kassenbuch führen; レビューを行う.',
  ],
  [
    'conditions, which come last',
    ['When a deploy fails, page the on-call', 'Watch deploys'],
    'Looks after payments. Use for these tasks: Watch deploys; When a deploy fails, page the on-call.',
  ],
  [
    'nothing that is a task',
    ['Never deploy on Friday', '不要在周五部署'],
    'Looks after payments. Use when Ada is asked for.',
  ],
  ['no responsibilities', [], 'Looks after payments. Use when Ada is asked for.'],
  ['tags', ['Review <script> tags'], 'Looks after payments. Use for these tasks: Review ‹script› tags.'],
])('the description says when to use an agent with %s', (_, statements, expected) => {
  expect(descriptionOf(statements)).toBe(expected)
})

test('starred responsibilities come first, beliefs are not listed, and eight tasks are enough', () => {
  const items = Array.from({ length: 12 }, (_, n) =>
    itemOf(n + 1, 'monitoring', `Watch queue ${n}`, { display_order: n, starred: n === 11 }),
  )
  const { description } = frontMatterOf(sourceOf([...items, itemOf(20, 'voice', 'Speaking softly')]))
  expect(description).toBe(
    'Looks after payments. Use for these tasks: Watch queue 11; Watch queue 0; Watch queue 1; Watch queue 2; Watch queue 3; Watch queue 4; Watch queue 5; Watch queue 6.',
  )
})

test.each([
  'Use for payments. Ask it first.',
  'MUST BE USED when a payment fails',
  'Payments expert. Use proactively after each release.',
])('a description that says itself when to use the agent is left as it is: %s', (description) => {
  expect(descriptionOf(['Review pull requests'], { description })).toBe(description)
})

test('long texts are cut at words, and a description that was cut is reported', () => {
  const long = `Keep ${'the ledger and '.repeat(60)}the rest`
  const { description, lost } = frontMatterOf(
    sourceOf(
      Array.from({ length: 12 }, (_, n) => itemOf(n + 1, 'ownership', `${n} ${long}`)),
      { description: 'Looks after payments and more, '.repeat(40).trim(), identity_markers: [] },
    ),
  )
  expect(description.length).toBeLessThanOrEqual(1024)
  expect(description).toMatch(
    /, Looks after… Use for these tasks: 0 Keep the ledger .* and…; 1 Keep the ledger .* and…$/,
  )
  expect(lost).toEqual([{ item_id: null, field: 'description', reason: expect.stringContaining('cut') }])
})

describe.each(formats)('%s', (format) => {
  test('has valid front matter within the limits of skills, whatever the texts are', () => {
    fc.assert(
      fc.property(anySource, fc.stringMatching(/^[a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){0,3}$/), (source, slug) => {
        const { name, description, path } = frontMatterOf({ ...source, agent: { ...source.agent, slug } }, format)
        expect(name).toMatch(/^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/)
        if (format === 'skill') expect(path).toBe(`.claude/skills/${name}/SKILL.md`)
        expect(description.length).toBeLessThanOrEqual(1024)
        expect(description).toMatch(/^[^<>]*\S[^<>]*$/)
        expect(description).toMatch(/use/i)
      }),
      { numRuns: 200 },
    )
  })
})

test('an edited description is reported, and proposes nothing', () => {
  const { files } = writeFormat('skill', sourceOf([itemOf(1, 'ownership', 'The ledger')]))
  const { content, path } = files[0]!
  const { items, profile } = readFiles([{ path, content: content.replace('Use for the ledger', 'Use for money') }])
  expect(items.map(({ statement }) => statement)).toEqual(['The ledger'])
  expect(profile.join('\n')).toContain('Use for money')
})
