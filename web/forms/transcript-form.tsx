import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { type Answer, api, ask, type Body } from '../api/client.ts'
import type { Agent } from '../api/queries.ts'
import { pluralize } from '../api/words.ts'
import { Messages } from '../ui/messages.tsx'
import { useSave } from '../ui/use-save.ts'
import { useUnsaved } from '../ui/use-unsaved.ts'
import { FormError, LockedFields } from './form.tsx'

interface TranscriptFormProps {
  orgId: string
  agent: Agent
  onCreated: (sessionId: string) => void
}

type Form = Body<'/conversations/format', 'post'>

/** Creates a conversation from a pasted transcript, whose messages are previewed before anything is saved. */
export function TranscriptForm({ orgId, agent, onCreated }: TranscriptFormProps) {
  const [title, setTitle] = useState('')
  const [rawText, setRawText] = useState('')
  const [other, setOther] = useState('Human')
  const transcript = { rawText, agentName: agent.name, otherParticipantName: other || 'Human' }
  const form: Form = { ...transcript, title: title || null }
  const latest = useRef(form)
  latest.current = form
  const [messages, setMessages] = useState<Answer<'/conversations/format', 'post'>['messages']>()
  const preview = useMutation({
    mutationFn: (body: Form) => ask(api.POST('/conversations/format', { body })),
    // A preview of an earlier text would hide what was typed since.
    onSuccess: ({ messages }, sent) => {
      if (JSON.stringify(sent) === JSON.stringify(latest.current)) setMessages(messages)
    },
  })
  const create = useSave(
    async () => {
      const participants = [{ participantType: 'agent' as const, agentId: agent.id }]
      const { id } = await ask(api.POST('/conversations', { body: { orgId, title: title || null, participants } }))
      const params = { path: { sessionId: id } }
      await ask(api.POST('/conversations/{sessionId}/messages', { params, body: { format: true, ...transcript } }))
      return id
    },
    { changes: [['conversations']], silent: true, onSuccess: onCreated },
  )
  useUnsaved(() => rawText.trim() !== '' && !create.isPending && !create.isSuccess)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    preview.mutate(form)
  }
  if (messages) {
    return (
      <LockedFields isSending={create.isPending}>
        <Stack>
          <Text size="sm">{pluralize(messages.length, 'message')} found. Check who said what before you save.</Text>
          <Messages
            messages={messages.map(({ role, content }, index) => ({
              id: String(index),
              name: role === 'assistant' ? agent.name : transcript.otherParticipantName,
              isAgent: role === 'assistant',
              content,
            }))}
          />
          <FormError error={create.error} />
          <Group gap="xs">
            <Button onClick={() => create.mutate(undefined)} loading={create.isPending}>
              Save conversation
            </Button>
            <Button variant="default" onClick={() => setMessages(undefined)}>
              Back
            </Button>
          </Group>
        </Stack>
      </LockedFields>
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Title"
          name="title"
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          maxLength={500}
          data-autofocus
        />
        <Textarea
          label="Transcript"
          name="rawText"
          description={`Lines that start with “${agent.name}:” are attributed to the agent`}
          placeholder={`${other}: Can we merge this?\n${agent.name}: I never merge on red.`}
          value={rawText}
          onChange={(event) => setRawText(event.currentTarget.value)}
          autosize
          minRows={8}
          maxRows={20}
          required
        />
        <TextInput
          label="Other participant"
          name="otherParticipantName"
          value={other}
          onChange={(event) => setOther(event.currentTarget.value)}
          maxLength={200}
        />
        <FormError error={preview.error} />
        <Group>
          <Button type="submit" loading={preview.isPending}>
            Preview
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
