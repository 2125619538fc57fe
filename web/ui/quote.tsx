import { Anchor, Blockquote, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatDateTime } from '../api/words.ts'
import { paths } from '../paths.ts'
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
        {!url && !(content_item_id && agentId) && name} · {formatDateTime(published_at ?? created_at)}
      </Text>
    </Blockquote>
  )
}

const shownAtFirst = 10

/** All evidence of something. */
export function Quotes({ evidence, agentId }: { evidence: Evidence[]; agentId?: string | null | undefined }) {
  const [isOpen, setOpen] = useState(evidence.length <= shownAtFirst)
  return (
    <Stack gap="xs">
      {(isOpen ? evidence : evidence.slice(0, shownAtFirst)).map((each) => (
        <Quote key={each.id} evidence={each} agentId={agentId} />
      ))}
      {!isOpen && (
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Show {evidence.length - shownAtFirst} more
        </Button>
      )}
    </Stack>
  )
}
