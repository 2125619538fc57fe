import { Anchor, Blockquote, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contentQuery } from '../api/discovery-queries.ts'
import { momentOf } from '../api/words.ts'
import { paths } from '../paths.ts'
import { Loading } from './failure.tsx'
import { TextLink } from './links.tsx'
import { useOrganization } from './use-organization.ts'

/** Something that was said, and where. */
export interface Evidence {
  id: string
  quote: string | null
  source_type?: string | undefined
  content_item_id: string | null
  title?: string | null | undefined
  url?: string | null | undefined
  /** When it was said. */
  published_at?: string | null | undefined
  /** When it was found, for what was said at no known time. */
  created_at: string
}

interface QuoteProps {
  evidence: Evidence
  /** Whose content it was said in. */
  agentId?: string | null | undefined
}

const origins: Record<string, string> = { claude_md: 'rules file', bootstrap: 'recommendation' }
const originOf = (type = 'content') => origins[type] ?? type.replaceAll('_', ' ')

/** What was said, in its own words, with the way to where it was said. */
export function Quote({
  evidence: { quote, title, url, source_type, content_item_id, published_at, created_at },
  agentId,
}: QuoteProps) {
  const { slug } = useOrganization()
  const name = title ?? originOf(source_type)
  const look = { size: 'xs', underline: 'always' } as const
  return (
    <Blockquote p="xs" my={0} fz="sm" radius="sm">
      {quote ?? 'No quote is recorded.'}
      <Text size="xs" c="dimmed" mt={4}>
        {url && (
          <Anchor {...look} href={url} target="_blank" rel="noreferrer">
            {name}
          </Anchor>
        )}
        {!url && content_item_id && agentId && (
          <TextLink {...look} to={paths.content} params={{ org: slug, agentId }} hash={`content-${content_item_id}`}>
            {name}
          </TextLink>
        )}
        {!url && !(content_item_id && agentId) && name} · {momentOf(published_at ?? created_at)}
      </Text>
    </Blockquote>
  )
}

const shownAtFirst = 10

/** All evidence of something, with what the agent's content knows about it. */
export function Quotes({ evidence, agentId }: { evidence: Evidence[]; agentId?: string | undefined }) {
  const [isOpen, setOpen] = useState(evidence.length <= shownAtFirst)
  const isInContent = agentId !== undefined && evidence.some(({ content_item_id }) => content_item_id !== null)
  const { data: content, error } = useQuery({ ...contentQuery(agentId ?? ''), enabled: isInContent })
  if (isInContent && !content && !error) return <Loading />
  const contentOf = new Map(content?.map((item) => [item.id, item]))
  return (
    <Stack gap="xs">
      {(isOpen ? evidence : evidence.slice(0, shownAtFirst)).map((each) => {
        const {
          id = null,
          source_type = each.source_type,
          title,
          url,
          published_at,
        } = contentOf.get(each.content_item_id ?? '') ?? {}
        const found = { ...each, content_item_id: id, source_type, title, url, published_at }
        return <Quote key={each.id} evidence={found} agentId={agentId} />
      })}
      {!isOpen && (
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Show {evidence.length - shownAtFirst} more
        </Button>
      )}
    </Stack>
  )
}
