import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex } from '#core/base/hash.ts'
import type { ReadItem, Source, SourceItem } from '#core/domain/formats/format.ts'
import { readFiles, writeFormat } from '#core/domain/formats/registry.ts'
import { compareItems, itemKey } from '#core/domain/identity/identity.ts'
import { kindOf } from '#core/domain/kinds.ts'

/** The rules of this repository for coding tools: exported from `identity.json` as the service exports any agent. */

export const agentsFile = 'AGENTS.md'
const identityFile = 'identity.json'

/** Items have no times of their own in the file; the version in the exported file is made of their texts. */
const writtenAt = '2026-01-01T00:00:00.000Z'

/** The text of AGENTS.md. */
export function exportAgentsFile(): string {
  const content = readFileSync(join(import.meta.dirname, '..', identityFile), 'utf8')
  const { id, name, job_title, description } = JSON.parse(content).agent
  const agent: Source['agent'] = {
    id,
    name,
    job_title,
    description,
    slug: name.toLowerCase(),
    location: null,
    timezone: null,
    identity_markers: [],
    avatar_url: null,
    created_at: writtenAt,
    updated_at: writtenAt,
  }
  const { items } = readFiles([{ path: identityFile, content }])
  const written = writeFormat('agents_md', { agent, items: items.map(approved).sort(compareItems) })
  return written.files[0]!.content
}

/** An item of the file as the service has it once it is approved. The order in the file is that of the export. */
const approved = ({ statement, category = 'principle', starred = false }: ReadItem, at: number): SourceItem => ({
  id: sha256Hex(itemKey({ category, statement })),
  kind: kindOf(category),
  scope: 'agent',
  category,
  statement,
  starred,
  hidden: false,
  status: 'approved',
  display_order: at,
  n_count: 1,
  created_at: writtenAt,
  updated_at: writtenAt,
})
