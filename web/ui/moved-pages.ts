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

interface Opened {
  params: Record<string, string>
  location: { search: object; hash: string }
}

/** Leads from an earlier address to the page's present one, with its search and fragment. */
export function leadToPage({ params: { earlier = '', ...params }, location: { search, hash } }: Opened): never {
  const to = pagesOfAgent[earlier]
  if (!to) throw notFound()
  const agent = to === paths.inbox ? { agent: params.agentId } : to === paths.agent ? { import: true } : {}
  throw redirect({ to, params, search: { ...search, ...agent }, hash, replace: true })
}
