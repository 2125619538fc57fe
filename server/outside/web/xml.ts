import { Parser } from 'htmlparser2'

/** Reads untrusted XML as a tree of the elements that a format uses. */

export interface XmlElement {
  /** As the format calls it, whatever its prefix is in the document. */
  name: string
  /** As they are written. */
  attributes: Readonly<Record<string, string>>
  /** The address to which its relative addresses refer (`xml:base`). */
  base: string
  /** Its content as it is written, which distinguishes elements, CDATA and escaped HTML. */
  inner: string
  children: XmlElement[]
}

/** Returns the format's name of an element; undefined skips the element with its content. */
export type ElementName = (local: string, namespace: string | undefined, prefix: string) => string | undefined

/** Documents nest less. The parser's time grows with the square of the depth. */
const maxDepth = 256
/** The largest sitemaps have 100,000 elements that are used. */
const maxElements = 300_000

/** The state of an open element. */
interface Scope {
  /** Undefined for an element that is skipped. */
  element: XmlElement | undefined
  /** Addresses of namespaces by prefix; inherits from the parent's. */
  namespaces: Record<string, string>
  start: number
}

const noAttributes = Object.freeze({})

/**
 * Entities are left as they are, including those that a document declares, so that no declaration can grow or reach
 * anything; `decodeXml` decodes XML's own.
 *
 * @throws Error for external entities, and for documents that are too deep or have too many elements.
 */
export function readXml(xml: string, address: string, nameOf: ElementName): XmlElement {
  const root: XmlElement = { name: '', attributes: noAttributes, base: address, inner: xml, children: [] }
  const open: Scope[] = [{ element: root, namespaces: Object.create(null), start: 0 }]
  let elements = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > maxDepth) throw new Error('is nested too deeply')
        const parent = open.at(-1)!
        const namespaces = declaredIn(attributes, parent.namespaces)
        const element = parent.element && elementOf(name, attributes, namespaces, parent.element.base, nameOf)
        if (element && ++elements > maxElements) throw new Error('has too many elements')
        if (element) parent.element!.children.push(element)
        open.push({ element, namespaces, start: parser.endIndex + 1 })
      },
      onclosetag() {
        const { element, start } = open.pop()!
        if (element) element.inner = xml.slice(start, Math.max(start, parser.startIndex))
      },
      onprocessinginstruction(name, data) {
        // Public ones are those of HTML, which old generators declare and nothing reads.
        if (name.startsWith('!') && data.includes('!ENTITY') && /\sSYSTEM\s/.test(data)) {
          throw new Error('has external entities')
        }
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.end(xml)
  return root
}

function declaredIn(attributes: Record<string, string>, parent: Record<string, string>): Record<string, string> {
  let declared = parent
  for (const name in attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    if (declared === parent) declared = Object.create(parent) as Record<string, string>
    declared[name.slice('xmlns:'.length)] = attributes[name]!
  }
  return declared
}

function elementOf(
  name: string,
  attributes: Record<string, string>,
  namespaces: Record<string, string>,
  parentBase: string,
  nameOf: ElementName,
): XmlElement | undefined {
  const colon = name.indexOf(':')
  const prefix = colon < 0 ? '' : name.slice(0, colon)
  const known = nameOf(name.slice(colon + 1), namespaces[prefix], prefix)
  if (known === undefined) return undefined
  const base = resolved(decodeXml(attributes['xml:base'] ?? ''), parentBase)
  return { name: known, attributes, base, inner: '', children: [] }
}

const resolved = (address: string, base: string): string =>
  address !== '' && URL.canParse(address, base) ? new URL(address, base).href : base

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name)

/**
 * The text of an element: CDATA sections word for word, the rest decoded.
 * @throws Error for a section that never ends.
 */
export function textIn(element: XmlElement | undefined): string {
  const xml = element?.inner ?? ''
  let text = ''
  let at = 0
  while (at < xml.length) {
    const start = xml.indexOf('<![CDATA[', at)
    if (start < 0) break
    const end = xml.indexOf(']]>', start)
    if (end < 0) throw new Error('has a CDATA section that never ends')
    text += decodeXml(xml.slice(at, start)) + xml.slice(start + 9, end)
    at = end + 3
  }
  return text + decodeXml(xml.slice(at))
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const windows = new TextDecoder('windows-1252')

/** Not `entities`, which writes U+FFFD for a NUL: an id of a feed loses it instead, like other controls. */
export const decodeXml = (xml: string): string =>
  xml.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (entity, decimal, hex, name) => {
    if (name) return named[name.toLowerCase()]!
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    // As in HTML: nobody means the control characters that have these numbers.
    if (point >= 0x80 && point <= 0x9f) return windows.decode(Uint8Array.of(point))
    return point > 0x10ffff ? entity : String.fromCodePoint(point)
  })
