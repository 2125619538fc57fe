import { writeSync } from 'node:fs'
import type { Tasks } from '#core/base/task-runner.ts'
import type { ContentArchive, XArchiveOptions } from '#core/domain/sources/archived-content.ts'
import { readLinkedIn } from './linkedin.ts'
import { type ArchivedOrganization, type OrganizationFiles, readOrganization } from './organization.ts'
import { readSubstack } from './substack.ts'
import { readX } from './x.ts'

/** Open files: the input, and the output for the contents, each as a line of JSON. */
interface Files {
  fd: number
  contentsFd: number
}

/**
 * Reading runs in a thread: 7 MB of HTML held the event loop for seconds. The output is the account's name, or what an
 * archive of an organization says of itself.
 */
export interface ArchiveWork {
  linkedin: { input: Files; output: string | null }
  x: { input: Files & XArchiveOptions; output: string | null }
  substack: { input: Files; output: string | null }
  organization: { input: OrganizationFiles; output: ArchivedOrganization }
}

export const work: Tasks<ArchiveWork> = {
  linkedin: async (files) => writeContents(await readLinkedIn(files.fd), files),
  x: async (files) => writeContents(await readX(files.fd, files), files),
  substack: async (files) => writeContents(await readSubstack(files.fd), files),
  organization: readOrganization,
}

async function writeContents({ account, contents }: ContentArchive, { contentsFd }: Files): Promise<string | null> {
  for await (const content of contents) writeSync(contentsFd, `${JSON.stringify(content)}\n`)
  return account
}
