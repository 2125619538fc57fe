import { badRequest } from '#core/base/errors.ts'
import { truncate } from '#core/base/strings.ts'
import {
  baseName,
  type ContentArchive,
  findExported,
  type XArchiveOptions,
} from '#core/domain/sources/archived-content.ts'
import { type ForeignContent, maxTextLength } from '#core/domain/sources/foreign-content.ts'
import { postText } from '#core/domain/sources/x-posts.ts'
import { jsonElements } from './json-elements.ts'
import { type Archive, openArchive } from './zip.ts'

/** The archive that X gives its users: scripts in its folder `data` (behavior: Archives). */

/** @throws 400 when the file is not a ZIP, or not an X archive. */
export async function readX(fd: number, options: XArchiveOptions): Promise<ContentArchive> {
  const archive = await openArchive(fd)
  const posts = scripts(archive, /^tweets?(?:-part\d+)?\.js$/i)
  const account = await accountName(archive)
  if (posts.length === 0 || account === undefined) {
    throw badRequest('file is not an X archive, which has data/account.js and data/tweets.js')
  }
  return { account, contents: readPosts(archive, posts, account, options) }
}

const scripts = ({ paths }: Archive, name: RegExp) => paths.filter((path) => name.test(baseName(path))).sort()

async function accountName(archive: Archive): Promise<string | undefined> {
  const path = findExported(archive.paths, 'account.js')
  if (path === undefined) return undefined
  for await (const entry of jsonElements('account.js', archive.text(path))) {
    const name = textAt(recordAt(entry, 'account'), 'username')
    if (/^\w{1,15}$/.test(name)) return name
  }
  return undefined
}

async function* readPosts(
  archive: Archive,
  paths: string[],
  account: string,
  { exclude_retweets, exclude_replies }: XArchiveOptions,
): AsyncGenerator<ForeignContent> {
  const notes = await readNotes(archive)
  for (const path of paths) {
    for await (const entry of jsonElements(baseName(path), archive.text(path))) {
      const post = recordAt(entry, 'tweet') ?? record(entry)
      const id = textAt(post, 'id_str') || textAt(post, 'id')
      const text = textAt(post, 'full_text') || textAt(post, 'text')
      if (!/^\d{1,25}$/.test(id)) throw badRequest(`file contains a ${baseName(path)} with posts that have no id`)
      if (exclude_retweets && text.startsWith('RT @')) continue
      if (exclude_replies && isReply(post)) continue
      const moment = Date.parse(textAt(post, 'created_at'))
      const whole = isCut(text) ? noteAt(notes, moment) : undefined
      yield {
        source_type: 'tweet',
        external_id: id,
        title: null,
        url: `https://x.com/${account}/status/${id}`,
        author: account,
        content: truncate(postText(whole ?? text, linksOf(post)), maxTextLength),
        metadata: { lang: /^[a-z-]{2,10}$/i.exec(textAt(post, 'lang'))?.[0] ?? null },
        published_at: Number.isNaN(moment) ? null : new Date(moment).toISOString(),
      }
    }
  }
}

const isReply = (post: Json | undefined) =>
  ['in_reply_to_status_id_str', 'in_reply_to_user_id_str', 'in_reply_to_screen_name'].some(
    (key) => textAt(post, key) !== '',
  )

/** The archive's list holds only the beginning of a long post. */
const isCut = (text: string) => /…(?:\s+https:\/\/t\.co\/\w+)?$/.test(text)

/** Total limit for the full texts of long posts, in characters. */
const maxNotesLength = 20_000_000

/** The full texts of long posts by the second at which they were posted: their ids differ from those of the posts. */
async function readNotes(archive: Archive): Promise<Map<number, string>> {
  const notes = new Map<number, string>()
  let length = 0
  for (const path of scripts(archive, /^note-tweets?(?:-part\d+)?\.js$/i)) {
    for await (const entry of jsonElements(baseName(path), archive.text(path))) {
      const note = recordAt(entry, 'noteTweet')
      const text = truncate(textAt(recordAt(note, 'core'), 'text'), maxTextLength)
      const second = Math.round(Date.parse(textAt(note, 'createdAt')) / 1000)
      length += text.length
      if (length > maxNotesLength) return notes
      notes.set(second, text)
    }
  }
  return notes
}

/** The two times may differ by a second or two. */
const noteAt = (notes: Map<number, string>, moment: number): string | undefined => {
  const second = Math.round(moment / 1000)
  for (const offset of [0, 1, -1, 2, -2]) {
    const note = notes.get(second + offset)
    if (note !== undefined) return note
  }
  return undefined
}

type Json = Record<string, unknown>

const record = (value: unknown): Json | undefined =>
  value !== null && typeof value === 'object' ? (value as Json) : undefined
const recordAt = (value: unknown, key: string) => record(record(value)?.[key])
const textAt = (value: Json | undefined, key: string): string => {
  const text = value?.[key]
  return typeof text === 'string' ? text : ''
}
const linksOf = (post: Json | undefined) => {
  const list = (key: string, of: string) => {
    const values = recordAt(post, key)?.[of]
    return Array.isArray(values) ? values.map(record) : []
  }
  const media = [...list('entities', 'media'), ...list('extended_entities', 'media')]
  return [
    ...list('entities', 'urls').map((link) => ({ short: textAt(link, 'url'), full: textAt(link, 'expanded_url') })),
    ...media.map((link) => ({ short: textAt(link, 'url'), full: '' })),
  ]
}
