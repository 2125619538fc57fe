import { Parser } from 'htmlparser2'

/** Converts a block of HTML in a Markdown file to equivalent Markdown. */

const skipped = new Set([
  'script',
  'style',
  'pre',
  'svg',
  'template',
  'del',
  's',
  'strike',
  'head',
  'select',
  'textarea',
])
const blocks = new Set(
  'p div section article main header footer table tr dl dt dd details summary blockquote center ul ol'.split(' '),
)
/** Prose does not have lists nested deeper than this. */
const maxDepth = 12

/**
 * Converts headings, list items and paragraphs of HTML to lines of Markdown, without code blocks, struck-out words and
 * anything that a browser does not show. Empty if nothing is left.
 */
export function markdownOfHtml(html: string): string {
  const parts: string[] = []
  let hidden = 0
  let lists = 0
  const parser = new Parser({
    onopentag(name) {
      if (skipped.has(name)) hidden++
      if (hidden > 0) return
      if (/^h[1-6]$/.test(name)) parts.push(`\n\n${'#'.repeat(Number(name[1]))} `)
      else if (name === 'li') parts.push(`\n${'  '.repeat(Math.min(Math.max(lists - 1, 0), maxDepth))}- `)
      else if (name === 'br') parts.push('\n')
      else if (name === 'b' || name === 'strong') parts.push('**')
      else if (name === 'code') parts.push('`')
      else if (name === 'td' || name === 'th') parts.push(' ')
      else if (blocks.has(name)) parts.push(lists > 0 ? '\n' : '\n\n')
      if (name === 'ul' || name === 'ol') lists++
    },
    ontext(text) {
      if (hidden === 0) parts.push(text.replace(/\s+/g, ' '))
    },
    onclosetag(name) {
      if (skipped.has(name)) hidden--
      if (name === 'ul' || name === 'ol') lists--
      if (hidden > 0) return
      if (name === 'b' || name === 'strong') parts.push('**')
      else if (name === 'code') parts.push('`')
      else if (/^h[1-6]$/.test(name) || (blocks.has(name) && lists === 0)) parts.push('\n\n')
    },
  })
  parser.end(html)
  return parts
    .join('')
    .replace(/[ \t]+$/gm, '')
    .trim()
}
