import { Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { reportQuery } from '../api/queries.ts'
import { labelsQuery, recentVersionsQuery } from '../api/version-queries.ts'
import { layerNames, layers, pluralize } from '../api/words.ts'
import { LayerBar } from '../ui/layer-bar.tsx'
import classes from './prompt-facts.module.css'

/** Which version the live prompt is, the labels of the agent, and the tokens of the prompt by layer. */
export function PromptFacts({ agentId }: { agentId: string }) {
  return (
    <div className={classes.facts}>
      <Version agentId={agentId} />
      <Tokens agentId={agentId} />
    </div>
  )
}

function Version({ agentId }: { agentId: string }) {
  const versions = useQuery(recentVersionsQuery(agentId)).data
  const labels = useQuery(labelsQuery(agentId)).data
  const live = versions?.data.find((version) => version.live)
  return (
    <Group gap={6} mih={22}>
      <Chip color="gray">{live ? `v${live.version} · live` : 'live'}</Chip>
      {labels?.data.map(({ label, version, behind }) =>
        behind === 0 ? (
          <Chip key={label} color="green">
            {label}
          </Chip>
        ) : (
          <Chip key={label} color="yellow">
            {label} v{version}, {pluralize(behind, 'change')} behind
          </Chip>
        ),
      )}
    </Group>
  )
}

const Chip = ({ color, children }: { color: 'gray' | 'green' | 'yellow'; children: React.ReactNode }) => (
  <Badge variant="light" color={color} tt="none">
    {children}
  </Badge>
)

function Tokens({ agentId }: { agentId: string }) {
  const tokens = useQuery(reportQuery(agentId)).data?.tokens
  const known = tokens?.by_layer
  const parts = layerNames.filter((layer) => !known || known[layer] > 0)
  const ofItems = parts.reduce((sum, layer) => sum + (known?.[layer] ?? 0), 0)
  const count = (number: number | undefined) => number?.toLocaleString('en') ?? '–'
  return (
    <div>
      <LayerBar parts={known} rest={tokens && tokens.total - ofItems} />
      <Text size="xs" c="dimmed" className={classes.legend} title={tokens && `Counted by ${tokens.tokenizer}`}>
        <span>{tokens ? pluralize(tokens.total, 'token') : '– tokens'}</span>
        {parts.map((layer) => (
          <span key={layer} data-layer={layer}>
            {layers[layer].title} {count(known?.[layer])}
          </span>
        ))}
        {tokens && <span>Headings and profile {count(tokens.total - ofItems)}</span>}
      </Text>
    </div>
  )
}
