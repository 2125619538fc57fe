import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRobots } from '#core/domain/sources/robots.ts'
import { markdownLinks } from '#core/domain/sources/web-content.ts'
import { fitsPattern } from '#core/domain/sources/website-source.ts'

describe('fitsPattern', () => {
  test.each([
    [null, '/anything', true],
    ['/blog/*', '/blog/', true],
    ['/blog/*', '/blog/2026/tides', true],
    ['/blog/*', '/blogs', false],
    ['/blog', '/blog/', false],
    ['*.html', '/a/b.html', true],
    ['*.html', '/a/b.html?x=1', false],
    ['/*/about', '/en/about', true],
    ['/*/about', '/about', false],
    ['/a*a', '/a', false],
    ['*', '', true],
    ['/x.y', '/xzy', false],
  ])('%j and %j: %j', (pattern, path, fits) => {
    expect(fitsPattern(pattern, path)).toBe(fits)
  })

  test('means what the same regular expression means', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 })
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 8 })
    fc.assert(
      fc.property(pattern, text, (pattern, path) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`)
        expect(fitsPattern(pattern, path)).toBe(expression.test(path))
      }),
      { numRuns: 2000 },
    )
  })

  test('takes no long time for a hostile pattern', () => {
    expect(fitsPattern(`${'*a'.repeat(250)}*b`, 'a'.repeat(2000))).toBe(false)
  })
})

describe('robots.txt', () => {
  const robots = readRobots(
    [
      'User-agent: *',
      'Disallow: /private # not this',
      'Allow: /private/press',
      'Disallow: /*.pdf$',
      'Disallow:',
      '',
      'User-agent: other',
      'User-agent: our-robot',
      'Disallow: /drafts',
      'Sitemap: https://a.example/sitemap.xml',
    ].join('\r\n'),
    'stranger',
  )

  test.each([
    ['/', true],
    ['/private', false],
    ['/private/x', false],
    ['/privately', false],
    ['/private/press/1', true],
    ['/x.pdf', false],
    ['/x.pdf?a', true],
    ['/drafts', true],
  ])('%s may be read: %j', (path, allowed) => {
    expect(robots.allows(path)).toBe(allowed)
  })

  test('names sitemaps, and may speak to one robot by name', () => {
    expect(robots.sitemaps).toEqual(['https://a.example/sitemap.xml'])
    const text = 'User-Agent: *\nDisallow: /\n\nUser-agent: x\nUser-agent: our-robot\nDisallow: /drafts'
    expect(readRobots(text, 'our-robot').allows('/a')).toBe(true)
    expect(readRobots(text, 'our-robot').allows('/drafts')).toBe(false)
    expect(readRobots(text, 'stranger').allows('/a')).toBe(false)
  })

  test.each([
    ['/über', '/%C3%BCber', false],
    ['/%c3%bcber', '/%C3%BCber', false],
    ['/a%2fb', '/a%2Fb', false],
    ['/a%2fb', '/a/b', true],
    ['/%7Ejoe$', '/~joe', false],
  ])('%s compares with %s whatever is percent-encoded: may be read is %j', (pattern, path, allowed) => {
    expect(readRobots(`User-agent: *\nDisallow: ${pattern}`, 'stranger').allows(path)).toBe(allowed)
  })

  test.each(['', 'nonsense', '<html>', 'Disallow: /'])('%j asks for nothing', (text) => {
    expect(readRobots(text, 'our-robot').allows('/a')).toBe(true)
  })
})

test('markdown links are read in order, relative ones too', () => {
  const text = '# Site\n- [A](/a): first\n- [B](<https://b.example/x>) [C](c.md "title")\n[not](http://[) [none]'
  expect(markdownLinks(text, 'https://a.example/llms.txt')).toEqual([
    'https://a.example/a',
    'https://b.example/x',
    'https://a.example/c.md',
  ])
})
