import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { invitationMail } from '#core/domain/requests/mails.ts'
import { subjectOf } from '#reader/commits/commit-areas.ts'
import type { Passage } from '#reader/rules-files/markdown.ts'
import { quoteOf } from '#reader/rules-files/quote.ts'
import { titled } from '#reader/transcripts/transcript-messages.ts'
import { readTranscript } from '#reader/transcripts/transcript-starts.ts'
import { readSubstack } from '../../../server/outside/archives/substack.ts'
import { textUpTo } from '../../../server/outside/archives/zip.ts'
import { zipOf } from '../../support/zip.ts'

/** Texts that are cut at their bound, with a pair of surrogates at each position around it. */

const foxes = (length: number) => ['', 'a', 'aa'].map((start) => start + '🦊'.repeat(length))

const passage: Omit<Passage, 'text' | 'written'> = {
  block: 'paragraph',
  headlined: false,
  headings: [],
  leads: [],
  crossed: false,
  ticked: false,
  leadWritten: [],
}

/** Expects a cut text without half of a character, at most one code unit shorter than its bound. */
function expectCut(text: string, maxLength: number) {
  expect(text.isWellFormed()).toBe(true)
  expect([maxLength, maxLength - 1]).toContain(text.length)
}

test.each(foxes(10_000))('no text that a file or a talk holds is cut within a character', async (long) => {
  expectCut(quoteOf(undefined, { ...passage, text: long, written: [long] }), 2000)
  expectCut(subjectOf(`${long}\n\nBody`), 300)
  const { title } = titled(null, null, [{ role: 'user', content: long }])
  expect(title).toMatch(/🦊…$/u)
  expect(title!.isWellFormed()).toBe(true)
  const request = { raw_text: long, agent_name: 'Ada', other_name: 'Pat', title: null }
  const read = readTranscript(request) as { lines: string[] }
  expectCut(read.lines[0]!, 160)
  const pieces = async function* () {
    yield long
  }
  expectCut(await textUpTo(1001, pieces()), 1001)
})

test.each(['', 'a'].map((start) => start + '𝒜'.repeat(100)))(
  'a name in a mail ends with a whole letter: %s',
  (name) => {
    expect(invitationMail('ada@example.com', name, 'link').subject.isWellFormed()).toBe(true)
  },
)

test.each(foxes(400))('the title of a post in an archive ends with a whole character', async (title) => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'export.zip')
  const files = {
    'posts.csv': `post_id,post_date,is_published,type,title,subtitle\n1.one,2026-01-01,true,newsletter,${title},\n`,
    'posts/1.one.html': '<p>Words</p>',
  }
  writeFileSync(path, await zipOf(files))
  await using file = await open(path)
  const { contents } = await readSubstack(file.fd)
  const titles: string[] = []
  for await (const post of contents) titles.push(post.title!)
  expect(titles).toHaveLength(1)
  expectCut(titles[0]!, 500)
})
