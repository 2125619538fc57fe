import { Textarea, TextInput } from '@mantine/core'
import { api, ask } from '../../api/client.ts'
import { identityKeys } from '../../api/identity.ts'
import type { Agent } from '../../api/queries.ts'
import { EditForm } from '../../forms/edit-form.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { notifyUndo } from '../../ui/undo.ts'

interface EditAgentProps {
  agent: Agent
  isOpen: boolean
  onClose: () => void
}

/** Edits the beginning of the prompt: the agent's name, role and description. */
export function EditAgent({ agent, isOpen, onClose }: EditAgentProps) {
  const params = { path: { agentId: agent.id } }
  return (
    <FormModal opened={isOpen} onClose={onClose} title={`Edit ${agent.name}`} size="lg">
      <EditForm
        record={agent}
        write={(body, header) => ask(api.PATCH('/agents/{agentId}', { params: { ...params, header }, body }))}
        read={() => ask(api.GET('/agents/{agentId}', { params }))}
        editedOf={({ name = '', jobTitle, description }) => ({
          name,
          job_title: jobTitle || null,
          description: description || null,
        })}
        labels={{ name: 'Name', job_title: 'Role', description: 'Description' }}
        changes={[...identityKeys, ['groups']]}
        submitLabel="Save profile"
        onSaved={(isComplete, _, undo) => {
          notifyUndo('Profile saved', undo)
          if (isComplete) onClose()
        }}
      >
        {(seen) => (
          <>
            <TextInput label="Name" name="name" defaultValue={seen.name} required maxLength={200} data-autofocus />
            <TextInput label="Role" name="jobTitle" defaultValue={seen.job_title ?? ''} maxLength={200} />
            <Textarea
              label="Description"
              name="description"
              description="Stands at the top of the prompt"
              defaultValue={seen.description ?? ''}
              autosize
              minRows={3}
              maxLength={10_000}
            />
          </>
        )}
      </EditForm>
    </FormModal>
  )
}
