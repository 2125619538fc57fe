import { compile } from 'html-to-text'
import { Tokenizer } from 'htmlparser2'

/** The words of HTML that anyone wrote. */

/** What is never read, with all that is in it; the browser takes their content for text without tags. */
const rawElements = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'textarea', 'title', 'xmp'])
const skippedElements = ['svg', 'math', 'button', 'form', 'select', 'img', 'hr', 'unseen']
/** What surrounds a page's own words. */
const frameElements = ['nav', 'footer', 'aside']
const voidElements = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])
/**
 * Of HTML without attributes, in characters. It holds more words than are kept, and 1.8 MB take a quarter of the time.
 */
const maxPlainLength = 400_000
const hidingStyle = /display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden/i
const maxStyleLength = 500
/** A whole page hides itself until its scripts have run. */
const wholePages = new Set(['html', 'body'])
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

/** The same of what the page's author marked as its main part, without what surrounds it. */
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
  let name = ''
  let attribute = ''
  let isHidden = false
  /** The raw element whose end is awaited. */
  let raw: string | undefined
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase()
  const openElement = () => {
    if (raw !== undefined) return
    if (rawElements.has(name)) raw = name
    else if (voidElements.has(name)) pieces.push(`<${name}>`)
    else if (open.length < maxDepth) {
      const written = isHidden && !wholePages.has(name) ? 'unseen' : name
      open.push({ name, written })
      pieces.push(`<${written}>`)
    }
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...ignored,
      ontext(start, end) {
        if (raw === undefined) pieces.push(html.slice(start, end).replaceAll('<', '&lt;'))
      },
      onopentagname(start, end) {
        name = nameAt(start, end)
        isHidden = false
      },
      onattribname(start, end) {
        attribute = nameAt(start, end)
        isHidden ||= attribute === 'hidden'
      },
      onattribdata(start, end) {
        isHidden ||= attribute === 'style' && hidingStyle.test(html.slice(start, Math.min(end, start + maxStyleLength)))
      },
      onopentagend: openElement,
      // HTML knows no empty elements but the void ones.
      onselfclosingtag: openElement,
      onclosetag(start, end) {
        const closed = nameAt(start, end)
        if (raw === undefined) close(closed, open, pieces)
        else if (closed === raw) raw = undefined
      },
    },
  )
  // The last character ends a declaration that the document leaves open, which would be text otherwise.
  tokenizer.write(`${html}>`)
  tokenizer.end()
  return pieces.join('').slice(0, maxPlainLength)
}

const ignore = () => {}
const ignored = {
  onattribend: ignore,
  onattribentity: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onprocessinginstruction: ignore,
  ontextentity: ignore,
}

interface OpenElement {
  name: string
  written: string
}

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
