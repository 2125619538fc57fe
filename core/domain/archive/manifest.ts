import { badRequest } from '../../base/errors.ts'
import { uuidPattern } from '../../base/ids.ts'

/** The description of an archive of an organization (docs/reference/organization-archive.md). */

const formatName = 'agent-identity-service organization'
const formatVersion = 1
export const archiveFormat = `${formatName} ${formatVersion}`
export const manifestPath = 'manifest.json'
/** The most characters of a manifest. */
export const maxManifestLength = 100_000

export interface ArchivedFile {
  path: string
  /** The number of lines, each a record in JSON. */
  records: number
  bytes: number
  /** Hexadecimal. */
  sha256: string
}

export interface Manifest {
  format: string
  /** ISO 8601: the moment whose state the archive has. */
  made_at: string
  /** The version of the service that made it. */
  service_version: string
  organization: { id: string; name: string; slug: string }
  /** The last entry of the audit log at that moment; null for a log without entries. */
  audit_head: { seq: number; hash: string; at: string } | null
  files: ArchivedFile[]
}

/**
 * Reads a manifest that anybody may have written.
 *
 * @throws 400 for a text that is no manifest, or one of a later format.
 */
export function parseManifest(json: string): Manifest {
  const manifest = parsed(json)
  const [, version] = new RegExp(`^${formatName} ([1-9]\\d{0,3})$`).exec(String(manifest?.format)) ?? []
  if (version === undefined) throw notArchive()
  if (Number(version) > formatVersion)
    throw badRequest(
      `file has version ${version} of the format, and this service reads version ${formatVersion}; upgrade the service, then import it`,
    )
  const { organization, files, audit_head: head } = manifest as Manifest
  const isComplete =
    uuidPattern.test(String(organization?.id)) &&
    Array.isArray(files) &&
    files.every(isFile) &&
    (head === null || (Number.isSafeInteger(head?.seq) && isHash(head.hash) && isShort(head.at)))
  if (!isComplete) throw badRequest('file has an incomplete manifest.json; export the organization again')
  return manifest as Manifest
}

export const notArchive = () =>
  badRequest('file must be an archive of an organization, which GET /organizations/{orgId}/export makes')

const isHash = (value: unknown) => /^[0-9a-f]{64}$/.test(String(value))
const isShort = (value: unknown) => typeof value === 'string' && value.length <= 100
const isFile = (file: Partial<ArchivedFile> | null) =>
  isShort(file?.path) && Number.isSafeInteger(file!.records) && isHash(file!.sha256)

function parsed(json: string): Partial<Manifest> | undefined {
  try {
    const value = JSON.parse(json)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    throw notArchive()
  }
}
