import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#core/base/errors.ts'
import { openArchive, textUpTo } from '../../../../server/outside/archives/zip.ts'
import { damaged, lying, renamed, zipOf } from '../../../support/zip.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, 'upload')

/** Every text of the archive by its path, or the sentence of the refusal. */
async function readAll(zip: Buffer | string): Promise<Record<string, string> | string> {
  writeFileSync(path(), zip)
  const file = await open(path())
  try {
    const archive = await openArchive(file.fd)
    const texts: Record<string, string> = {}
    for (const name of archive.paths) texts[name] = await text(archive.text(name))
    return texts
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return error.message
    throw error
  } finally {
    await file.close()
  }
}

const files = { 'a.csv': 'Name\nZoë ⛵\n', 'deep/er/b.html': '<p>b</p>'.repeat(3) }
const broken = 'file must be a complete ZIP archive with plain file names'

describe('an archive', () => {
  test.each([{}, { compress: false }, { forceZip64Format: true }])(
    'is read file by file, written with %j',
    async (options) => {
      expect(await readAll(await zipOf({ ...files, 'deep/': '' }, options))).toEqual(files)
    },
  )

  test('that is empty has no files', async () => expect(await readAll(await zipOf({}))).toEqual({}))

  test.each([
    ['no archive', async () => 'Name\nAda\n'],
    ['nothing at all', async () => ''],
    ['cut at its end', async () => (await zipOf(files)).subarray(0, -30)],
    ['cut in its middle', async () => (await zipOf(files)).subarray(60)],
    ['behind something else', async () => Buffer.concat([Buffer.from('PK'), await zipOf(files)])],
    ['damaged', async () => damaged(await zipOf(files))],
    ['damaged without compression', async () => damaged(await zipOf(files, { compress: false }))],
    ['of an unknown compression', async () => lying(await zipOf(files), 'method', () => 12)],
    ['larger inside than it says', async () => lying(await zipOf(files), 'size', (size) => size - 1)],
    ['smaller inside than it says', async () => lying(await zipOf(files), 'size', (size) => size + 1)],
    ['shorter than its sizes', async () => lying(await zipOf(files), 'compressedSize', (size) => size + 9_000)],
    ['of sizes that no file has', async () => lying(await zipOf(files), 'compressedSize', () => 0xfffffffe)],
    ['zip64 in name alone', async () => lying(await zipOf(files), 'offset', () => 0xffffffff)],
    ['of places beyond its end', async () => lying(await zipOf(files), 'offset', () => 0x7fffffff)],
    ['of a wrong checksum', async () => lying(await zipOf(files), 'crc', (crc) => (crc ^ 1) >>> 0)],
    ['with a way upwards', async () => renamed(await zipOf({ 'x/y/z.csv': 'a' }), 'x/y/z.csv', '../../etc')],
    ['with an absolute path', async () => renamed(await zipOf({ 'x/y/z.csv': 'a' }), 'x/y/z.csv', '/y/zz.csv')],
    ['with a drive', async () => renamed(await zipOf({ 'x/y/z.csv': 'a' }), 'x/y/z.csv', 'C:/y/z.cs')],
    ['with a backslash', async () => renamed(await zipOf({ 'x/y/z.csv': 'a' }), 'x/y/z.csv', '..\\..\\z.c')],
    ['with a NUL', async () => renamed(await zipOf({ 'x/y/z.csv': 'a' }), 'x/y/z.csv', 'x\0y/z.csv')],
  ])('is refused when it is %s', async (_name, make) => expect(await readAll(await make())).toBe(broken))

  test('is refused when it is encrypted', async () => {
    const encrypted = lying(await zipOf(files), 'flags', (flags) => flags | 1)
    expect(await readAll(encrypted)).toBe('file is encrypted; send the archive without a password')
  })

  test.each(['a.csv', 'A.CSV'])('is refused when a name comes again as %s', async (name) => {
    const twice = renamed(await zipOf({ 'a.csv': '1', 'b.csv': '2' }), 'b.csv', name)
    expect(await readAll(twice)).toBe('file contains two entries of the same name')
  })

  test('may hold 2,000 entries, and is refused with more', async () => {
    const folders = (count: number) => zipOf(Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}/`, ''])))
    expect(await readAll(await folders(2000))).toEqual({})
    expect(await readAll(await folders(2001))).toBe('file contains more than 2,000 entries')
  })

  test('is refused as soon as more than a hundred times its size comes out, whatever it says of itself', async () => {
    const bomb = await zipOf({ 'bomb.csv': Buffer.alloc(1_000_000) })
    expect(bomb.length).toBeLessThan(2000)
    const refusal = 'file unpacks to more than 100 times its size'
    expect(await readAll(bomb)).toBe(refusal)
    expect(await readAll(lying(bomb, 'size', () => 5))).toMatch(/^file (must be|inflates)/)
  })

  test('is refused when more than 200 MB come out of it, or are said to', async () => {
    const huge = lying(await zipOf(files), 'size', () => 300_000_000)
    const refusal = 'file unpacks to more than 200 MB'
    expect(await readAll(huge)).toBe(refusal)
    // Its single file counts as often as it is read.
    writeFileSync(path(), await zipOf({ 'large.txt': Buffer.alloc(10_000_000, 'x') }, { compress: false }))
    const file = await open(path())
    const archive = await openArchive(file.fd)
    const drain = async () => {
      for await (const _piece of archive.text('large.txt'));
    }
    for (let read = 0; read < 20; read++) await drain()
    await expect(drain()).rejects.toThrow(refusal)
    await file.close()
  })

  test('inflates what is asked for, and no more', async () => {
    writeFileSync(path(), await zipOf({ 'wanted.txt': 'abc'.repeat(50), 'bomb.bin': Buffer.alloc(1_000_000) }))
    const file = await open(path())
    const archive = await openArchive(file.fd)
    expect(await textUpTo(4, archive.text('wanted.txt'))).toBe('abca')
    await file.close()
  })

  test('is never more than a 400, whichever bytes of it are wrong', async () => {
    const zip = await zipOf({ 'a.csv': 'Name\nZoë ⛵\n' })
    for (let at = 0; at < zip.length; at++) {
      for (const value of [0, 0xff, zip[at]! ^ 0x40]) {
        const copy = Buffer.from(zip)
        copy[at] = value
        await readAll(copy)
      }
    }
  })
})
