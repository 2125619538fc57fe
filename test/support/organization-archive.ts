import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import type { Manifest } from '#core/domain/archive/manifest.ts'
import { formOf } from './forms.ts'
import type { Person } from './people.ts'
import type { Answer, Service } from './service.ts'
import { zipOf } from './zip.ts'

/** Archives of organizations: exported, taken apart, changed, packed again and imported. */

export async function exportArchive({ app }: Service, { cookie }: Person, slug: string): Promise<Buffer> {
  const answer = await app.inject({ url: `/api/v1/organizations/${slug}/export`, headers: { cookie } })
  if (answer.statusCode !== 200) throw new Error(`export answered ${answer.statusCode}: ${answer.body}`)
  return answer.rawPayload
}

export const importArchive = ({ post }: Person, archive: Buffer): Promise<Answer> =>
  post('/organizations/import', formOf([['file', archive]]))

export interface Unpacked {
  manifest: Manifest
  /** The text of each file but the manifest. */
  files: Record<string, string>
}

export async function unpack(archive: Buffer): Promise<Unpacked> {
  const files: Record<string, string> = {}
  const zip = await yauzl.fromBufferPromise(archive)
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString()
  const { 'manifest.json': manifest, ...rest } = files
  return { manifest: JSON.parse(manifest!), files: rest }
}

export const recordsIn = ({ files }: Unpacked, path: string): Record<string, unknown>[] =>
  files[path]!.split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Packs files with a manifest that fits them, as somebody would who wants an import to accept them. */
export function pack({ manifest, files }: Unpacked): Promise<Buffer> {
  const listed = Object.entries(files).map(([path, text]) => ({
    path,
    records: text.split('\n').length - 1,
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }))
  return zipOf({ ...files, 'manifest.json': JSON.stringify({ ...manifest, files: listed }) })
}

/** The archive with other records in one file. */
export const withRecords = (unpacked: Unpacked, path: string, records: object[]): Promise<Buffer> =>
  pack({
    ...unpacked,
    files: { ...unpacked.files, [path]: records.map((record) => `${JSON.stringify(record)}\n`).join('') },
  })
