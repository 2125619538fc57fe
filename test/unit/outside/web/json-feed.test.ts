import { describe, expect, test } from 'vitest'
import { readFeed } from '../../../../server/outside/web/feed.ts'
import { feedLinkIn } from '../../../../server/outside/web/feed-link.ts'

const address = 'https://blog.example.com/feed.xml'
const read = (text: string) => readFeed(text, address, 50)

describe('JSON Feed', () => {
  const feed = (version: string, ...items: unknown[]) =>
    JSON.stringify({
      version: `https://jsonfeed.org/version/${version}`,
      title: 'Blog',
      author: { name: 'Ada' },
      items,
    })

  test.each(['1', '1.1'])('version %s: words, address, author and date', (version) => {
    const item = {
      id: 7,
      url: '/1',
      title: 'Tides & tables',
      content_html: '<p>Always <b>check</b>.</p><dl><dt>A<dd>B</dl>',
      content_text: 'not this',
      date_published: '2026-01-02T03:04:05+01:00',
    }
    const other = { id: 'x', external_url: 'https://b.example/', content_text: 'a\n<b>', authors: [{}, { name: 'Bo' }] }
    expect(read(`\n${feed(version, item, other)}`)).toEqual([
      {
        id: '7',
        title: 'Tides & tables',
        url: 'https://blog.example.com/1',
        author: 'Ada',
        text: 'Always check.\n\nA\n\nB',
        published_at: '2026-01-02T02:04:05.000Z',
      },
      { id: 'x', title: null, url: 'https://b.example/', author: 'Bo', text: 'a\n<b>', published_at: null },
    ])
  })

  test('of other types than it promises', () => {
    const odd = [null, 5, [], {}, { id: {}, url: [], title: 4, content_html: {}, authors: 'Ada', date_published: 5 }]
    expect(read(feed('1.1', ...odd))).toMatchObject([{ id: '4', title: '4', url: null, text: '', published_at: null }])
    expect(read('{"version": "https://jsonfeed.org/version/1", "items": {}}')).toEqual([])
  })
})

describe('the feed of a page', () => {
  const page = (head: string) => `<!DOCTYPE html>\n<html><head>${head}</head><body><p>Words</p></body></html>`

  test.each([
    ['<link rel="alternate" type="application/rss+xml" href="/rss">', 'https://blog.example.com/rss'],
    [
      '<LINK HREF=atom.xml TYPE="application/atom+xml; charset=utf-8" REL="home ALTERNATE">',
      'https://blog.example.com/atom.xml',
    ],
    [
      '<base href="https://c.example/x/"><link rel=alternate type=application/feed+json href=f.json>',
      'https://c.example/x/f.json',
    ],
    [
      '<link rel="stylesheet" href="a.css"><link rel="alternate" hreflang="de" href="/de"><link rel="alternate" type="application/rss+xml" href="?a=1&amp;b=2"><link rel="alternate" type="application/atom+xml" href="/second">',
      'https://blog.example.com/feed.xml?a=1&b=2',
    ],
    ['<link rel="alternate" type="application/rss+xml" href="file:///etc/passwd">', undefined],
    ['<link rel="alternate" type="application/rss+xml">', undefined],
    ['<link rel="alternate" type="text/html" href="/amp">', undefined],
    ['<script>"<link rel=alternate type=application/rss+xml href=/x>"</script>', undefined],
    ['<!-- <link rel="alternate" type="application/rss+xml" href="/x"> -->', undefined],
  ])('%s', (head, link) => expect(feedLinkIn(page(head), address)).toBe(link))

  test('is looked for no deeper than a head nests', () => {
    expect(feedLinkIn('<a>'.repeat(1_000_000), address)).toBeUndefined()
  })
})
