import { describe, expect, test } from 'vitest'
import { readFeed } from '../../../../server/outside/web/feed.ts'

const address = 'https://blog.example.com/feed.xml'
const read = (xml: string, maxEntries = 50) => readFeed(xml, address, maxEntries)
const rss = (...items: string[]) => `<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>
  ${items.map((item) => `<item>${item}</item>`).join('')}</channel></rss>`

describe('RSS', () => {
  test('2.0: words, address, author and date of each item', () => {
    const item = `<title>Tides &amp;amp; &#x54;ables</title><link>https://blog.example.com/1?a=1&amp;b=2</link>
      <guid isPermaLink="false">7</guid><dc:creator><![CDATA[Ada & Co]]></dc:creator>
      <pubDate>Wed, 02 Oct 2002 13:00:00 EST</pubDate><description>short</description>
      <content:encoded><![CDATA[<p>Always <b>check</b> the table &amp; the wind.</p>]]></content:encoded>`
    expect(read(rss(item))).toEqual([
      {
        id: '7',
        title: 'Tides & Tables',
        url: 'https://blog.example.com/1?a=1&b=2',
        author: 'Ada & Co',
        text: 'Always check the table & the wind.',
        published_at: '2002-10-02T18:00:00.000Z',
      },
    ])
  })

  test('1.0: items stand beside the channel', () => {
    const xml = `<rdf:RDF><channel rdf:about="x"><title>Blog</title></channel>
      <item rdf:about="https://blog.example.com/1"><title>One</title><link>/1</link>
      <description>Words</description><dc:date>2026-03-01</dc:date></item></rdf:RDF>`
    expect(read(xml)).toMatchObject([
      { id: 'https://blog.example.com/1', url: 'https://blog.example.com/1', published_at: '2026-03-01T00:00:00.000Z' },
    ])
  })

  test.each([
    ['escaped HTML', '<description>&lt;p&gt;a &amp;lt;b&amp;gt;&lt;/p&gt;</description>', 'a <b>'],
    ['text and CDATA in turns', '<description>one &amp; <![CDATA[<i>two</i>]]> three</description>', 'one & two three'],
    ['CDATA that never ends', '<description><![CDATA[one</description>', undefined],
    ['no words', '<title>One</title><description/>', ''],
    ['what a browser does not show', '<description><![CDATA[a<script>b</script><p hidden>c</p>]]></description>', 'a'],
  ])('%s', (_name, item, text) => {
    const entries = () => read(rss(`<guid>1</guid>${item}`))
    if (text === undefined) expect(entries).toThrow('is not a feed')
    else expect(entries()[0]!.text).toBe(text)
  })

  test('an item without an id is known by its address, or by its title; one without any is left out', () => {
    const items = ['<link>https://a.example/1</link>', '<title>Two</title>', '<description>Three</description>']
    expect(read(rss(...items)).map(({ id }) => id)).toEqual(['https://a.example/1', 'Two'])
  })

  test('addresses are of the web alone, a guid among them unless it says that it is none', () => {
    const items = [
      '<guid>https://a.example/1</guid>',
      '<guid isPermaLink="false">https://a.example/2</guid>',
      '<guid>3</guid><link>javascript:alert(1)</link>',
      '<guid>4</guid><link>/four</link>',
    ]
    const urls = ['https://a.example/1', null, null, 'https://blog.example.com/four']
    expect(read(rss(...items)).map(({ url }) => url)).toEqual(urls)
  })

  test.each([
    ['Wed, 02 Oct 2002 13:00:00 GMT', '2002-10-02T13:00:00.000Z'],
    ['2 Oct 2002 13:00 +0200', '2002-10-02T11:00:00.000Z'],
    ['Wed, 02 Oct 2002 13:00:00', '2002-10-02T13:00:00.000Z'],
    ['2002-10-02T13:00:00+02:00', '2002-10-02T11:00:00.000Z'],
    ['yesterday', null],
    ['Wed, 02 Oct 12002 13:00:00 GMT', null],
    ['', null],
  ])('the date %j is %j', (date, moment) => {
    expect(read(rss(`<guid>1</guid><pubDate>${date}</pubDate>`))[0]!.published_at).toBe(moment)
  })

  test('the latest items are taken, whatever order they come in', () => {
    const items = ['2026-01-01', '2026-03-01', '2026-02-01'].map(
      (date) => `<guid>${date}</guid><dc:date>${date}</dc:date>`,
    )
    expect(read(rss(...items), 2).map(({ id }) => id)).toEqual(['2026-03-01', '2026-02-01'])
  })
})

describe('Atom', () => {
  const atom = (...entries: string[]) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title>${entries.map((entry) => `<entry>${entry}</entry>`).join('')}</feed>`

  test('words, address, author and date of each entry', () => {
    const entry = `<id>tag:blog,1</id><title type="html">A &lt;b&gt;bold&lt;/b&gt; move</title>
      <link rel="self" href="/self"/><link href="/1"/><author><name>Ada</name></author>
      <published>2026-01-02T03:04:05+01:00</published><updated>2026-02-02T00:00:00Z</updated>
      <content type="xhtml"><div xmlns="x"><p>One</p><p>Two &amp; three</p></div></content>`
    expect(read(atom(entry))).toEqual([
      {
        id: 'tag:blog,1',
        title: 'A bold move',
        url: 'https://blog.example.com/1',
        author: 'Ada',
        text: 'One\n\nTwo & three',
        published_at: '2026-01-02T02:04:05.000Z',
      },
    ])
  })

  test.each([
    ['<content type="text">a &lt; b &amp; c</content>', 'a < b & c'],
    ['<content type="html"><![CDATA[<p>a</p>]]></content>', 'a'],
    ['<content type="image/png">aGk=</content><summary>picture</summary>', 'picture'],
    ['<content src="https://a.example/1"/><summary>elsewhere</summary>', 'elsewhere'],
  ])('%s', (content, text) => {
    expect(read(atom(`<id>1</id>${content}`))[0]!.text).toBe(text)
  })
})

describe('what is no feed, or means harm,', () => {
  test.each([
    '',
    'words',
    '{"feed": 1}',
    '<html><body><p>Not here</p></body></html>',
    '<rss>',
    '<urlset/>',
    '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel/></rss>',
    '<!DOCTYPE rss [<!ENTITY % x SYSTEM "http://127.0.0.1/"> %x;]><rss><channel/></rss>',
    '<a>'.repeat(100_000),
    '{"version": "https://jsonfeed.org/version/1.1"',
    '{"version": "https://jsonfeed.example/version/1.1", "items": [{"id": "1"}]}',
    '{"__proto__": {"version": "https://jsonfeed.org/version/1"}}',
    '{"items": '.repeat(100_000),
    '<rss><channel><item>'.repeat(100),
    `<rss><channel>${'<item/>'.repeat(300_001)}</channel></rss>`,
  ])('%.60s is refused', (xml) => {
    expect(() => read(xml)).toThrow('is not a feed that can be read')
  })

  test('elements and attributes with the names of what objects have are like any other', () => {
    const xml = rss(
      '<__proto__><guid>0</guid></__proto__><guid __proto__="x" constructor="y" hasOwnProperty="z">1</guid>',
      '<constructor/><toString/><guid xmlns:__proto__="x">2</guid><__proto__:title>3</__proto__:title>',
    )
    expect(read(xml).map(({ id }) => id)).toEqual(['1', '2'])
  })

  test('declared entities stay what they are, however they multiply', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')
    const xml = `<!DOCTYPE rss [<!ENTITY e0 "ha">${lines}]>${rss('<guid>1</guid><title>&e20;</title>')}`
    expect(read(xml)[0]!.title).toBe('&e20;')
  })
})
