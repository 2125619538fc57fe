import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { estimateQuery } from '../../api/discovery-queries.ts'
import { pluralize } from '../../api/words.ts'

/** The engine of the next run, its limits, and its cost. */
export function EngineNote({ agentId }: { agentId: string }) {
  const { data } = useSuspenseQuery(estimateQuery(agentId))
  const { engine, content_items, content_items_in_run, requests, input_tokens, output_tokens } = data
  const tokens = (input_tokens + output_tokens).toLocaleString('en')
  return (
    <Text size="sm" c="dimmed" component="section" aria-label="Engine">
      {engine === 'builtin'
        ? `Read by the built-in engine, free of charge; no text leaves this service. It finds what is said plainly or recurs in nearly the same words, and counts commits. It misses paraphrases. ${pluralize(content_items, 'item')} to read.`
        : `Read by the language model ${engine}; texts are sent to it. It finds paraphrases and what is implied, and costs what its provider charges. Next run: ${pluralize(content_items_in_run, 'item')} of ${content_items.toLocaleString('en')}, about ${pluralize(requests, 'request')} and ${tokens} tokens.`}
    </Text>
  )
}
