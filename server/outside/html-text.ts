import { compile } from 'html-to-text'
import { Tokenizer } from 'htmlparser2'
import { truncate } from '../base/strings.ts'

/** Plain text of untrusted HTML. */

/** Elements that are skipped with their content; the browser treats it as text without tags. */
const rawElements = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'textarea', 'title', 'xmp'])
const skippedElements = ['svg', 'math', 'button', 'form', 'select', 'img', 'hr', 'unseen']
/** Elements around a page's own text. */
const frameElements = ['nav', 'footer', 'aside']
const voidElements = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])
/** Limit for HTML without attributes, in characters. It holds more words than are stored, and 1.8 MB take a quarter of the time. */
const maxPlainLength = 400_000
const hidingStyle = /display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden/i
const maxStyleLength = 500
/** Some pages hide everything until their scripts have run. */
const wholePages = new Set(['html', 'body'])
/** Deeper than any author nests elements. */
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

/** Elements in which authors put a page's own text, the most specific first; the whole page is the last. */
const mainParts = ['main', 'article', 'body'].map((name) => ({
  name,
  convert: converterOf(name, [...skippedElements, ...frameElements]),
}))

/**
 * The text of an HTML document or fragment: paragraphs and list items on lines of their own, without addresses,
 * pictures and parts that a browser hides. Takes time in proportion to the length of the HTML.
 */
export const textOfHtml = (html: string): string => convert(plainHtml(html)).trim()

/** The text of the part that the page's author marked as its main part, without its surroundings. */
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
  /** The open raw-text element. */
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
      // In HTML only void elements are empty.
      onselfclosingtag: openElement,
      onclosetag(start, end) {
        const closed = nameAt(start, end)
        if (raw === undefined) close(closed, open, pieces)
        else if (closed === raw) raw = undefined
      },
    },
  )
  // The last character ends a declaration that the document leaves open, which would become text otherwise.
  tokenizer.write(`${html}>`)
  tokenizer.end()
  return truncate(pieces.join(''), maxPlainLength)
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

/** Closes the innermost element of that name, and the open elements in it. */
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
