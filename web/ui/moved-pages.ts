import { notFound, redirect } from '@tanstack/react-router'
import { type Path, paths } from '../paths.ts'

/** The addresses of earlier releases, which links outside the dashboard still have. */

/** An agent's, by their last part. */
const pagesOfAgent: Record<string, Path> = {
  // Dialogs over the identity.
  import: paths.agent,
  recommendations: paths.agent,
  profile: paths.agentSettings,
  review: paths.inbox,
  discovery: paths.evidence,
  content: paths.content,
  sessions: paths.sessions,
  conversations: paths.conversations,
  snapshots: paths.snapshots,
  playground: paths.variants,
  models: paths.agentModels,
  export: paths.files,
}

/** An organization's. */
const pagesOfOrganization: Record<string, Path> = {
  overview: paths.organization,
  layers: paths.agents,
  jobs: paths.runs,
  models: paths.models,
}

interface Opened {
  params: Record<string, string>
  location: { search: object; hash: string }
}

/** Leads from an earlier address to the page's present one, with its search and fragment. */
export function leadToPage({ params: { earlier = '', ...params }, location: { search, hash } }: Opened): never {
  const to = (params.agentId ? pagesOfAgent : pagesOfOrganization)[earlier]
  if (!to) throw notFound()
  throw redirect({ to, params, search: { ...search, ...filtersOf(to, params.agentId) }, hash, replace: true })
}

/** Returns the filters with which the present page shows the same. */
const filtersOf = (to: Path, agentId: string | undefined) => {
  if (to === paths.inbox) return { agent: agentId }
  if (to === paths.agents) return { sort: 'group' }
  return to === paths.agent ? { import: true } : {}
}
