import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareEntries, heldItems } from '#core/domain/formats/compare.ts'
import { areExportPaths } from '#core/domain/formats/export-paths.ts'
import { formatNames } from '#core/domain/formats/format.ts'
import { agentCode, findMarker } from '#core/domain/formats/marker.ts'
import { formats, readFiles, writeFormat } from '#core/domain/formats/registry.ts'
import { anySource, itemOf, sourceOf } from './source.ts'

describe.each(formatNames.filter((name) => formats[name].read))('%s', (name) => {
  test('is read again with every item that it held, in its category, whatever statements hold', () => {
    fc.assert(
      fc.property(anySource, (source) => {
        const { files, lost, version } = writeFormat(name, source)
        const lostOf = (field: string) =>
          new Set(lost.filter((one) => one.field === field).map(({ item_id }) => item_id))
        const reading = readFiles(files)
        expect([reading.format, reading.marker, reading.prose]).toEqual([
          name,
          { agent: agentCode(source.agent.id), version },
          '',
        ])
        const held = heldItems(name, source.items, reading.items)
        expect(reading.items).toHaveLength(held.length)
        const isHeld = new Set(held.map(({ item }) => item.id))
        const [noStatement, noCategory, noStar] = ['statement', 'category', 'starred'].map(lostOf)
        for (const { id } of source.items) expect(isHeld.has(id) || noStatement!.has(id)).toBe(true)
        for (const { item, entry } of held) {
          if (!noStatement!.has(item.id)) expect(entry.statement).toBe(item.statement)
          if (!noCategory!.has(item.id)) expect(entry.category).toBe(item.category)
          if (!noStar!.has(item.id)) expect(entry.starred ?? false).toBe(item.starred)
        }
        const comparison = compareEntries(held, reading.items)
        expect([comparison.missing, comparison.added, comparison.moved]).toEqual([[], [], []])
      }),
      { numRuns: 150 },
    )
  })

  test('says the same of the same identity', () => {
    const source = sourceOf([itemOf(1, 'axiom', 'Users first'), itemOf(2, 'voice', 'Be brief', { starred: true })])
    expect(writeFormat(name, source)).toEqual(writeFormat(name, source))
    const other = sourceOf([itemOf(1, 'axiom', 'Users second')])
    expect(writeFormat(name, other).version).not.toBe(writeFormat(name, source).version)
  })
})

test('a statement is recognized that both Markdown and the format change', () => {
  const source = sourceOf([itemOf(1, 'axiom', String.raw`\*$ 1`, { starred: true })])
  const { items } = readFiles(writeFormat('skill', source).files)
  expect(heldItems('skill', source.items, items)).toMatchObject([{ entry: { statement: '*$1' } }])
})

test('json keeps every field of every item', () => {
  fc.assert(
    fc.property(anySource, (source) => {
      const { files, lost } = writeFormat('json', source)
      expect(lost).toEqual([])
      const { items } = readFiles(files)
      const told = source.items.map(({ statement, category, starred, hidden, status, display_order, n_count }) => ({
        ...{ statement, category, starred },
        own: { hidden, status, display_order, n_count },
      }))
      expect(items).toEqual([
        ...told.filter(({ category }) => isBelief(category)),
        ...told.filter(({ category }) => !isBelief(category)),
      ])
    }),
  )
})

const isBelief = (category: string) => ['axiom', 'principle', 'voice', 'preference', 'boundary'].includes(category)

test('Markdown begins with one line that names agent and version, after front matter', () => {
  const source = sourceOf([itemOf(1, 'axiom', 'Users first')])
  const { files, version } = writeFormat('claude_md', source)
  const agent = agentCode(source.agent.id)
  const line = `<!-- agent-identity agent=ada.${agent} version=${version} -->`
  expect(files[0]!.content.split('\n')[0]).toBe(line)
  expect(findMarker(files[0]!.content)).toEqual({ agent, version })
  const cursor = writeFormat('cursor', source).files[0]!.content
  expect(cursor).toMatch(/^---\ndescription: .*\nalwaysApply: true\n---\n\n<!-- agent-identity agent=/)
})

test('windsurf leaves out what its limit has no room for, and says so', () => {
  const items = Array.from({ length: 30 }, (_, n) =>
    itemOf(n + 1, n < 3 ? 'boundary' : 'voice', `${n} ${'x'.repeat(900)}`),
  )
  const { files, lost } = writeFormat('windsurf', sourceOf(items, { identity_markers: [] }))
  expect(files[0]!.content.length).toBeLessThanOrEqual(12_000)
  expect(lost.length).toBe(items.length - readFiles(files).items.length)
  expect(files[0]!.content).toContain('- 2 x')
})

test('an A2A card has the responsibilities as skills, and names what it lacks', () => {
  const items = [itemOf(1, 'axiom', 'Users first'), itemOf(2, 'ownership', 'The ledger')]
  const { files, lost } = writeFormat('a2a_card', sourceOf(items))
  const card = JSON.parse(files[0]!.content)
  expect(card.skills).toEqual([
    { id: items[1]!.id, name: 'The ledger', description: 'The ledger', tags: ['ownership', 'payments'] },
  ])
  expect(lost.map(({ item_id, field }) => [item_id, field])).toEqual([
    [null, 'supportedInterfaces'],
    [items[0]!.id, 'statement'],
  ])
  expect(() => readFiles(files, 'a2a_card')).toThrow('a2a_card can be exported only')
})

test.each(formatNames)('%s is written at the paths that the command line writes', (name) => {
  for (const slug of ['ada', 'ada-2', `${'a'.repeat(63)}-b`]) {
    const { files } = writeFormat(name, sourceOf([itemOf(1, 'axiom', 'Users first')], { slug }))
    expect(
      areExportPaths(
        name,
        files.map(({ path }) => path),
      ),
    ).toBe(true)
  }
})

test('a skill may lie in the other folder of skills, when that one was requested', () => {
  const paths = ['.agents/skills/ada/SKILL.md']
  expect([areExportPaths('skill', paths), areExportPaths('skill', paths, '.agents/skills')]).toEqual([false, true])
  expect(areExportPaths('skill', ['.claude/skills/ada/SKILL.md'], '.agents/skills')).toBe(false)
})
