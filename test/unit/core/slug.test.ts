import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileName, fileTypes } from '#core/domain/identity/prompt.ts'
import { slugify } from '#core/domain/identity/slug.ts'

describe('slugify', () => {
  test.each([
    ['Acme, Inc.', 'acme-inc'],
    ["  Zoë's  Bot (v2) ", 'zoes-bot-v2'],
    ['Straße & Ærø', 'strasse-aero'],
    ['ＦＵＬＬ Width™', 'full-widthtm'],
    ['İstanbul', 'istanbul'],
    ['snake_case--and---more', 'snake-case-and-more'],
    ['日本', ''],
    ['../../', ''],
    ['', ''],
  ])('%j becomes %j', (text, slug) => expect(slugify(text)).toBe(slug))

  test('yields words of lower-case ASCII between single hyphens, or nothing, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const slug = slugify(text)
        expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
        expect(slugify(slug)).toBe(slug)
      }),
    )
  })
})

describe('fileName', () => {
  test("is the file's name after a slug of the agent's", () => {
    expect(fileTypes.map((type) => fileName(type, 'Release Manager'))).toEqual([
      'release-manager-AGENT.md',
      'release-manager-SOUL.md',
      'release-manager-RESPONSIBILITIES.md',
      'release-manager-IDENTITY.md',
    ])
  })

  test('has no prefix when the name leaves no slug', () => {
    expect(fileName('agent', '../../')).toBe('AGENT.md')
    expect(fileName('soul', '日本')).toBe('SOUL.md')
  })

  test('cannot break out of a header or a folder, and stays short', () => {
    expect(fileName('agent', 'a"; filename="b\r\nSet-Cookie: x=/../y')).toBe('a-filename-b-set-cookie-x-y-AGENT.md')
    expect(fileName('agent', 'ab '.repeat(500))).toBe(`${'ab-'.repeat(20)}AGENT.md`)
  })
})
