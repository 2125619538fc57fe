import { Anchor, Blockquote, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatDateTime, sourceTypeTitle } from '../api/words.ts'
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
  /** When it was written. */
  published_at?: string | null | undefined
  /** The later observation that retracts this one. */
  withdrawn_by?: string | null | undefined
  /** When it was found, used if `published_at` is unknown. */
  created_at: string
}

interface QuoteProps {
  evidence: Evidence
  /** The agent whose content it is from. */
  agentId?: string | null | undefined
}

/** A verbatim quote with a link to its source. */
export function Quote({
  evidence: { quote, title, url, source_type, content_item_id, published_at, withdrawn_by, created_at },
  agentId,
}: QuoteProps) {
  const { slug } = useOrganization()
  const name = title ?? sourceTypeTitle(source_type)
  const linkProps = { size: 'xs', underline: 'always' } as const
  return (
    <Blockquote p="xs" my={0} fz="sm" radius="sm">
      {quote ?? 'No quote recorded'}
      {withdrawn_by && (
        <Text size="xs" fw={600}>
          Withdrawn by a later statement
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        {url && (
          <Anchor {...linkProps} href={url} target="_blank" rel="noreferrer">
            {name}
          </Anchor>
        )}
        {!url && content_item_id && agentId && (
          <TextLink
            {...linkProps}
            to={paths.content}
            params={{ org: slug, agentId }}
            hash={`content-${content_item_id}`}
          >
            {name}
          </TextLink>
        )}
        {!url && !(content_item_id && agentId) && name} · {formatDateTime(published_at ?? created_at)}
      </Text>
    </Blockquote>
  )
}

const shownAtFirst = 10

/** A list of quotes, shortened if it is long. */
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
