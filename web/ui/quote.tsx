import { Anchor, Blockquote, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatDateTime, sessionTitle, sourceTypeTitle } from '../api/words.ts'
import { paths } from '../paths.ts'
import { TextLink } from './links.tsx'
import { useOrganization } from './use-organization.ts'

/** A quote, and where it is from. */
export interface Evidence {
  id: string
  quote: string | null
  source_type?: string | undefined
  content_item_id: string | null
  title?: string | null | undefined
  url?: string | null | undefined
  /** The session with a coding agent that it was said in. */
  session?: { tool: string; project: string | null; at: string } | undefined
  /** When it was written. */
  published_at?: string | null | undefined
  /** The later observation that retracts this one. */
  withdrawn_by?: string | null | undefined
  /** Whether it was the evidence of an item that was merged. */
  isMerged?: boolean
  /** When it was found, used if `published_at` is unknown. */
  created_at: string
}

interface QuoteProps {
  /** The evidence with one quote, at least one. */
  evidence: readonly Evidence[]
  /** The agent whose content it is from. */
  agentId?: string | null | undefined
}

/**
 * Groups evidence with equal quotes, in the order of the first of each; without a quote each stands alone. Letter case,
 * spaces and punctuation make no difference.
 */
const byQuote = (evidence: readonly Evidence[]): Evidence[][] => [
  ...Map.groupBy(
    evidence,
    ({ quote, id }) =>
      quote
        ?.toLowerCase()
        .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
        .trim() || id,
  ).values(),
]

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

/** Evidence with the quotes first that share the most words with a statement, and of equal ones the latest. */
export function bestFirst<T extends Evidence>(statement: string, evidence: readonly T[]): T[] {
  const wanted = wordsOf(statement)
  const shared = ({ quote }: T) => (quote === null ? -1 : [...wordsOf(quote)].filter((word) => wanted.has(word)).length)
  const time = ({ published_at, created_at }: T) => published_at ?? created_at
  return evidence.toSorted((a, b) => shared(b) - shared(a) || time(b).localeCompare(time(a)))
}

/** A verbatim quote with links to its sources. */
function Quote({ evidence, agentId }: QuoteProps) {
  return (
    <Blockquote p="xs" my={0} fz="sm" radius="sm">
      <div dir="auto">{evidence[0]!.quote ?? 'No quote recorded'}</div>
      {evidence.every(({ withdrawn_by }) => withdrawn_by) && (
        <Text size="xs" fw={600}>
          Withdrawn by a later statement
        </Text>
      )}
      {evidence.map((each) => (
        <Origin key={each.id} evidence={each} agentId={agentId} />
      ))}
    </Blockquote>
  )
}

/** The source of a quote and its date; a session by its tool and project. */
function Origin({
  evidence: { title, url, source_type, content_item_id, session, published_at, created_at, isMerged },
  agentId,
}: {
  evidence: Evidence
  agentId: QuoteProps['agentId']
}) {
  const { slug } = useOrganization()
  const name = session ? sessionTitle(session) : (title ?? sourceTypeTitle(source_type))
  const linkProps = { size: 'xs', underline: 'always' } as const
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {url && (
        <Anchor {...linkProps} href={url} target="_blank" rel="noreferrer">
          {name}
        </Anchor>
      )}
      {!url && content_item_id && agentId && (
        <TextLink {...linkProps} to={paths.content} params={{ org: slug, agentId }} hash={`content-${content_item_id}`}>
          {name}
        </TextLink>
      )}
      {!url && !(content_item_id && agentId) && name} · {formatDateTime(published_at ?? created_at)}
      {isMerged && ' · merged'}
    </Text>
  )
}

const shownAtFirst = 10

/** A list of quotes, equal ones together, shortened if it is long. */
export function Quotes({ evidence, agentId }: { evidence: readonly Evidence[]; agentId?: string | null | undefined }) {
  const groups = byQuote(evidence)
  const [isOpen, setOpen] = useState(groups.length <= shownAtFirst)
  return (
    <Stack gap="xs">
      {(isOpen ? groups : groups.slice(0, shownAtFirst)).map((group) => (
        <Quote key={group[0]!.id} evidence={group} agentId={agentId} />
      ))}
      {!isOpen && (
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Show {groups.length - shownAtFirst} more
        </Button>
      )}
    </Stack>
  )
}
