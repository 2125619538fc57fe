import { describe, expect, test } from 'vitest'
import { textOfHtml } from '../../server/outside/html-text.ts'

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

  test('is made of as deep a nesting as an attacker likes', () => {
    // The parser alone takes half a minute for the first of these.
    for (const [unit, times] of [
      ['<div>', 200_000],
      ['<ul><li>', 100_000],
      ['<div><script></div></script>', 50_000],
      ['<a "', 200_000],
      ['<!--', 200_000],
    ] as const) {
      expect(textOfHtml(unit.repeat(times)).length).toBeLessThan(1000)
    }
  })
})
