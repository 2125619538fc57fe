import { sessionIn } from '#core/domain/sources/sessions.ts'

interface ReadSource {
  source_type: string
  /** The metadata of its content item; null if that is gone. */
  metadata: Record<string, unknown> | null
  published_at: string | null
}

/** Replaces the metadata of a source's content by the session that it was read in, if it was. */
export function withSession<Source extends ReadSource>({ metadata, ...source }: Source) {
  const read =
    source.source_type === 'session' && metadata ? sessionIn({ source_type: 'session', metadata }) : undefined
  if (!read) return source
  const { how: _, ...session } = read
  return { ...source, session: { type: 'session' as const, ...session, at: source.published_at } }
}
