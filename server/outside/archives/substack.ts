import { badRequest } from '#core/base/errors.ts'
import { truncate } from '#core/base/strings.ts'
import { isoMoment } from '#core/base/time.ts'
import { baseName, type ContentArchive, findExported } from '#core/domain/sources/archived-content.ts'
import { type ForeignContent, maxTextLength } from '#core/domain/sources/foreign-content.ts'
import { textOfHtml } from '../html-text.ts'
import { readCsv } from './csv.ts'
import { type Archive, maxHtmlLength, openArchive, textUpTo } from './zip.ts'

/** The export of a Substack publication: a list of posts, and each post as HTML. Drafts are skipped. */

/** @throws 400 when the file is not a ZIP, or not a Substack export. */
export async function readSubstack(fd: number): Promise<ContentArchive> {
  const archive = await openArchive(fd)
  const list = findExported(archive.paths, 'posts.csv')
  if (list === undefined) throw badRequest('file is not a Substack export, which has posts.csv')
  return { account: null, contents: readPosts(archive, list) }
}

async function* readPosts(archive: Archive, list: string): AsyncGenerator<ForeignContent> {
  const pages = new Map(archive.paths.map((path) => [baseName(path).toLowerCase(), path]))
  const columns = ['post_id', 'post_date', 'is_published', 'type', 'title', 'subtitle'] as const
  for await (const row of readCsv('posts.csv', archive.text(list), columns)) {
    const path = pages.get(`${row.post_id.toLowerCase()}.html`)
    if (row.is_published.toLowerCase() !== 'true' || path === undefined) continue
    const text = textOfHtml(await textUpTo(maxHtmlLength, archive.text(path)))
    yield {
      source_type: 'substack_post',
      // `140001.first-letter`: the number stays when the title changes.
      external_id: /^\d+(?=\.)/.exec(row.post_id)?.[0] ?? truncate(row.post_id, 500),
      title: truncate(row.title, 500) || null,
      url: null,
      author: null,
      content: truncate([row.subtitle, text].filter(Boolean).join('\n\n'), maxTextLength),
      metadata: { type: row.type },
      published_at: isoMoment(row.post_date),
    }
  }
}
