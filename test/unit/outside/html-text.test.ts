import { describe, expect, test } from 'vitest'
import { textOfHtml } from '../../../server/outside/html-text.ts'

describe('the text of HTML', () => {
  test('is its words, in lines as a browser shows them', () => {
    const html = `<!DOCTYPE html><html><head><title>Title</title><style>p { color: red }</style></head><body>
      <h1>Small <a href="https://example.com/x">boats</a></h1>
      <p>One&nbsp;two<br/>three &lt;b&gt; &amp; four</p>
      <ul><li>a</li><li>b</li></ul><img src="x.png" alt="A picture"><script>if (a < b) alert("</div>")</script>
      <!-- unseen --><p title="x > y">five</p></body></html>`
    expect(textOfHtml(html)).toBe('Small boats\n\nOne\u00a0two\nthree <b> & four\n\n- a\n- b\n\nfive')
  })

  test.each([
    ['', ''],
    ['plain', 'plain'],
    ['a < b and <3', 'a < b and <3'],
    ['<p>never closed', 'never closed'],
    ['kept <!-- never closed <p>gone</p>', 'kept'],
    ['kept <script>never closed <p>gone</p>', 'kept'],
    ['kept <a href="never closed>gone', 'kept'],
    ['</p></div>kept', 'kept'],
    ['<b><i>crossed</b> tags</i>', 'crossed tags'],
    ['&lt;script&gt;no tag&lt;/script&gt;', '<script>no tag</script>'],
  ])('of %j is %j', (html, text) => expect(textOfHtml(html)).toBe(text))

  test.each([
    [
      'a table with headings',
      '<table><tr><th>Rule</th><th>Reason</th></tr>\r\n<tr><td>I never deploy on Friday</td><td>Nobody is there</td></tr></table>',
      'Rule | Reason\n\nI never deploy on Friday | Nobody is there',
    ],
    [
      'rows without end tags, an empty cell and a hidden one',
      '<table><thead><tr><th>Was<th>Warum<tbody><tr><td>Prüfen<td>Weil es zählt<tr><td><td hidden>x<td>nur dies</table>Danach',
      'Was | Warum\n\nPrüfen | Weil es zählt\n\nnur dies\n\nDanach',
    ],
    [
      'a table that is a layout',
      '<table><tr><td><p>One</p><p>Two</p></td><td><table><tr><td>三</td><td>四</td></tr></table></td></tr></table>',
      'One\n\nTwo\n\n三 | 四',
    ],
    ['cells without a row', '<table><td>a<td>b</table>', 'a\nb'],
    [
      'terms and definitions',
      '<dl><dt>Deploys</dt><dd>Never on Friday</dd><dt>Logs<dd>Read them<dd>Keep them</dl>After',
      'Deploys\n\nNever on Friday\n\nLogs\n\nRead them\n\nKeep them\n\nAfter',
    ],
    ['grouped terms', '<dl><div><dt>עוגן</dt><dd>שני קצוות</dd></div></dl>', 'עוגן\n\nשני קצוות'],
    ['nested lists', '<ul><li>a<ul><li>b<li>c</ul><li>d</ul>', '- a\n  - b\n  - c\n- d'],
    ['preformatted text', '<pre>if (a)\n  b\n\n  c</pre>x<br>y<br/>z', 'if (a)\n  b\n\n  c\n\nx\ny\nz'],
    [
      'captions and summaries',
      '<details><summary>More</summary>Text</details>next<figure><img><figcaption>Tide</figcaption></figure>end',
      'More\nText\nnext\nTide\nend',
    ],
    ['many paragraphs without end tags', '<p>one'.repeat(150), Array(150).fill('one').join('\n\n')],
  ])('keeps the parts of %s separate', (_name, html, text) => expect(textOfHtml(html)).toBe(text))

  test.each([
    '<p hidden>no<p>yes',
    '<span aria-hidden="true">no</span>yes',
    "<i ARIA-HIDDEN='TRUE'>no</i><b aria-hidden=false>yes</b>",
    '<div style="color:red; display : none">no</div>yes',
    '<div style="visibility:hidden">no<div>no</div></div>yes',
    '<template><p>no</p></template>yes',
    '<noscript><img alt="no">no</noscript>yes',
    '<script>no</script>yes<style>no</style>',
    '<del>no</del> yes <s>no</s>',
    '<ul hidden><li>no</ul>yes',
  ])('omits what a browser does not show, or strikes out: %s', (html) => expect(textOfHtml(html)).toBe('yes'))

  test('is made of as deep a nesting as an attacker likes', () => {
    // The parser alone takes half a minute for the first of these.
    for (const [unit, times] of [
      ['<div>', 200_000],
      ['<ul><li>', 100_000],
      ['<div><script></div></script>', 50_000],
      ['<a "', 200_000],
      ['<!--', 200_000],
      ['<table><tr><td>', 100_000],
      ['<dl><dt>', 100_000],
      ['<td>', 300_000],
    ] as const) {
      expect(textOfHtml(unit.repeat(times)).length).toBeLessThan(1000)
    }
  })
})
