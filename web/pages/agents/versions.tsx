import { Badge, Grid, Group, Select, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type Version, versionDifferenceQuery, versionsQuery } from '../../api/version-queries.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { Changed } from '../../ui/changed.tsx'
import { Loading } from '../../ui/failure.tsx'
import { useAgentId } from '../../ui/use-agent-params.ts'
import { Labels } from './labels.tsx'
import { ReleaseButton } from './release.tsx'

/** The prompts that the agent was given: what changed in each, the labels that pin them, and releases to several agents. */
export function VersionsPage() {
  const agentId = useAgentId()
  const { data } = useSuspenseQuery(versionsQuery(agentId))
  const versions = data.data
  const [chosen, setChosen] = useState(versions[0]!.version)
  const version = versions.find((each) => each.version === chosen) ?? versions[0]!
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack component="section" aria-label="Timeline" gap="xs">
          <Group justify="space-between">
            <Title order={2} size="h4">
              {pluralize(data.count, 'version')}
            </Title>
            <ReleaseButton />
          </Group>
          {versions.map((each, index) => (
            <VersionRow
              key={each.version}
              version={each}
              before={versions[index + 1]}
              isChosen={each === version}
              onChoose={() => setChosen(each.version)}
            />
          ))}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="xl">
          <Difference key={version.version} versions={versions} version={version} />
          <Labels version={version.version} />
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

interface VersionRowProps {
  version: Version
  before: Version | undefined
  isChosen: boolean
  onChoose: () => void
}

function VersionRow({ version, before, isChosen, onChoose }: VersionRowProps) {
  return (
    <UnstyledButton
      onClick={onChoose}
      aria-pressed={isChosen}
      p="xs"
      bg={isChosen ? 'var(--mantine-color-default-hover)' : undefined}
      style={{ borderRadius: 4 }}
    >
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">
          <b>v{version.version}</b> {pluralize(version.items, 'item')}
          {before && since(version.items - before.items)} · {pluralize(version.tokens, 'token')}
        </Text>
        <Group gap={4}>
          {[...(version.live ? ['live'] : []), ...version.labels].map((label) => (
            <Badge key={label} variant="light" color="gray" tt="none">
              {label}
            </Badge>
          ))}
        </Group>
      </Group>
      <Text size="xs" c="dimmed">
        {formatDateTime(version.created_at)}
      </Text>
    </UnstyledButton>
  )
}

const since = (more: number) => (more === 0 ? '' : ` (${more > 0 ? '+' : '−'}${Math.abs(more)})`)

/** The lines that a version has and another has not; compared with the version before unless another is chosen. */
function Difference({ versions, version }: { versions: Version[]; version: Version }) {
  const others = versions.filter((each) => each.version !== version.version)
  const before = others.find((each) => each.version < version.version) ?? others[0]
  const [from, setFrom] = useState(before?.version)
  const choices = others.map((each) => ({ value: String(each.version), label: `Version ${each.version}` }))
  return (
    <Stack component="section" aria-label="Difference" gap="sm">
      <Group justify="space-between" align="end">
        <Title order={2} size="h4">
          {from === undefined ? `v${version.version}` : `v${from} → v${version.version}`}
        </Title>
        {from !== undefined && (
          <Select
            label="Compare with"
            data={choices}
            value={String(from)}
            onChange={(value) => value && setFrom(Number(value))}
            allowDeselect={false}
          />
        )}
      </Group>
      {from === undefined ? (
        <Text size="sm">This is the first version: there is nothing to compare it with yet.</Text>
      ) : (
        <Suspense fallback={<Loading />}>
          <ChangedLines from={from} to={version.version} />
        </Suspense>
      )}
    </Stack>
  )
}

function ChangedLines({ from, to }: { from: number; to: number }) {
  const { data } = useSuspenseQuery(versionDifferenceQuery(useAgentId(), from, to))
  const { removed, changed, added } = data
  if (removed.length + changed.length + added.length === 0) return <Text size="sm">Only the order differs.</Text>
  return (
    <Stack gap={4}>
      {removed.map((line) => (
        <Line key={`− ${line.section} ${line.text}`} sign="−" section={line.section} text={line.text} />
      ))}
      {changed.map(({ section, before, after }) => (
        <Stack key={`${section} ${before} ${after}`} gap={0}>
          <Line sign="−" section={section} text={before} />
          <Line sign="+" section={section} text={after} />
        </Stack>
      ))}
      {added.map((line) => (
        <Line key={`+ ${line.section} ${line.text}`} sign="+" section={line.section} text={line.text} />
      ))}
    </Stack>
  )
}

const Line = ({ sign, section, text }: { sign: '+' | '−'; section: string | null; text: string }) => (
  <Changed sign={sign} category={section ?? undefined} statement={text} />
)
