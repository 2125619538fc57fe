import { unprocessable } from '#core/base/errors.ts'
import { isoMoment } from '#core/base/time.ts'
import type { PageText } from '#core/domain/sources/web-content.ts'
import type { ExtractMode } from '#core/domain/sources/website-source.ts'
import { mainTextOfHtml, textOfHtml } from '../html-text.ts'

/** Extracts the text of a web page: from HTML, or from a plain text such as markdown. */

/** @throws 422 for anything but text. */
export function readPage(text: string, contentType: string, mode: ExtractMode): PageText {
  if (contentType === 'text/html' || contentType === 'application/xhtml+xml' || contentType === '') {
    const head = text.slice(0, headLength)
    return {
      title: textOfHtml(titleElement.exec(head)?.[1] ?? '') || null,
      text: mode === 'main' ? mainTextOfHtml(text) : textOfHtml(text),
      published_at: publishedAt(head),
    }
  }
  if (contentType !== 'text/plain' && contentType !== 'text/markdown') {
    throw unprocessable(`is not a page of text but ${contentType}`)
  }
  return { title: /^#\s+(.{1,500})$/m.exec(text)?.[1]?.trim() ?? null, text: text.trim(), published_at: null }
}

/** The part of a page that may declare its encoding, in characters. */
const headLength = 100_000

const titleElement = /<title(?:\s[^>]{0,200})?>([^<]{1,1000})<\/title/i
const publishedTag = /<meta\s[^>]{0,300}article:published_time[^>]{0,300}>/i

function publishedAt(head: string): string | null {
  const [tag = ''] = publishedTag.exec(head) ?? []
  const [, date = ''] = /\scontent\s{0,9}=\s{0,9}["']?([^"'\s>]{1,50})/i.exec(tag) ?? []
  return isoMoment(date)
}
