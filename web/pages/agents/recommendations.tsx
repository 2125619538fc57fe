import { Accordion, Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import {
  applyStatements,
  type Recommendation,
  recommendationsQuery,
  type TemplateRepository,
  templateRepositoriesQuery,
} from '../../api/bootstrap-queries.ts'
import { identityKeys, identityQuery, itemsOf } from '../../api/identity.ts'
import { agentQuery } from '../../api/queries.ts'
import { kindNames, kinds, layers, pluralize, type ResolvedItem } from '../../api/words.ts'
import { FormError } from '../../forms/form.tsx'
import { StatementChoice, useChoice } from '../../forms/statement-choice.tsx'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { notify } from '../../ui/notify.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'
import { useSave } from '../../ui/use-save.ts'
import { TemplateLibrary } from './template-library.tsx'

/** Recommends what others in the agent's role believe and answer for, to be added one by one. */
export function RecommendationsPage() {
  const { org, agentId } = useAgentParams()
  const [{ data: agent }, { data: recommendations }, { data: repositories }, { data: identity }] = useSuspenseQueries({
    queries: [
      agentQuery(agentId),
      recommendationsQuery(agentId),
      templateRepositoriesQuery,
      identityQuery({ layer: 'agent', id: agentId }),
    ],
  })
  const choice = useChoice(recommendations, false)
  const { selected } = choice
  const apply = useSave(() => applyStatements(agentId, selected), {
    changes: [...identityKeys, ['recommendations', agentId]],
    silent: true,
    onSuccess: ({ created, updated }) =>
      notify(`${pluralize(created, 'statement')} added${updated > 0 ? `, ${updated} already existed` : ''}`),
  })
  const present = kindNames.flatMap((kind) => itemsOf(identity, kind)).filter(({ overridden }) => !overridden)
  const toProfile = { to: paths.agentSettings, params: { org, agentId } }
  return (
    <Stack gap="xl" maw={820}>
      {!agent.job_title && !agent.description && (
        <Alert color="yellow" title="This agent has no role or description">
          Recommendations are based on both.{' '}
          <TextLink {...toProfile} c="inherit" size="sm" underline="always">
            Complete its settings
          </TextLink>
          to get better ones.
        </Alert>
      )}
      {recommendations.length === 0 ? (
        <EmptyBox title="Nothing new to recommend" action={<ButtonLink {...toProfile}>Edit settings</ButtonLink>}>
          Nothing in the starter roles and the repositories below fits the role and description of {agent.name} beyond
          what it has. Add to its description, or read more repositories.
        </EmptyBox>
      ) : (
        <>
          <StatementChoice choice={choice} about={(each) => <Origin {...each} repositories={repositories} />} />
          <FormError error={apply.error} />
          <Group gap="sm">
            <Button onClick={() => apply.mutate(undefined)} loading={apply.isPending} disabled={selected.length === 0}>
              Add {pluralize(selected.length, 'statement')}
            </Button>
            <Text size="sm" c="dimmed">
              They are added to the agent as approved, and appear in its prompt immediately.
            </Text>
          </Group>
        </>
      )}
      {present.length > 0 && <Present items={present} />}
      <TemplateLibrary repositories={repositories} />
    </Stack>
  )
}

/** The confidence of a recommendation, the file it is from, and its license. */
function Origin({ confidence, source, repositories }: Recommendation & { repositories: TemplateRepository[] }) {
  const confidenceText = ` · ${Math.round(100 * confidence)}% confidence · `
  if (source.startsWith('starter:'))
    return `${confidenceText}starter role: ${source.slice('starter:'.length).replaceAll('-', ' ')}`
  const colon = source.indexOf(':')
  const repository = repositories.find(({ repository }) => repository === source.slice(0, colon))
  if (!repository) return confidenceText + source
  const path = source
    .slice(colon + 1)
    .split('/')
    .map(encodeURIComponent)
    .join('/')
  return (
    <>
      {confidenceText}
      <Anchor
        href={`${repository.url}/blob/HEAD/${path}`}
        target="_blank"
        rel="noreferrer"
        size="xs"
        underline="always"
      >
        {source}
      </Anchor>
      {` · ${repository.license ?? 'no license found'}`}
    </>
  )
}

/** Statements that are not recommended because the agent has or inherits them. */
function Present({ items }: { items: ResolvedItem[] }) {
  return (
    <Accordion variant="contained">
      <Accordion.Item value="present">
        <Accordion.Control>Already included: {pluralize(items.length, 'statement')}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            {kindNames.map((kind) => {
              const ofKind = items.filter(({ category }) => kinds[kind].categories.some(({ id }) => id === category))
              return (
                ofKind.length > 0 && (
                  <Stack key={kind} gap={4} component="ul" aria-label={kinds[kind].title} p={0} m={0}>
                    {ofKind.map((item) => (
                      <Text key={item.id} component="li" size="sm" style={{ listStyle: 'none' }}>
                        {item.statement}{' '}
                        <Text span size="xs" c="dimmed">
                          {item.source === 'agent' ? 'Own' : layers[item.source].title}
                        </Text>
                      </Text>
                    ))}
                  </Stack>
                )
              )
            })}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}
