import { agentCode, findMarker } from '#core/domain/formats/marker.ts'
import { formatByPath } from '#core/domain/formats/paths.ts'
import { findBlock } from '../files/identity-block.ts'
import { labelOf } from '../files/repository.ts'
import { readText } from '../files/text-file.ts'
import { reportText } from '../service/receipts.ts'
import { type Service, unwrap } from '../service/service.ts'

/**
 * Reports that a tool has loaded a file, if it holds the identity of one of these agents. A file without a marker, as
 * most are, causes no request.
 *
 * @param agents slugs or ids; the marker tells which of them the file is of.
 */
export async function reportLoaded(
  file: string,
  open: () => Promise<Service>,
  agents: () => Promise<readonly string[]>,
): Promise<void> {
  const text = readText(file)
  const marker = findMarker(text)
  if (!marker) return
  const service = await open()
  for (const agent of await agents()) {
    const { id } = await unwrap(service.api.GET('/agents/{agentId}', { params: { path: { agentId: agent } } }))
    if (agentCode(id) !== marker.agent) continue
    const format = formatByPath(file.replaceAll('\\', '/')) ?? 'agents_md'
    const content = findBlock(text)?.content ?? text
    await reportText(service, 'loaded', { agent, format, content, label: labelOf(file) })
    return
  }
}
