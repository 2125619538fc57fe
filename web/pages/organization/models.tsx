import { Badge, Card, Checkbox, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useMutationState, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { api, ask } from '../../api/client.ts'
import {
  embeddingModelQuery,
  environmentModelsQuery,
  environmentsQuery,
  modelKeys,
  modelsQuery,
} from '../../api/model-queries.ts'
import { EnvironmentForm, ModelForm } from '../../forms/model-form.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { Loading } from '../../ui/failure.tsx'
import { MembersOnly } from '../../ui/owners-only.tsx'
import { useHeld } from '../../ui/use-held.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'

/** The models and environments of the organization, and which models each environment allows. */
export function ModelsPage() {
  const { id: orgId } = useOrganization()
  const { data: models } = useSuspenseQuery(modelsQuery(orgId))
  const { data: environments } = useSuspenseQuery(environmentsQuery(orgId))
  const heldModels = useHeld(models)
  const heldEnvironments = useHeld(environments)
  return (
    <MembersOnly what="models and environments">
      <Stack>
        <Group gap="xs">
          <ModelForm orgId={orgId} />
          <EnvironmentForm orgId={orgId} />
        </Group>
        {models.length === 0 || environments.length === 0 ? (
          <EmptyBox title={models.length === 0 ? 'No models yet' : 'No environments yet'}>
            A model is a language model that agents run on. An environment is where they run, such as production. Add
            one of each to choose which models are allowed in which environment.
          </EmptyBox>
        ) : (
          <Suspense fallback={<Loading />}>
            <Matrix models={models} environments={environments} />
          </Suspense>
        )}
        <Suspense fallback={<Loading />}>
          <Comparison />
        </Suspense>
        <Stack gap="xs" maw={720}>
          {heldModels.rows.map((model) => (
            <Entry
              key={model.id}
              change={
                <ModelForm
                  orgId={orgId}
                  model={model}
                  onOpen={() => heldModels.hold(model)}
                  onClose={() => heldModels.release(model.id)}
                />
              }
              name={model.name}
              about={`${model.provider} · ${model.model_id}`}
              remove={() => ask(api.DELETE('/models/{modelId}', { params: { path: { modelId: model.id } } }))}
            />
          ))}
          {heldEnvironments.rows.map((environment) => (
            <Entry
              key={environment.id}
              change={
                <EnvironmentForm
                  orgId={orgId}
                  environment={environment}
                  onOpen={() => heldEnvironments.hold(environment)}
                  onClose={() => heldEnvironments.release(environment.id)}
                />
              }
              name={environment.name}
              about={`Environment · ${environment.slug}`}
              badge={environment.is_default && <Badge variant="light">Default</Badge>}
              remove={() =>
                ask(
                  api.DELETE('/environments/{environmentId}', { params: { path: { environmentId: environment.id } } }),
                )
              }
            />
          ))}
        </Stack>
      </Stack>
    </MembersOnly>
  )
}

const percent = (share: number) => `${Math.round(share * 100)}%`

/** The model that compares statements, and its accuracy. */
function Comparison() {
  const { data } = useSuspenseQuery(embeddingModelQuery)
  const { model, state, same, idea, figures } = data
  const about = {
    'built-in': 'Built in: compares words and common synonyms, in English best. It does not know meaning.',
    configured: 'Calibrated by configuration',
    waiting: 'Not calibrated yet: this happens at its first use',
    fitted: 'Calibrated on labeled pairs of statements',
    refused: 'Refused: it cannot tell statements that say the same from others. Choose another model.',
  }[state]
  return (
    <Card withBorder maw={720} component="section" aria-label="Comparison of statements">
      <Title order={2} size="h4">
        Comparison of statements
      </Title>
      <Text>{model}</Text>
      <Text c="dimmed">{about}</Text>
      {same !== null && idea !== null && (
        <Text>
          Same sentence from cosine {same.toFixed(2)}, same idea from {idea.toFixed(2)}
        </Text>
      )}
      {figures && (
        <Text>
          Right on pairs it was not fitted to: duplicates {percent(figures.duplicates)}, ideas {percent(figures.ideas)},
          across languages {percent(figures.cross_language)}
        </Text>
      )}
    </Card>
  )
}

interface Named {
  id: string
  name: string
}

interface Toggle {
  environmentId: string
  modelId: string
  isLinked: boolean
}

const toggleKey = ['toggle-environment-model']

function Matrix({ models, environments }: { models: Named[]; environments: Named[] }) {
  const links = useSuspenseQueries({ queries: environments.map(({ id }) => environmentModelsQuery(id)) })
  const toggle = useSave(
    ({ environmentId, modelId, isLinked }: Toggle) => {
      const call = { params: { path: { environmentId } }, body: { modelId } }
      return isLinked
        ? ask<unknown>(api.DELETE('/environments/{environmentId}/models', call))
        : ask<unknown>(api.POST('/environments/{environmentId}/models', call))
    },
    { changes: [['environment-models']], mutationKey: toggleKey },
  )
  const pending = useMutationState({
    filters: { mutationKey: toggleKey, status: 'pending' },
    select: ({ state }) => state.variables as Toggle,
  })
  return (
    <Table.ScrollContainer minWidth={120 + environments.length * 90} scrollAreaProps={{ tabIndex: 0 }}>
      <Table withTableBorder aria-label="Models allowed per environment">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Model</Table.Th>
            {environments.map(({ id, name }) => (
              <Table.Th key={id}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {models.map((model) => (
            <Table.Tr key={model.id}>
              <Table.Th scope="row">{model.name}</Table.Th>
              {environments.map((environment, index) => {
                const isLinked = links[index]!.data.some(({ model_id }) => model_id === model.id)
                const chosen = pending.findLast(
                  ({ environmentId, modelId }) => environmentId === environment.id && modelId === model.id,
                )
                const isChecked = chosen ? !chosen.isLinked : isLinked
                return (
                  <Table.Td key={environment.id}>
                    <Checkbox
                      aria-label={`${model.name} in ${environment.name}`}
                      checked={isChecked}
                      onChange={() =>
                        toggle.mutate({ environmentId: environment.id, modelId: model.id, isLinked: isChecked })
                      }
                    />
                  </Table.Td>
                )
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface EntryProps {
  name: string
  about: string
  badge?: ReactNode
  /** The button that opens the form. */
  change: ReactNode
  remove: () => Promise<unknown>
}

function Entry({ name, about, badge, change, remove }: EntryProps) {
  const save = useSave(remove, { changes: modelKeys })
  return (
    <Card withBorder padding="xs">
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Group gap="xs">
            <Title order={2} size="h6">
              {name}
            </Title>
            {badge}
          </Group>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          {change}
          <ConfirmButton
            size="xs"
            label="Delete"
            about={name}
            title={`Delete ${name}?`}
            onConfirm={() => save.mutateAsync(undefined)}
          >
            Its assignments to environments and agents are deleted too. This cannot be undone.
          </ConfirmButton>
        </Group>
      </Group>
    </Card>
  )
}
