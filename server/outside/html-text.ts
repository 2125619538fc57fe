import { compile, type DomNode, type FormatCallback } from 'html-to-text'
import { Tokenizer } from 'htmlparser2'
import { truncate } from '#core/base/strings.ts'
import { cellSeparator } from '#core/domain/sources/web-content.ts'

/** Plain text of untrusted HTML. */

const wordsOf = (text: string): string[] => text.split(' ')

/** Elements that are skipped with their content; the browser treats it as text without tags. */
const rawElements = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'textarea', 'title', 'xmp'])
const skippedElements = ['svg', 'math', 'button', 'form', 'select', 'img', 'hr', 'del', 's', 'strike', 'unseen']
/** Elements that begin a line. `html-to-text` knows only some of them, and joins the others with the text before. */
const lineElements = wordsOf(
  'address caption center details dialog figcaption figure hgroup legend li menu search summary td th',
)
/** Elements that begin a paragraph besides those that `html-to-text` knows. */
const paragraphElements = ['dl', 'dt', 'dd']
/** A cell with one of these is a part of the page's layout. */
const layoutElements = new Set(
  wordsOf('p div table ul ol dl h1 h2 h3 h4 h5 h6 blockquote pre section article header main figure'),
)
/** Elements around a page's own text. */
const frameElements = ['nav', 'footer', 'aside']
const voidElements = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])
/**
 * Limit for HTML without attributes, in characters. It holds more words than are stored, and
 * 1.8 MB take a quarter of the time.
 */
const maxPlainLength = 400_000
const hidingStyle = /display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden/i
const maxStyleLength = 500
/** Some pages hide everything until their scripts have run. */
const wholePages = new Set(['html', 'body'])
/** Elements that need no end tag, by the elements that end them; `within` limits the search for an open one. */
const impliedEnds = new Map(
  [
    { starts: 'li', ends: 'li p', within: 'ul ol menu' },
    { starts: 'dt dd', ends: 'dt dd p', within: 'dl' },
    { starts: 'td th', ends: 'td th p', within: 'tr table' },
    { starts: 'tr', ends: 'tr td th p', within: 'table' },
    { starts: 'thead tbody tfoot', ends: 'thead tbody tfoot tr td th p caption', within: 'table' },
    {
      starts:
        'address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul',
      ends: 'p',
      within: 'table td th caption li dd dt button',
    },
  ].flatMap(({ starts, ends, within }) => {
    const rule = { ends: new Set(wordsOf(ends)), within: new Set(wordsOf(within)) }
    return wordsOf(starts).map((name) => [name, rule])
  }),
)
/** Deeper than any author nests elements. */
const maxDepth = 100

const hasText = ({ type, data = '', name = '', children = [] }: DomNode): boolean =>
  type === 'text' ? data.trim() !== '' : !skippedElements.includes(name) && children.some(hasText)

/** Writes a row as a paragraph: its cells on one line, except for cells that hold paragraphs or tables. */
const formatRow: FormatCallback = (row, walk, builder) => {
  let isInline = false
  builder.openBlock({ leadingLineBreaks: 2 })
  for (const cell of row.children.filter(hasText)) {
    const isLayout = cell.children?.some(({ name = '' }) => layoutElements.has(name))
    if (isInline && !isLayout) builder.addInline(cellSeparator)
    walk(isLayout ? [cell] : (cell.children ?? [cell]), builder)
    isInline = !isLayout
  }
  builder.closeBlock({ trailingLineBreaks: 2 })
}

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
      ...lineElements.map((selector) => ({
        selector,
        format: 'block',
        options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
      })),
      ...paragraphElements.map((selector) => ({ selector, format: 'paragraph' })),
      { selector: 'tr', format: 'row' },
    ],
    formatters: { row: formatRow },
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

/** The same for XHTML, in which any element may be empty: `<iframe/>` does not hide the text after it. */
export const textOfXhtml = (xhtml: string): string => convert(plainHtml(xhtml, true)).trim()

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
function plainHtml(html: string, isXml = false): string {
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
    endImplied(name, open, pieces)
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
        const value = html.slice(start, Math.min(end, start + maxStyleLength))
        isHidden ||=
          attribute === 'style' ? hidingStyle.test(value) : attribute === 'aria-hidden' && /^\s*true\s*$/i.test(value)
      },
      onopentagend: openElement,
      onselfclosingtag() {
        // In HTML only void elements are empty, but feeds write `<iframe/>` for a video all the same.
        if (isXml ? voidElements.has(name) : name !== 'iframe') openElement()
      },
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
  if (from >= 0) closeFrom(from, open, pieces)
}

/** Closes the elements that end where an element of that name starts. */
function endImplied(name: string, open: OpenElement[], pieces: string[]): void {
  const rule = impliedEnds.get(name)
  // Elements that were too deep to be written are not in `open`, and may be the parents of this one.
  if (!rule || open.length >= maxDepth) return
  const inner = open.findLastIndex((element) => rule.within.has(element.name)) + 1
  const from = open.findIndex((element, at) => at >= inner && rule.ends.has(element.name))
  if (from >= 0) closeFrom(from, open, pieces)
}

function closeFrom(from: number, open: OpenElement[], pieces: string[]): void {
  pieces.push(
    ...open
      .splice(from)
      .toReversed()
      .map(({ written }) => `</${written}>`),
  )
}
