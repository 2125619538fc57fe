import { jobTitles } from '../../api/audit-words.ts'
import type { Waiting } from '../../api/waiting.ts'
import { formatDate, formatDateTime, pluralize } from '../../api/words.ts'
import { type Path, paths } from '../../paths.ts'

/** Something that waits, as a row that leads to where it is dealt with. */
export interface WaitingRow {
  id: string
  tone: 'red' | 'amber' | 'indigo'
  title: string
  about: string
  to: Path
  params: Record<string, string>
  search?: Record<string, string>
}

/** Returns the rows in their order: what failed, what others ask, what was found, what is old. */
export function rowsOf(waiting: Waiting, org: string): WaitingRow[] {
  const { sources, jobs, change_requests, proposals, clients, keys } = waiting
  const behind = Map.groupBy(clients.data, ({ agent_id }) => agent_id)
  return [
    ...sources.data.map(
      ({ id, agent_id, agent_name, name, error }): WaitingRow => ({
        id: `source ${id} ${error}`,
        tone: 'red',
        title: name,
        about: `Sync for ${agent_name} failed: ${error}`,
        to: paths.sources,
        params: { org, agentId: agent_id },
      }),
    ),
    ...jobs.data.map(
      ({ id, agent_id, agent_name, type, error }): WaitingRow => ({
        id: `job ${id}`,
        tone: 'red',
        title: agent_name ?? 'The organization',
        about: `${jobTitles[type]} failed${error ? `: ${error}` : ''}`,
        to: agent_id && type === 'pbd' ? paths.evidence : paths.runs,
        params: { org, agentId: agent_id ?? '' },
      }),
    ),
    ...change_requests.data.map(
      ({ id, number, title, client, created_at }): WaitingRow => ({
        id: `request ${id}`,
        tone: 'indigo',
        title: `#${number} ${title}`,
        about: ['Change request', client, formatDateTime(created_at)].filter(Boolean).join(' · '),
        to: paths.changeRequest,
        params: { org, changeRequestId: id },
      }),
    ),
    ...proposals.data.map(
      ({ agent_id, group_id, name, count, proposed }): WaitingRow => ({
        id: `proposals ${agent_id ?? group_id ?? 'organization'} ${count}`,
        tone: 'indigo',
        title: name ?? 'Shared identity',
        about: proposalsAbout(count, proposed),
        to: paths.inbox,
        params: { org },
        ...(agent_id && { search: { agent: agent_id } }),
      }),
    ),
    ...[...behind.values()].map(
      (ofAgent): WaitingRow => ({
        id: `clients ${ofAgent[0]!.agent_id} ${ofAgent.length}`,
        tone: 'amber',
        title: ofAgent[0]!.agent_name,
        about: clientsAbout(ofAgent),
        to: paths.versions,
        params: { org, agentId: ofAgent[0]!.agent_id },
      }),
    ),
    ...keys.data.map(
      ({ id, label, key_hint, expires_at }): WaitingRow => ({
        id: `key ${id}`,
        tone: 'amber',
        title: label ?? `…${key_hint}`,
        about: `API key, expires on ${formatDate(expires_at)}`,
        to: paths.keys,
        params: { org },
      }),
    ),
  ]
}

function proposalsAbout(count: number, proposed: number): string {
  const written = count - proposed
  return [
    ...(proposed > 0 ? [pluralize(proposed, 'proposal')] : []),
    ...(written > 0 ? [`${pluralize(written, 'written item')} to review`] : []),
  ].join(' · ')
}

function clientsAbout(clients: Waiting['clients']['data']): string {
  const { client, version, label, behind } = clients[0]!
  const runs = `${client} runs ${version === null ? 'an unknown text' : `v${version}`}`
  const distance = behind ? `, ${pluralize(behind, 'version')} behind ${label ?? 'live'}` : ''
  return `${runs}${distance}${clients.length > 1 ? ` · ${clients.length - 1} more` : ''}`
}
