import { Alert, Button, Card, Group, NumberInput, Paper, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, api, ask } from '../../api/client.ts'
import { type Identity, identityQuery, itemsOf } from '../../api/identity.ts'
import { categories, kindNames, pluralize, type ResolvedItem, titleOf } from '../../api/words.ts'
import { Loading } from '../../ui/failure.tsx'
import { Copy } from '../../ui/secret.tsx'
import { useAgentId } from '../../ui/use-agent-params.ts'
import classes from './variants.module.css'

type Preview = Answer<'/agents/{agentId}/dynamic-prompt', 'post'>

interface Rates {
  emphasis: number
  minPool: number
  sample: number
}

/** The defaults of the service; shares in percent. */
const defaults: Rates = { emphasis: 40, minPool: 3, sample: 70 }
const maxSeed = 2 ** 32 - 1

const previewQuery = (agentId: string, seed: number, { emphasis, minPool, sample }: Rates) =>
  queryOptions({
    queryKey: ['agent', agentId, 'dynamic', seed, emphasis, minPool, sample],
    placeholderData: keepPreviousData,
    queryFn: () =>
      ask(
        api.POST('/agents/{agentId}/dynamic-prompt', {
          params: { path: { agentId } },
          body: {
            seed,
            config: {
              emphasis_rate: emphasis / 100,
              min_pool_size: minPool,
              category_overrides: Object.fromEntries(categories.map(({ id }) => [id, { sample_rate: sample / 100 }])),
            },
          },
        }),
      ),
  })

const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0]!

/** Prompt variants: what a seed leaves out, and how two seeds differ. */
export function VariantsPage() {
  const agentId = useAgentId()
  const { data: identity } = useSuspenseQuery(identityQuery({ layer: 'agent', id: agentId }))
  const [seeds, setSeeds] = useState<[number, number]>([1, 2])
  const [rates, setRates] = useState(defaults)
  const [isCompared, setCompared] = useState(false)
  const first = useQuery(previewQuery(agentId, seeds[0], rates))
  const second = useQuery(previewQuery(agentId, seeds[1], rates))
  const shown = isCompared ? [first, second] : [first]
  const error = shown.find((query) => query.error)?.error
  return (
    <Stack>
      <Text size="sm" c="dimmed" maw={720}>
        Varying the prompt keeps a model from tuning out wording that it sees every time. Starred items, axioms and
        boundaries are always included; the rest of each category is shuffled and sampled. The same seed always gives
        the same prompt.
      </Text>
      <Card withBorder>
        <Group align="flex-end">
          <Seed
            label={isCompared ? 'First seed' : 'Seed'}
            value={seeds[0]}
            onChange={(seed) => setSeeds([seed, seeds[1]])}
          />
          {isCompared && <Seed label="Second seed" value={seeds[1]} onChange={(seed) => setSeeds([seeds[0], seed])} />}
          <Percent
            label="Items kept (%)"
            description="Per category"
            value={rates.sample}
            onChange={(sample) => setRates({ ...rates, sample })}
          />
          <NumberInput
            label="Minimum per category"
            description="Items always kept"
            w={150}
            min={0}
            max={1000}
            allowDecimal={false}
            value={rates.minPool}
            onChange={(value) => setRates({ ...rates, minPool: Number(value) })}
          />
          <Percent
            label="Lead-tone frequency"
            description="Percent of seeds"
            value={rates.emphasis}
            onChange={(emphasis) => setRates({ ...rates, emphasis })}
          />
        </Group>
        <Switch
          mt="md"
          label="Compare two seeds"
          checked={isCompared}
          onChange={(event) => setCompared(event.currentTarget.checked)}
        />
      </Card>
      {error && <Alert color="red">{error.message}</Alert>}
      <SimpleGrid cols={{ base: 1, lg: isCompared ? 2 : 1 }}>
        {shown.map(({ data }, index) =>
          data ? (
            <Variant
              key={index === 0 ? 'first' : 'second'}
              title={isCompared ? (index === 0 ? 'First' : 'Second') : 'Variant'}
              preview={data}
              other={isCompared ? shown[1 - index]!.data : undefined}
              identity={identity}
            />
          ) : (
            !error && <Loading key={index === 0 ? 'first' : 'second'} />
          ),
        )}
      </SimpleGrid>
    </Stack>
  )
}

function Seed({ label, value, onChange }: { label: string; value: number; onChange: (seed: number) => void }) {
  return (
    <Group align="flex-end" gap={4} wrap="nowrap">
      <NumberInput
        label={label}
        description="0 to 4294967295"
        w={150}
        min={0}
        max={maxSeed}
        allowDecimal={false}
        value={value}
        onChange={(seed) => onChange(Math.min(Number(seed), maxSeed))}
      />
      <Button
        variant="default"
        px="xs"
        aria-label={`Random seed: ${label}`}
        title="Random seed"
        onClick={() => onChange(randomSeed())}
      >
        <IconDice5 size={18} />
      </Button>
    </Group>
  )
}

interface PercentProps {
  label: string
  description: string
  value: number
  onChange: (value: number) => void
}

function Percent({ label, description, value, onChange }: PercentProps) {
  return (
    <NumberInput
      label={label}
      description={description}
      w={150}
      suffix="%"
      min={0}
      max={100}
      value={value}
      onChange={(next) => onChange(Number(next))}
    />
  )
}

interface VariantProps {
  title: string
  preview: Preview
  other: Preview | undefined
  identity: Identity
}

function Variant({ title, preview: { prompt, manifest }, other, identity }: VariantProps) {
  const items = kindNames.flatMap((kind) => itemsOf(identity, kind))
  const out = [...manifest.beliefs_sampled_out, ...manifest.responsibilities_sampled_out]
  const left = out.flatMap((id) => items.find((item) => item.id === id) ?? [])
  const otherLines = other && new Set(other.prompt.split('\n'))
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">
            {title}: seed {manifest.seed}
          </Title>
          <Copy value={prompt} label="Copy" />
        </Group>
        <Text size="sm">
          {manifest.emphasis ? `Lead tone: ${manifest.emphasis}` : 'No lead tone'} · {pluralize(left.length, 'item')}{' '}
          left out
        </Text>
        <LeftOut items={left} />
        {otherLines && (
          <Text size="xs" c="dimmed">
            Highlighted lines appear only here.
          </Text>
        )}
        <pre className={classes.text}>
          {numbered(prompt).map(({ key, line }) => (
            <span key={key} data-alone={(line !== '' && otherLines && !otherLines.has(line)) || undefined}>
              {`${line}\n`}
            </span>
          ))}
        </pre>
      </Stack>
    </Paper>
  )
}

const numbered = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line, number) => ({ key: number, line }))

function LeftOut({ items }: { items: ResolvedItem[] }) {
  if (items.length === 0) return null
  return (
    <ul className={classes.out} aria-label="Left out">
      {items.map((item) => (
        <li key={item.id}>
          {titleOf(item.category)}: {item.statement}
        </li>
      ))}
    </ul>
  )
}
