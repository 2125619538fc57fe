import { createHash } from 'node:crypto'
import { badRequest } from '#core/base/errors.ts'
import { truncate } from '#core/base/strings.ts'
import { isoMoment } from '#core/base/time.ts'
import { baseName, type ContentArchive, findExported } from '#core/domain/sources/archived-content.ts'
import { type ForeignContent, maxTextLength } from '#core/domain/sources/foreign-content.ts'
import { textOfHtml } from '../html-text.ts'
import { readCsv } from './csv.ts'
import { type Archive, maxHtmlLength, openArchive, textUpTo } from './zip.ts'

/** The export that LinkedIn gives its members: their profile, posts and articles (behavior: Archives). */

const tables = ['Profile.csv', 'Profile Summary.csv', 'Positions.csv', 'Skills.csv', 'Shares.csv'] as const

/** @throws 400 when the file is not a ZIP, or not a LinkedIn export. */
export async function readLinkedIn(fd: number): Promise<ContentArchive> {
  const archive = await openArchive(fd)
  const articles = archive.paths.filter((path) => /^[^.].*\.html?$/i.test(baseName(path)))
  if (articles.length === 0 && !tables.some((name) => findExported(archive.paths, name))) {
    throw badRequest('file is not a LinkedIn export, which has files such as Profile.csv, Shares.csv or Articles')
  }
  return { account: null, contents: readContents(archive, articles) }
}

async function* readContents(archive: Archive, articles: string[]): AsyncGenerator<ForeignContent> {
  const profile = await readProfile(archive)
  if (profile.content !== '') yield profile
  yield* readPosts(archive)
  for (const path of articles) yield readArticle(path, await textUpTo(maxHtmlLength, archive.text(path)))
}

async function* rows<Column extends string>(
  archive: Archive,
  name: (typeof tables)[number],
  columns: readonly [Column, ...Column[]],
): AsyncGenerator<Record<Column, string>> {
  const path = findExported(archive.paths, name)
  if (path !== undefined) yield* readCsv(name, archive.text(path), columns)
}

async function first<T>(values: AsyncIterable<T>): Promise<T | undefined> {
  for await (const value of values) return value
  return undefined
}

const maxPositions = 100
const maxSkills = 500

/** Neither addresses nor dates of birth are read. */
async function readProfile(archive: Archive): Promise<ForeignContent> {
  const profile = await first(
    rows(archive, 'Profile.csv', ['First Name', 'Last Name', 'Headline', 'Summary', 'Industry', 'Geo Location']),
  )
  const about = await first(rows(archive, 'Profile Summary.csv', ['Profile Summary']))
  const positions = []
  for await (const row of rows(archive, 'Positions.csv', [
    'Company Name',
    'Title',
    'Description',
    'Location',
    'Started On',
    'Finished On',
  ])) {
    if (positions.length === maxPositions) break
    positions.push({
      company: row['Company Name'],
      title: row.Title,
      description: row.Description,
      location: row.Location,
      started_on: row['Started On'],
      finished_on: row['Finished On'],
    })
  }
  const skills: string[] = []
  for await (const { Name } of rows(archive, 'Skills.csv', ['Name'])) {
    if (skills.length === maxSkills) break
    if (Name !== '') skills.push(Name)
  }
  const name = profile && `${profile['First Name']} ${profile['Last Name']}`.trim()
  const headline = profile?.Headline ?? ''
  const summary = profile?.Summary || (about?.['Profile Summary'] ?? '')
  const paragraphs = [
    headline,
    summary,
    ...positions.map(({ title, company, description }) =>
      [[title, company].filter(Boolean).join(', '), description].filter(Boolean).join('\n'),
    ),
    skills.length > 0 ? `Skills: ${skills.join(', ')}` : '',
  ]
  return {
    source_type: 'linkedin_profile',
    external_id: 'profile',
    title: headline || name || null,
    url: null,
    author: name || null,
    content: kept(paragraphs.filter(Boolean).join('\n\n')),
    metadata: {
      first_name: profile?.['First Name'] ?? '',
      last_name: profile?.['Last Name'] ?? '',
      headline,
      summary,
      industry: profile?.Industry ?? '',
      location: profile?.['Geo Location'] ?? '',
      positions,
      skills,
    },
    published_at: null,
  }
}

async function* readPosts(archive: Archive): AsyncGenerator<ForeignContent> {
  const columns = ['ShareCommentary', 'Date', 'ShareLink', 'SharedUrl', 'Visibility'] as const
  for await (const row of rows(archive, 'Shares.csv', columns)) {
    // A post shared without a comment says nothing about the member.
    const content = kept(unquoted(row.ShareCommentary))
    if (content === '') continue
    yield {
      source_type: 'linkedin_post',
      external_id: postId(row.ShareLink) ?? hashOf(`${row.Date} ${content}`),
      title: null,
      url: webAddress(row.ShareLink),
      author: null,
      content,
      metadata: { shared_url: webAddress(row.SharedUrl), visibility: row.Visibility },
      published_at: momentOf(row.Date),
    }
  }
}

/** Removes the quotation marks that LinkedIn puts around each line of a post, within those of the table. */
const unquoted = (text: string) =>
  text.replace(/"((?:\n")+)/g, (_, lines: string) => '\n'.repeat(lines.length / 2)).trim()

/** The number in `https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3A7448081445065035776`. */
const postId = (link: string): string | undefined => /(?::|%3A|-)(\d{15,25})(?!\d)/i.exec(link)?.[1]

const heading = /<h1[\s>]/i
const publishedOn = /class="published">[^<\d]{0,40}(\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?)/
const createdOn = /class="created">[^<\d]{0,40}(\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?)/
const dateLines = /<p class="(?:created|published)">[^<]{0,200}<\/p>/g
const articleAddress = /https:\/\/www\.linkedin\.com\/pulse\/[^"'\s<>?#]{1,300}/

function readArticle(path: string, html: string): ForeignContent {
  const title = textOfHtml((html.split(heading)[1] ?? '').split('</h1', 1)[0]!.replace(/^[^>]*>/, ''))
  const url = articleAddress.exec(html)?.[0] ?? null
  return {
    source_type: 'linkedin_article',
    external_id: truncate(url ?? baseName(path), 500),
    title: truncate(title || baseName(path).replace(/\.html?$/i, ''), 500),
    url,
    author: null,
    content: kept(textOfHtml(html.replace(dateLines, ''))),
    metadata: {},
    published_at: momentOf((publishedOn.exec(html) ?? createdOn.exec(html))?.[1] ?? ''),
  }
}

const kept = (text: string) => truncate(text.trim(), maxTextLength)

const webAddress = (text: string): string | null => (/^https?:\/\/\S{1,2000}$/i.test(text) ? text : null)

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** `2024-01-31 10:11:12 UTC`; LinkedIn's times are UTC, with or without the suffix. */
const momentOf = (text: string): string | null => isoMoment(text.replace(/ UTC$/, '').replace(' ', 'T'))
