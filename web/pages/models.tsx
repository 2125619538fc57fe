import {
  Badge,
  Button,
  Card,
  Checkbox,
  Group,
  Modal,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, Suspense } from 'react'
import { api, ask } from '../api/client.ts'
import { environmentModelsQuery, environmentsQuery, modelKeys, modelsQuery } from '../api/model-queries.ts'
import { FormError, textsOf } from '../forms/form.tsx'
import { slugOf } from '../forms/slug.ts'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { EmptyBox } from '../ui/empty-box.tsx'
import { Loading } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { useSave } from '../ui/use-save.ts'

/** Which model may be used in which environment, as a matrix. */
export function ModelsPage() {
  const { id: orgId } = useOrganization()
  const { data: models } = useSuspenseQuery(modelsQuery(orgId))
  const { data: environments } = useSuspenseQuery(environmentsQuery(orgId))
  return (
    <Page
      title="Models and environments"
      description="Where which language model may be used"
      actions={
        <>
          <NewModel orgId={orgId} />
          <NewEnvironment orgId={orgId} />
        </>
      }
    >
      {models.length === 0 || environments.length === 0 ? (
        <EmptyBox title={models.length === 0 ? 'No models yet' : 'No environments yet'}>
          A model is a language model that agents run on, by provider and name. An environment is where they run, such
          as production. With one of each, a matrix here says which may be used where.
        </EmptyBox>
      ) : (
        <Suspense fallback={<Loading />}>
          <Matrix models={models} environments={environments} />
        </Suspense>
      )}
      <Stack gap="xs" maw={720}>
        {models.map((model) => (
          <Removable
            key={model.id}
            name={model.name}
            about={`${model.provider} · ${model.model_id}`}
            remove={() => ask(api.DELETE('/models/{modelId}', { params: { path: { modelId: model.id } } }))}
          />
        ))}
        {environments.map((environment) => (
          <Removable
            key={environment.id}
            name={environment.name}
            about={`Environment · ${environment.slug}`}
            badge={environment.is_default && <Badge variant="light">Default</Badge>}
            remove={() =>
              ask(api.DELETE('/environments/{environmentId}', { params: { path: { environmentId: environment.id } } }))
            }
          />
        ))}
      </Stack>
    </Page>
  )
}

interface Named {
  id: string
  name: string
}

function Matrix({ models, environments }: { models: Named[]; environments: Named[] }) {
  const links = useSuspenseQueries({ queries: environments.map(({ id }) => environmentModelsQuery(id)) })
  const toggle = useSave(
    ({ environmentId, modelId, isLinked }: { environmentId: string; modelId: string; isLinked: boolean }) => {
      const call = { params: { path: { environmentId } }, body: { modelId } }
      return isLinked
        ? ask<unknown>(api.DELETE('/environments/{environmentId}/models', call))
        : ask<unknown>(api.POST('/environments/{environmentId}/models', call))
    },
    { changes: [['environment-models']] },
  )
  return (
    <Table.ScrollContainer minWidth={120 + environments.length * 90} scrollAreaProps={{ tabIndex: 0 }}>
      <Table withTableBorder aria-label="Which model may be used where">
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
                const { environmentId, modelId } = toggle.variables ?? {}
                const isChanging = toggle.isPending && environmentId === environment.id && modelId === model.id
                return (
                  <Table.Td key={environment.id}>
                    <Checkbox
                      aria-label={`${model.name} in ${environment.name}`}
                      checked={isLinked !== isChanging}
                      onChange={() => toggle.mutate({ environmentId: environment.id, modelId: model.id, isLinked })}
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

interface RemovableProps {
  name: string
  about: string
  badge?: ReactNode
  remove: () => Promise<unknown>
}

function Removable({ name, about, badge, remove }: RemovableProps) {
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
        <ConfirmButton size="xs" label="Delete" title={`Delete ${name}?`} onConfirm={() => save.mutateAsync(undefined)}>
          Its links and the assignments of agents go with it. This cannot be undone.
        </ConfirmButton>
      </Group>
    </Card>
  )
}

function NewModel({ orgId }: { orgId: string }) {
  return (
    <NewThing
      label="New model"
      create={(texts) =>
        ask<unknown>(
          api.POST('/models', {
            body: {
              orgId,
              name: texts.name ?? '',
              provider: texts.provider ?? '',
              modelId: texts.modelId ?? '',
              providerUrl: texts.providerUrl || null,
            },
          }),
        )
      }
    >
      <TextInput label="Name" name="name" placeholder="GPT-5" required maxLength={200} data-autofocus />
      <TextInput label="Provider" name="provider" placeholder="openai" required maxLength={200} />
      <TextInput label="Model id" name="modelId" placeholder="gpt-5" required maxLength={200} />
      <TextInput label="Address of the provider" name="providerUrl" type="url" maxLength={2000} />
    </NewThing>
  )
}

function NewEnvironment({ orgId }: { orgId: string }) {
  return (
    <NewThing
      label="New environment"
      create={({ name = '', isDefault }) =>
        ask<unknown>(
          api.POST('/environments', { body: { orgId, name, slug: slugOf(name), isDefault: isDefault === 'on' } }),
        )
      }
    >
      <TextInput label="Name" name="name" placeholder="Production" required maxLength={200} data-autofocus />
      <Switch label="The default environment" name="isDefault" />
    </NewThing>
  )
}

interface NewThingProps {
  label: string
  create: (texts: Record<string, string>) => Promise<unknown>
  children: ReactNode
}

function NewThing({ label, create, children }: NewThingProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const save = useSave(create, { changes: modelKeys, silent: true, onSuccess: close })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(textsOf(event.currentTarget))
  }
  return (
    <>
      <Button variant="default" onClick={open}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label}>
        <form onSubmit={submit}>
          <Stack>
            {children}
            <FormError error={save.error} />
            <Group justify="flex-end">
              <Button type="submit" loading={save.isPending}>
                Create
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
