import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { agentCode, asComment, findMarker, isMarkerLine, markerOf } from '#core/domain/formats/marker.ts'
import { writeFormat } from '#core/domain/formats/registry.ts'
import { agentSlugBase, numberedSlug } from '#core/domain/identity/slug.ts'
import { itemOf, sourceOf } from './source.ts'

const agentOf = (id: string, slug: string) => sourceOf([], { id, slug }).agent
/** Letters and digits in turn take a token each. */
const anySlug = fc.oneof(
  fc.constantFrom('ada', 'a-2', '0a1b2c3d4e5f6a7b8c9d', 'q-z-x-j-9-w-7-k-v', 'x'.repeat(64), '8'.repeat(64)),
  fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), minLength: 1, maxLength: 64 }),
  fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 1, max: 999_999 }))
    .map(([name, n]) => numberedSlug(agentSlugBase(name), n)),
)

test('the comment line has at most 40 tokens, whatever the agent, its slug and the version', () => {
  const version = fc.oneof(
    fc.integer({ min: 0, max: 999_999 }).map(String),
    fc.maxSafeNat().map((n) => String(n % 1e15)),
  )
  let most = 0
  fc.assert(
    fc.property(fc.uuid(), anySlug, version, (id, slug, number) => {
      const line = asComment(markerOf(agentOf(id, slug), number.padStart(15, '0')))
      most = Math.max(most, countTokens(line))
      expect(findMarker(line)).toEqual({ agent: agentCode(id), version: number.padStart(15, '0') })
    }),
    { numRuns: 20_000 },
  )
  expect(most).toBeLessThanOrEqual(40)
})

test('the line of earlier builds is recognized, and names the hash under which its export is stored', () => {
  const { id } = agentOf('019a3c51-7e04-7d9a-9c5e-000000000001', 'ada')
  const hash = '0123456789abcdef'.repeat(4)
  const former = `agent-identity agent=${id} version=${hash.slice(0, 12)} hash=${hash}`
  for (const content of [`<!-- ${former} -->\n\n# Ada\n`, `# ${former}\nname: Ada\n`, `{ "exported": "${former}" }`])
    expect(findMarker(content)).toEqual({ agent: agentCode(id), version: hash })
  expect(isMarkerLine(asComment(former))).toBe(true)
})

test.each([
  ['another version', 'agent-identity agent=ada.123456789012345 version=12'],
  ['no agent', 'agent-identity agent=ada version=123456789012345'],
  ['an agent with spaces', 'agent-identity agent=a a.123456789012345 version=123456789012345'],
  ['other text', 'see agent-identity agent=ada.123456789012345 version=123456789012345'],
])('a line with %s is none of ours', (_, line) => {
  expect(findMarker(`<!-- ${line} -->\n`)).toBeUndefined()
})

test('a version is that of the text: fields that a format does not hold leave it as it is', () => {
  const versionOf = (format: 'claude_md' | 'json' | 'skill', set: object, profile: object = {}) =>
    writeFormat(format, sourceOf([itemOf(1, 'axiom', 'Users first', set)], profile)).version
  for (const set of [{ n_count: 9 }, { status: 'pending' as const }, { updated_at: '2026-11-09T00:00:00.000Z' }])
    expect(versionOf('claude_md', set)).toBe(versionOf('claude_md', {}))
  expect(versionOf('json', { n_count: 9 })).not.toBe(versionOf('json', {}))
  expect(versionOf('claude_md', { starred: true })).not.toBe(versionOf('claude_md', {}))
  // A new item with the text of a former one is another one to propose edits of.
  expect(versionOf('claude_md', { id: itemOf(2, 'axiom', '').id })).not.toBe(versionOf('claude_md', {}))
  expect(versionOf('skill', {}, { slug: 'ada-2' })).not.toBe(versionOf('skill', {}))
})
