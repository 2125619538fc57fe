import { Badge, Button, Grid, Group, Select, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, startTransition, useState } from 'react'
import { actorOf, pastOf } from '../../api/audit-words.ts'
import { type Layer, type Version, versionDifferenceQuery, versionsQuery } from '../../api/version-queries.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { Changed } from '../../ui/changed.tsx'
import { Loading } from '../../ui/failure.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { useAgentId, useAgentParams } from '../../ui/use-agent-params.ts'
import { Labels } from './labels.tsx'
import { ReleaseButton } from './release.tsx'

/** The prompts that the agent was given: what changed in each, the labels that pin them, and releases to several agents. */
export function VersionsPage() {
  const params = useAgentParams()
  const { agentId } = params
  const [layer, setLayer] = useState<Layer>()
  const [chosen, setChosen] = useState<Version>()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    versionsQuery(agentId, layer),
  )
  const all = data.pages.flatMap((page) => page.data)
  const live = all.find((each) => each.live)
  // After changes that were undone, the live version is an older one.
  const versions = live ? [live, ...all.filter((each) => each !== live)] : all
  const newest = all[0]
  const version = versions.find((each) => each.version === chosen?.version) ?? chosen ?? versions[0]
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack component="section" aria-label="Timeline" gap="xs">
          <Group justify="space-between">
            <Title order={2} size="h4">
              {pluralize(data.pages[0]!.count, 'version')}
            </Title>
            <Group gap="xs">
              <ButtonLink variant="default" to={paths.snapshots} params={params}>
                Snapshots
              </ButtonLink>
              <ReleaseButton />
            </Group>
          </Group>
          <Select
            label="Changed in"
            data={Object.entries(layerNames).map(([value, label]) => ({ value, label }))}
            placeholder="Any layer"
            value={layer ?? null}
            onChange={(value) => startTransition(() => setLayer((value as Layer | null) ?? undefined))}
            clearable
          />
          {live && newest !== live && (
            <Text size="sm">
              v{live.version} is live. Versions after it were replaced: only a label still leads to their text.
            </Text>
          )}
          {versions.length === 0 && <Text size="sm">This layer changed before no version that is kept.</Text>}
          {versions.map((each) => (
            <VersionRow
              key={each.version}
              version={each}
              isReplaced={live !== undefined && each.version > live.version}
              isChosen={each === version}
              onChoose={() => setChosen(each)}
            />
          ))}
          {hasNextPage && (
            <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
              Show earlier versions
            </Button>
          )}
        </Stack>
      </Grid.Col>
      {version && (
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="xl">
            <Difference key={version.version} versions={versions} version={version} />
            <Changes version={version} />
            <Labels version={version.version} />
          </Stack>
        </Grid.Col>
      )}
    </Grid>
  )
}

const layerNames: Record<Layer, string> = { agent: 'This agent', group: 'Its group', org: 'The organization' }
const layerWords: Record<Layer, string> = { agent: 'agent', group: 'group', org: 'organization' }

interface VersionRowProps {
  version: Version
  /** Whether it is newer than the live one. */
  isReplaced: boolean
  isChosen: boolean
  onChoose: () => void
}

function VersionRow({ version, isReplaced, isChosen, onChoose }: VersionRowProps) {
  const [newest] = version.changes
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
          <b>v{version.version}</b> {pluralize(version.items, 'item')} · {pluralize(version.tokens, 'token')}
        </Text>
        <Group gap={4}>
          {[...(version.live ? ['live'] : isReplaced ? ['not live'] : []), ...version.labels].map((label) => (
            <Badge key={label} variant="light" color={label === 'live' ? 'green' : 'gray'} tt="none">
              {label}
            </Badge>
          ))}
        </Group>
      </Group>
      {newest && (
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {actorOf(newest)} {deedOf(newest)}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {[formatDateTime(version.created_at), ...countsOf(version)].join(' · ')}
      </Text>
    </UnstyledButton>
  )
}

/** How much changed in each layer, such as "2 in the group". */
const countsOf = ({ changes_by_layer }: Version) =>
  (Object.keys(layerWords) as Layer[]).flatMap((layer) =>
    changes_by_layer[layer] > 0 ? [`${changes_by_layer[layer]} in the ${layerWords[layer]}`] : [],
  )

/** Returns the rest of a sentence that begins with the actor. */
function deedOf({ action, target }: Version['changes'][number]): string {
  const [type = '', verb = ''] = action.split('.')
  return `${pastOf[verb] ?? verb} ${type}${target?.name ? ` “${target.name}”` : ''}`
}

/** Who changed what since the version before, in which layer. */
function Changes({ version: { changes, changes_by_layer } }: { version: Version }) {
  if (changes.length === 0) return null
  const others = Object.values(changes_by_layer).reduce((sum, count) => sum + count, 0) - changes.length
  return (
    <Stack component="section" aria-label="Changes" gap="xs">
      <Title order={2} size="h4">
        Who changed it
      </Title>
      {changes.map((change) => (
        <Text key={change.seq} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <b>{actorOf(change)}</b> {deedOf(change)}{' '}
          <Text span size="xs" c="dimmed">
            {layerWords[change.layer]} · {formatDateTime(change.at)}
          </Text>
        </Text>
      ))}
      {others > 0 && (
        <Text size="sm" c="dimmed">
          and {pluralize(others, 'earlier change')}
        </Text>
      )}
    </Stack>
  )
}

/** The lines that a version has and another has not; compared with the version before unless another is chosen. */
function Difference({ versions, version }: { versions: Version[]; version: Version }) {
  const { previous } = version
  const others = new Set([...versions.map((each) => each.version), ...(previous === null ? [] : [previous])])
  others.delete(version.version)
  const numbers = [...others].sort((a, b) => b - a)
  const [from, setFrom] = useState(previous ?? numbers[0])
  const choices = numbers.map((each) => ({ value: String(each), label: `Version ${each}` }))
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
