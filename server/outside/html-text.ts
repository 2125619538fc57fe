import { compile } from 'html-to-text'

/** The words of HTML that anybody wrote. */

/** What is never read, with all that is in it; the browser takes their content for text without tags. */
const rawElements = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'textarea', 'title', 'xmp'])
const skippedElements = ['svg', 'math', 'button', 'form', 'select', 'img', 'hr', 'unseen']
/** What stands around a page's own words. */
const frameElements = ['nav', 'footer', 'aside']
const voidElements = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])
/** Of HTML without attributes, in characters. It holds more words than are kept, and 1.8 MB take a quarter of the time. */
const maxPlainLength = 400_000
/** Deeper than any author nests. */
const maxDepth = 100

const converterOf = (root: string, skipped: string[]) =>
  compile({
    wordwrap: false,
    limits: { maxInputLength: undefined },
    baseElements: { selectors: [root] },
    selectors: [
      ...skipped.map((selector) => ({ selector, format: 'skip' })),
      { selector: 'a', options: { ignoreHref: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'ul', options: { itemPrefix: '- ' } },
    ],
  })

const convert = converterOf('body', skippedElements)

/** Where authors put a page's own words, the best place first; the whole page is the last. */
const mainParts = ['main', 'article', 'body'].map((name) => ({
  name,
  convert: converterOf(name, [...skippedElements, ...frameElements]),
}))

/**
 * The text of an HTML document or fragment: paragraphs and list items on lines of their own, without addresses,
 * pictures and what a browser does not show. Takes time in proportion to the length of the HTML.
 */
export const textOfHtml = (html: string): string => convert(plainHtml(html)).trim()

/** The same of what the page's author marked as its main part, without what stands around it. */
export function mainTextOfHtml(html: string): string {
  const plain = plainHtml(html)
  const part = mainParts.find(({ name }) => plain.includes(`<${name}>`)) ?? mainParts.at(-1)!
  return part.convert(plain).trim()
}

/**
 * The same HTML without attributes, comments and raw text, in which every element is closed and none is deeper than
 * `maxDepth`; hidden elements are called `unseen`. The parser's time grows with the square of the depth: 1 MB of
 * opening tags took it 34 s.
 */
function plainHtml(html: string): string {
  const pieces: string[] = []
  const open: OpenElement[] = []
  let at = 0
  while (at < html.length) {
    const start = html.indexOf('<', at)
    if (start < 0) break
    pieces.push(html.slice(at, start))
    const [, slash, letters] = tagStart.exec(html.slice(start, start + maxNameLength)) ?? []
    if (letters === undefined) {
      const isMarkup = html[start + 1] === '!' || html[start + 1] === '?'
      at = isMarkup ? endOfMarkup(html, start) : start + 1
      if (!isMarkup) pieces.push('&lt;')
      continue
    }
    const name = letters.toLowerCase()
    at = endOfTag(html, start)
    if (slash) close(name, open, pieces)
    else if (rawElements.has(name)) at = endOfRaw(html, name, at)
    else if (voidElements.has(name)) pieces.push(`<${name}>`)
    else if (open.length < maxDepth) {
      const written = isHidden(name, html.slice(start, Math.min(at, start + maxTagLength))) ? 'unseen' : name
      open.push({ name, written })
      pieces.push(`<${written}>`)
    }
  }
  pieces.push(html.slice(at))
  return pieces.join('').slice(0, maxPlainLength)
}

interface OpenElement {
  name: string
  written: string
}

const maxTagLength = 1000
const hidingStyle = /\sstyle\s{0,9}=[^>]{0,500}(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)/i
const hidingAttribute = /\shidden(?=[\s=>/])/i
const quotedValue = /"[^"]*"|'[^']*'/g

/** Whether a browser does not show the element; a whole page hides itself until its scripts have run. */
const isHidden = (name: string, tag: string) =>
  name !== 'html' && name !== 'body' && (hidingStyle.test(tag) || hidingAttribute.test(tag.replace(quotedValue, '""')))

const maxNameLength = 40
const tagStart = /^<(\/?)([a-z][a-z0-9:-]*)/i

/** Closes the innermost element of that name, and what is open in it. */
function close(name: string, open: OpenElement[], pieces: string[]): void {
  const from = open.findLastIndex((element) => element.name === name)
  if (from < 0) return
  pieces.push(
    ...open
      .splice(from)
      .toReversed()
      .map(({ written }) => `</${written}>`),
  )
}

/** Comments, declarations and processing instructions; one that never ends hides the rest. */
function endOfMarkup(html: string, start: number): number {
  const mark = html.startsWith('<!--', start) ? '-->' : '>'
  const end = html.indexOf(mark, start + 2)
  return end < 0 ? html.length : end + mark.length
}

/** Behind the `>` that stands in no quotes. */
function endOfTag(html: string, start: number): number {
  for (let at = start + 1; at < html.length; at++) {
    const character = html[at]!
    if (character === '>') return at + 1
    if (character !== '"' && character !== "'") continue
    const end = html.indexOf(character, at + 1)
    if (end < 0) return html.length
    at = end
  }
  return html.length
}

function endOfRaw(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  closing.lastIndex = from
  const found = closing.exec(html)
  return found ? endOfTag(html, found.index) : html.length
}
