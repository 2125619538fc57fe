import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { type Answer, api, ask } from '../api/client.ts'
import { type CamelKeys, camelKeys } from '../api/key-case.ts'
import { environmentsQuery, modelKeys, modelsQuery } from '../api/model-queries.ts'
import { found } from '../api/queries.ts'
import { useSave } from '../ui/use-save.ts'
import { EditForm } from './edit-form.tsx'
import { FormError, isOn, LockedFields, textsOf, useUnsavedForm } from './form.tsx'
import { FormModal } from './form-modal.tsx'
import { slugOf } from './slug.ts'

type Model = Answer<'/models', 'get'>[number]
type Environment = Answer<'/environments', 'get'>[number]

/** A button that opens the form of a new or existing model. */
export function ModelForm({ orgId, model, onOpen, onClose }: { orgId: string; model?: Model } & Opened) {
  const client = useQueryClient()
  return (
    <FormButton
      noun="model"
      record={model}
      read={async () => found(await client.fetchQuery({ ...modelsQuery(orgId), staleTime: 0 }), model!.id)}
      editedOf={({ name = '', provider = '', modelId = '', providerUrl }) => ({
        name,
        provider,
        model_id: modelId,
        provider_url: providerUrl || null,
      })}
      create={(fields) => ask(api.POST('/models', { body: { orgId, ...fields } }))}
      change={(modelId, body) => ask(api.PATCH('/models/{modelId}', { params: { path: { modelId } }, body }))}
      labels={{ name: 'Name', provider: 'Provider', model_id: 'Model ID', provider_url: 'Base URL' }}
      onOpen={onOpen}
      onClose={onClose}
    >
      {(seen) => (
        <>
          <TextInput
            label="Name"
            name="name"
            placeholder="GPT-5"
            defaultValue={seen?.name}
            required
            maxLength={200}
            data-autofocus
          />
          <TextInput
            label="Provider"
            name="provider"
            placeholder="openai"
            defaultValue={seen?.provider}
            required
            maxLength={200}
          />
          <TextInput
            label="Model ID"
            name="modelId"
            placeholder="gpt-5"
            defaultValue={seen?.model_id}
            required
            maxLength={200}
          />
          <TextInput
            label="Base URL"
            name="providerUrl"
            type="url"
            defaultValue={seen?.provider_url ?? undefined}
            maxLength={2000}
          />
        </>
      )}
    </FormButton>
  )
}

/** A button that opens the form of a new or existing environment, whose slug never changes. */
export function EnvironmentForm({
  orgId,
  environment,
  onOpen,
  onClose,
}: { orgId: string; environment?: Environment } & Opened) {
  const client = useQueryClient()
  return (
    <FormButton
      noun="environment"
      record={environment}
      read={async () => found(await client.fetchQuery({ ...environmentsQuery(orgId), staleTime: 0 }), environment!.id)}
      editedOf={({ name = '', isDefault }) => ({ name, is_default: isOn(isDefault) })}
      create={(fields) => ask(api.POST('/environments', { body: { orgId, slug: slugOf(fields.name), ...fields } }))}
      change={(environmentId, body) =>
        ask(api.PATCH('/environments/{environmentId}', { params: { path: { environmentId } }, body }))
      }
      labels={{ name: 'Name', is_default: 'Default environment' }}
      onOpen={onOpen}
      onClose={onClose}
    >
      {(seen) => (
        <>
          <TextInput
            label="Name"
            name="name"
            placeholder="Production"
            defaultValue={seen?.name}
            required
            maxLength={200}
            data-autofocus
          />
          <Switch label="Default environment" name="isDefault" defaultChecked={seen?.is_default ?? false} />
        </>
      )}
    </FormButton>
  )
}

/** Lets a list keep the row while its form is open. */
interface Opened {
  onOpen?: () => void
  onClose?: () => void
}

interface FormButtonProps<Record, Edited> extends Opened {
  noun: string
  /** The record to edit; undefined for a new one. */
  record: Record | undefined
  read: () => Promise<Record>
  editedOf: (texts: { [name: string]: string }) => Edited
  create: (fields: CamelKeys<Edited>) => Promise<unknown>
  change: (id: string, fields: CamelKeys<Partial<Record>>) => Promise<Partial<Record>>
  labels: { [Field in keyof Record]?: string }
  children: (seen?: Record) => ReactNode
}

function FormButton<Record extends { id: string; name: string }, Edited extends Partial<Record>>(
  props: FormButtonProps<Record, Edited>,
) {
  const { noun, record, read, editedOf, create, change, labels, onOpen, onClose, children } = props
  const [isOpen, { open, close }] = useDisclosure(false, { onOpen, onClose })
  return (
    <>
      <Button variant="default" size={record ? 'xs' : 'sm'} aria-label={record && `Edit ${record.name}`} onClick={open}>
        {record ? 'Edit' : `New ${noun}`}
      </Button>
      <FormModal opened={isOpen} onClose={close} title={record ? `Edit ${record.name}` : `New ${noun}`}>
        {record ? (
          <EditForm
            record={record}
            write={(fields) => change(record.id, fields)}
            read={read}
            editedOf={editedOf}
            labels={labels}
            changes={modelKeys}
            submitLabel="Save"
            onSaved={(isComplete) => isComplete && close()}
          >
            {children}
          </EditForm>
        ) : (
          <NewForm write={(texts) => create(camelKeys(editedOf(texts)))} onSaved={close}>
            {children()}
          </NewForm>
        )}
      </FormModal>
    </>
  )
}

interface NewFormProps {
  write: (texts: Record<string, string>) => Promise<unknown>
  onSaved: () => void
  children: ReactNode
}

function NewForm({ write, onSaved, children }: NewFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const save = useSave(write, { changes: modelKeys, silent: true, onSuccess: onSaved })
  useUnsavedForm(form, save.isPending)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(textsOf(event.currentTarget))
  }
  return (
    <form ref={form} onSubmit={submit}>
      <LockedFields isSending={save.isPending}>
        <Stack>
          {children}
          <FormError error={save.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              Create
            </Button>
          </Group>
        </Stack>
      </LockedFields>
    </form>
  )
}
