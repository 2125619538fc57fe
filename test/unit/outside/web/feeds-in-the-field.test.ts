import { describe, expect, test } from 'vitest'
import { readFeed } from '../../../../server/outside/web/feed.ts'

/** Feeds as generators write them, against the letter of their formats or at their edges. */

const address = 'https://blog.example.com/feed.xml'
const read = (text: string, maxEntries = 50) => readFeed(text, address, maxEntries)
const rss = (...items: string[]) =>
  `<?xml version="1.0"?>\r\n<rss version="2.0"><channel>${items.map((item) => `<item>${item}</item>`).join('\r\n')}</channel></rss>`
const atom = (...entries: string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom">${entries.map((entry) => `<entry>${entry}</entry>`).join('')}</feed>`

describe('an id that different entries share is none:', () => {
  const count = (feed: string) => new Set(read(feed).map(({ id }) => id)).size

  test.each<[string, string, number]>([
    [
      'of RSS, with links',
      rss(
        '<guid isPermaLink="false">none</guid><title>One</title><link>https://a.example/1</link>',
        '<guid isPermaLink="false">none</guid><title>Two</title><link>https://a.example/2</link>',
      ),
      2,
    ],
    [
      'of Atom, with links',
      atom('<id>urn:x</id><title>Eins</title><link href="/1"/>', '<id>urn:x</id><title>Eins</title><link href="/2"/>'),
      2,
    ],
    ['without links', rss('<guid>0</guid><title>一</title>', '<guid>0</guid><title>二</title>'), 2],
    [
      'with one link for all, and one title',
      rss(
        ...['2026-01-01', '2026-01-02', '2026-01-03'].map(
          (date) => `<guid>/</guid><link>/</link><title>Status</title><pubDate>${date}</pubDate>`,
        ),
      ),
      3,
    ],
    [
      'where only some share it',
      rss('<guid>7</guid><title>a</title>', '<guid>8</guid><title>b</title>', '<guid>8</guid><title>c</title>'),
      3,
    ],
    [
      'with texts alone',
      rss('<guid>x</guid><description>a</description>', '<guid>x</guid><description>b</description>'),
      2,
    ],
    [
      'of JSON',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1',
        items: [
          { id: 0, url: '/1' },
          { id: 0, url: '/2' },
        ],
      }),
      2,
    ],
    ['an entry twice is one', rss('<guid>1</guid><title>a</title>', '<guid>1</guid><title>a</title>'), 1],
    [
      'two versions of an entry are one',
      atom('<id>1</id><link href="/1"/><summary>new</summary>', '<id>1</id><link href="/1"/><summary>old</summary>'),
      1,
    ],
  ])('%s', (_name, feed, entries) => expect(count(feed)).toBe(entries))

  test('the rest of the feed decides too, and a link that is not shared is the id', () => {
    const items = [1, 2, 3].map((number) => `<guid>g</guid><link>https://a.example/${number}</link>`)
    expect(read(rss(...items), 1)).toMatchObject([{ id: 'https://a.example/1' }])
    expect(read(rss(items[0]!), 1)).toMatchObject([{ id: 'g' }])
  })

  test('the digest stays when the text changes, and the first version is taken', () => {
    const ids = ['old', 'new'].map((words) =>
      read(
        rss(
          `<guid>x</guid><title>a</title><description>${words}</description>`,
          '<guid>x</guid><title>a</title>',
          '<guid>x</guid><title>b</title>',
        ),
      ),
    )
    expect(ids[0]!.map(({ id }) => id)).toEqual(ids[1]!.map(({ id }) => id))
    expect(ids[1]!.map(({ text }) => text)).toEqual(['new', ''])
  })
})

describe('addresses', () => {
  test.each([
    ['a number', '<guid>17</guid>', null],
    ['words', '<guid isPermaLink="true">post one</guid>', null],
    ['a path', '<guid>/2026/one</guid>', null],
    ['a tag', '<guid>tag:blog.example.com,2026:1</guid>', null],
    ['an address', '<guid> HTTPS://blog.example.com/1 </guid>', 'https://blog.example.com/1'],
    ['beside a link', '<guid>https://a.example/1</guid><link>https://a.example/2</link>', 'https://a.example/2'],
  ])('a guid that is %s', (_name, item, url) => expect(read(rss(item))[0]!.url).toBe(url))

  test.each([
    ['of the feed', 'xml:base="https://a.example/x/"', '', '', 'https://a.example/x/1'],
    ['of the entry', '', 'xml:base="https://b.example/"', '', 'https://b.example/1'],
    ['of the link', '', '', 'xml:base="/c/"', 'https://blog.example.com/c/1'],
    ['nested', 'xml:base="https://a.example/x/"', 'xml:base="y/"', 'xml:base="z/"', 'https://a.example/x/y/z/1'],
    ['that is none', 'xml:base="::"', 'xml:base="javascript:alert(1)"', '', ''],
  ])('xml:base %s', (_name, feed, entry, link, url) => {
    const one = `<id>1</id><link ${link} href="1"/>`
    const text = atom(one).replace('<feed', `<feed ${feed}`).replace('<entry', `<entry ${entry}`)
    expect(read(text)[0]!.url ?? '').toBe(url)
    const item = `<guid>1</guid><link ${link}>1</link>`
    const other = rss(item).replace('<channel', `<channel ${feed}`).replace('<item', `<item ${entry}`)
    expect(read(other)[0]!.url ?? '').toBe(url)
  })

  test.each([
    ['<link rel="self" href="/self"/><link rel="enclosure" href="/a.mp3"/><link rel="alternate" href="/1"/>', '/1'],
    ['<link rel="alternate"/><link href="/2?a=1&amp;b=2"/>', '/2?a=1&b=2'],
    ['<link href="mailto:a@example.com"/>', null],
  ])('links of Atom: %s', (links, path) => {
    expect(read(atom(`<id>1</id>${links}`))[0]!.url).toBe(path && `https://blog.example.com${path}`)
  })

  test('RSS may name them in an element of Atom', () => {
    const xml = rss('<guid>1</guid><link/><atom:link href="/1" xmlns:atom="http://www.w3.org/2005/Atom"/>')
    expect(read(xml)[0]!.url).toBe('https://blog.example.com/1')
  })
})

describe('namespaces', () => {
  const entry = (p: string) =>
    `<${p}entry><${p}id>1</${p}id><${p}title type="html">A &lt;i&gt;b&lt;/i&gt;</${p}title><${p}link href="/1"/>
    <${p}author><${p}name>Ada</${p}name></${p}author><${p}updated>2026-01-02T03:04:05Z</${p}updated>
    <${p}content type="text">Words</${p}content></${p}entry>`

  test.each([
    ['atom', 'xmlns:atom="http://www.w3.org/2005/Atom"'],
    ['a', 'xmlns:a="http://www.w3.org/2005/Atom"'],
    ['ns0', 'xmlns:ns0="https://www.w3.org/2005/Atom/"'],
    ['atom', ''],
    ['', 'xmlns="http://purl.org/atom/ns#"'],
    ['', 'xmlns="urn:something:else"'],
    ['', ''],
  ])('Atom as %j with %j', (prefix, declaration) => {
    const p = prefix && `${prefix}:`
    expect(read(`<${p}feed ${declaration}>${entry(p)}</${p}feed>`)).toEqual([
      {
        id: '1',
        title: 'A b',
        url: 'https://blog.example.com/1',
        author: 'Ada',
        text: 'Words',
        published_at: '2026-01-02T03:04:05.000Z',
      },
    ])
  })

  test('RSS 1.0, and modules under names of their own', () => {
    const xml = `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:c="http://purl.org/rss/1.0/modules/content/">
      <channel r:about="x"><title>Blog</title><items><r:Seq/></items></channel>
      <item r:about="y"><title>One</title><link>/1</link><d:creator>Ada</d:creator><d:date>2026-03-01T12:00+09:00</d:date>
      <description>Short</description><c:encoded><![CDATA[<p>Long</p>]]></c:encoded></item></r:RDF>`
    expect(read(xml)).toMatchObject([
      { title: 'One', author: 'Ada', text: 'Long', published_at: '2026-03-01T03:00:00.000Z' },
    ])
    const prefixed = `<rdf:RDF xmlns:rss="http://purl.org/rss/1.0/"><rss:item><rss:title>Uno</rss:title><rss:link>/1</rss:link></rss:item></rdf:RDF>`
    expect(read(prefixed)).toMatchObject([{ title: 'Uno', url: 'https://blog.example.com/1' }])
  })

  test('titles and descriptions of pictures and episodes are not those of the entry', () => {
    const xml = rss(
      '<media:title>Picture</media:title><itunes:title>Episode</itunes:title><title>One</title><media:description>A cat</media:description><description>Words</description>',
    )
    expect(read(xml)).toMatchObject([{ title: 'One', text: 'Words' }])
  })

  test.each([
    '<media:group><media:title>t</media:title><media:description>Línea uno\n\n1 &lt; 2</media:description></media:group>',
    '<media:description type="plain">Línea uno\n\n1 &lt; 2</media:description>',
    '<media:content url="x"><media:description type="html">&lt;p&gt;Línea uno&lt;/p&gt;1 &amp;lt; 2</media:description></media:content>',
    '<description></description><media:group><media:content><media:description>Línea uno\n\n1 &lt; 2</media:description></media:content></media:group>',
  ])('a description of a video is the text when there is no other: %s', (media) => {
    const xmlns = 'xmlns:media="http://search.yahoo.com/mrss/"'
    expect(read(rss(`<guid>1</guid>${media}`).replace('<rss', `<rss ${xmlns}`))[0]!.text).toBe('Línea uno\n\n1 < 2')
    expect(read(atom(`<id>1</id>${media.replace('<description></description>', '')}`))[0]!.text).toBe(
      'Línea uno\n\n1 < 2',
    )
  })
})

describe('dates, authors and texts', () => {
  test('items may stand beside the channel or without one, titled by Dublin Core', () => {
    for (const xml of [
      '<rss><item><dc:title>a</dc:title></item></rss>',
      '<rss><channel/><item><dc:title>a</dc:title></item></rss>',
    ]) {
      expect(read(xml)).toMatchObject([{ id: 'a', title: 'a' }])
    }
  })

  test('Atom may hold XHTML with empty elements, and Atom 0.3 base64', () => {
    const xhtml =
      '<id>1</id><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a<textarea/><b hidden=""/> b</div></content>'
    expect(read(atom(xhtml))[0]!.text).toBe('a b')
    const encoded = `<id>1</id><summary mode="base64">\n${Buffer.from('<p>Über</p>').toString('base64')}\n</summary>`
    expect(read(atom(encoded))[0]!.text).toBe('Über')
  })

  test('a document may declare the entities of HTML', () => {
    const doctype =
      '<!DOCTYPE rss [<!ENTITY % HTMLlat1 PUBLIC "-//W3C//ENTITIES Latin 1 for XHTML//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml-lat1.ent"> %HTMLlat1;]>'
    expect(read(doctype + rss('<guid>1</guid><description>caf&eacute;</description>'))[0]!.text).toBe('café')
  })

  test('one that cannot be read gives way to another', () => {
    expect(read(atom('<id>1</id><published>soon</published><updated>2026-01-01</updated>'))[0]!.published_at).toBe(
      '2026-01-01T00:00:00.000Z',
    )
  })

  test('an entry of Atom without an author has the feed’s', () => {
    const xml = atom('<id>1</id>', '<id>2</id><author><name>Bo</name></author>')
    const authors = read(xml.replace('<entry>', '<author><name>Ada</name></author><entry>')).map(({ author }) => author)
    expect(authors).toEqual(['Ada', 'Bo'])
  })

  test.each([
    ['<author>ada@example.com (Ada)</author>', 'ada@example.com (Ada)'],
    ['<author/><itunes:author>Ada</itunes:author>', 'Ada'],
    ['<author><name>Ada</name></author>', 'Ada'],
  ])('%s', (item, author) => expect(read(rss(`<guid>1</guid>${item}`))[0]!.author).toBe(author))

  test.each([
    ['HTML that is not escaped', '<description><p>One</p>\n<p>Two<br></p></description>', 'One\n\nTwo'],
    ['windows-1252 in references', '<description>It&#146;s &#150; fine</description>', 'It’s – fine'],
    ['names of HTML', '<description>caf&eacute;&nbsp;noir</description>', 'café\u00a0noir'],
    ['several CDATA sections', '<description><![CDATA[a]]]]><![CDATA[>b]]></description>', 'a]]>b'],
    [
      'a table',
      '<description><![CDATA[<table><tr><th>Rule</th><th>Reason</th></tr><tr><td>I never deploy on Friday</td><td>Nobody is there</td></tr></table>]]></description>',
      'Rule | Reason\n\nI never deploy on Friday | Nobody is there',
    ],
    [
      'the body of XHTML',
      '<body xmlns="http://www.w3.org/1999/xhtml"><p>a<iframe src="x"/> b<br/>c</p></body>',
      'a b\nc',
    ],
    ['a body without a namespace', '<body>&lt;p&gt;a&lt;/p&gt;</body>', 'a'],
    ['a video in HTML', '<description>&lt;p&gt;a &lt;iframe src="x" /&gt;b&lt;/p&gt;</description>', 'a b'],
    ['Dublin Core', '<dc:description>a</dc:description>', 'a'],
    ['terms', '<content:encoded>&lt;dl&gt;&lt;dt&gt;A&lt;dd&gt;B&lt;/dl&gt;</content:encoded>', 'A\n\nB'],
  ])('%s', (_name, item, text) => expect(read(rss(`<guid>1</guid>${item}`))[0]!.text).toBe(text))
})
