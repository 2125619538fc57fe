import { Button, Card, Group, NativeSelect, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type Answer, api, ask } from '../../api/client.ts'
import { assignmentsQuery, environmentsQuery, modelsQuery } from '../../api/model-queries.ts'
import { FormError, textsOf } from '../../forms/form.tsx'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { MembersOnly } from '../../ui/owners-only.tsx'
import { notifyUndo } from '../../ui/undo.ts'
import { useAgentId } from '../../ui/use-agent-params.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'

interface Choice {
  environmentId: string
  modelId: string
  tier: string | null
}

/** The models that an agent uses in each environment, by tier. */
export function AgentModelsPage() {
  const agentId = useAgentId()
  const { id: orgId, slug } = useOrganization()
  const { data: assignments } = useSuspenseQuery(assignmentsQuery(agentId))
  const { data: models } = useSuspenseQuery(modelsQuery(orgId))
  const { data: environments } = useSuspenseQuery(environmentsQuery(orgId))
  const params = { path: { agentId } }
  const changes = [['assignments', agentId]]
  const assign = useSave((choice: Choice) => ask(api.POST('/agents/{agentId}/models', { params, body: choice })), {
    changes,
    silent: true,
  })
  const unassign = useSave((choice: Choice) => ask(api.DELETE('/agents/{agentId}/models', { params, body: choice })), {
    changes,
    onSuccess: (_, choice) => notifyUndo('Removed', () => assign.mutateAsync(choice)),
  })
  if (models.length === 0 || environments.length === 0) {
    return (
      <EmptyBox
        title="No models available"
        action={
          <ButtonLink to={paths.models} params={{ org: slug }}>
            Set up models
          </ButtonLink>
        }
      >
        Add a model and an environment to the organization first.
      </EmptyBox>
    )
  }
  return (
    <MembersOnly what="the models of an agent">
      <Stack maw={820}>
        {assignments.length === 0 ? (
          <Text>No model assigned. Choose one below.</Text>
        ) : (
          <Assignments assignments={assignments} onUnassign={unassign.mutate} />
        )}
        <AssignForm
          environments={environments}
          models={models}
          isSaving={assign.isPending}
          error={assign.error}
          onSubmit={assign.mutate}
        />
      </Stack>
    </MembersOnly>
  )
}

interface AssignmentsProps {
  assignments: Answer<'/agents/{agentId}/models', 'get'>
  onUnassign: (choice: Choice) => void
}

function Assignments({ assignments, onUnassign }: AssignmentsProps) {
  return (
    <Table.ScrollContainer minWidth={380} scrollAreaProps={{ tabIndex: 0 }}>
      <Table aria-label="Models of this agent">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Environment</Table.Th>
            <Table.Th>Tier</Table.Th>
            <Table.Th>Model</Table.Th>
            <Table.Th ta="right">Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {assignments.map(({ id, environments: environment, models: model, tier, environment_id, model_id }) => (
            <Table.Tr key={id}>
              <Table.Td>{environment.name}</Table.Td>
              <Table.Td>{tier ?? 'All tasks'}</Table.Td>
              <Table.Td>{model.name}</Table.Td>
              <Table.Td ta="right">
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => onUnassign({ environmentId: environment_id, modelId: model_id, tier })}
                >
                  Remove
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface Named {
  id: string
  name: string
}

interface AssignFormProps {
  environments: Named[]
  models: Named[]
  isSaving: boolean
  error: Error | null
  onSubmit: (choice: Choice) => void
}

function AssignForm({ environments, models, isSaving, error, onSubmit }: AssignFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { environmentId = '', modelId = '', tier } = textsOf(event.currentTarget)
    onSubmit({ environmentId, modelId, tier: tier || null })
  }
  return (
    <Card withBorder>
      <form onSubmit={submit}>
        <Stack>
          <Title order={2} size="h5">
            Assign a model
          </Title>
          <Group align="flex-end">
            <NativeSelect
              label="Environment"
              name="environmentId"
              data={environments.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <NativeSelect
              label="Model"
              name="modelId"
              data={models.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <TextInput label="Tier" name="tier" placeholder="planner" description="Blank = all tasks" maxLength={100} />
            <Button type="submit" loading={isSaving}>
              Assign
            </Button>
          </Group>
          <FormError error={error} />
        </Stack>
      </form>
    </Card>
  )
}
