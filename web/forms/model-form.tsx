import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent, ReactNode } from 'react'
import { type Answer, api, ask } from '../api/client.ts'
import { modelKeys } from '../api/model-queries.ts'
import { useSave } from '../ui/use-save.ts'
import { FormError, textsOf } from './form.tsx'
import { slugOf } from './slug.ts'

type Model = Answer<'/models', 'get'>[number]
type Environment = Answer<'/environments', 'get'>[number]

/** A button with the form of a new model, or of one that is there. */
export function ModelForm({ orgId, model }: { orgId: string; model?: Model }) {
  const write = ({ name = '', provider = '', modelId = '', providerUrl }: Record<string, string>) => {
    const body = { name, provider, modelId, providerUrl: providerUrl || null }
    return model
      ? ask<unknown>(api.PATCH('/models/{modelId}', { params: { path: { modelId: model.id } }, body }))
      : ask<unknown>(api.POST('/models', { body: { orgId, ...body } }))
  }
  return (
    <FormButton noun="model" name={model?.name} write={write}>
      <TextInput
        label="Name"
        name="name"
        placeholder="GPT-5"
        defaultValue={model?.name}
        required
        maxLength={200}
        data-autofocus
      />
      <TextInput
        label="Provider"
        name="provider"
        placeholder="openai"
        defaultValue={model?.provider}
        required
        maxLength={200}
      />
      <TextInput
        label="Model id"
        name="modelId"
        placeholder="gpt-5"
        defaultValue={model?.model_id}
        required
        maxLength={200}
      />
      <TextInput
        label="Address of the provider"
        name="providerUrl"
        type="url"
        defaultValue={model?.provider_url ?? undefined}
        maxLength={2000}
      />
    </FormButton>
  )
}

/** A button with the form of a new environment, or of one that is there; its slug stays what it was at first. */
export function EnvironmentForm({ orgId, environment }: { orgId: string; environment?: Environment }) {
  const write = ({ name = '', isDefault }: Record<string, string>) => {
    const body = { name, isDefault: isDefault === 'on' }
    if (!environment) return ask<unknown>(api.POST('/environments', { body: { orgId, slug: slugOf(name), ...body } }))
    const params = { path: { environmentId: environment.id } }
    return ask<unknown>(api.PATCH('/environments/{environmentId}', { params, body }))
  }
  return (
    <FormButton noun="environment" name={environment?.name} write={write}>
      <TextInput
        label="Name"
        name="name"
        placeholder="Production"
        defaultValue={environment?.name}
        required
        maxLength={200}
        data-autofocus
      />
      <Switch label="The default environment" name="isDefault" defaultChecked={environment?.is_default ?? false} />
    </FormButton>
  )
}

interface FormButtonProps {
  noun: string
  /** Of the thing that is changed; without it a new one is made. */
  name: string | undefined
  write: (texts: Record<string, string>) => Promise<unknown>
  children: ReactNode
}

function FormButton({ noun, name, write, children }: FormButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const save = useSave(write, { changes: modelKeys, silent: true, onSuccess: close })
  const isNew = name === undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(textsOf(event.currentTarget))
  }
  return (
    <>
      <Button
        variant="default"
        size={isNew ? 'sm' : 'xs'}
        aria-label={isNew ? undefined : `Change ${name}`}
        onClick={open}
      >
        {isNew ? `New ${noun}` : 'Change'}
      </Button>
      <Modal opened={isOpen} onClose={close} title={isNew ? `New ${noun}` : `Change ${name}`}>
        <form onSubmit={submit}>
          <Stack>
            {children}
            <FormError error={save.error} />
            <Group justify="flex-end">
              <Button type="submit" loading={save.isPending}>
                {isNew ? 'Create' : 'Save'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
