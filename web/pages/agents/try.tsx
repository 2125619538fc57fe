import { Alert, Button, Code, Group, NativeSelect, Text, Textarea } from '@mantine/core'
import { IconPlayerStop, IconSend2 } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { languageModelQuery } from '../../api/model-queries.ts'
import { labelsQuery, versionsQuery } from '../../api/version-queries.ts'
import { Loading } from '../../ui/failure.tsx'
import { Copy } from '../../ui/secret.tsx'
import classes from './try.module.css'
import { choiceFields, type PromptChoice, type PromptOption, PromptPicker, TryAnswer } from './try-column.tsx'
import { useTrial } from './use-trial.ts'

const settings = 'LLM_BASE_URL=http://localhost:11434/v1 LLM_MODEL=qwen3:8b'

/** Sends a message to the configured model under one prompt of the agent, or under two side by side. */
export function Try({ agentId }: { agentId: string }) {
  const { data, error } = useQuery(languageModelQuery)
  if (error) return <Alert color="red">{error.message}</Alert>
  if (!data) return <Loading />
  return data.models.length === 0 ? <NoModel /> : <TryForm agentId={agentId} models={data.models} />
}

function NoModel() {
  return (
    <div className={classes.form}>
      <Text size="sm">No language model is configured. Set these variables, and restart the service:</Text>
      <Group gap="xs" wrap="nowrap">
        <Code className={classes.settings}>{settings}</Code>
        <Copy value={settings} label="Copy" />
      </Group>
    </div>
  )
}

function TryForm({ agentId, models }: { agentId: string; models: string[] }) {
  const options = usePromptOptions(agentId)
  const [message, setMessage] = useState('')
  const [model, setModel] = useState(models[0]!)
  const [first, setFirst] = useState<PromptChoice>({ prompt: 'live', seed: 1 })
  const [second, setSecond] = useState<PromptChoice>({ prompt: 'none', seed: 1 })
  const answers = [useTrial(agentId), useTrial(agentId)] as const
  const form = useRef<HTMLFormElement>(null)
  const isRunning = answers.some(({ trial }) => trial?.state === 'running')
  const columns = [first, ...(second.prompt === 'none' ? [] : [second])]

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRunning) return
    for (const [at, answer] of answers.entries()) {
      const choice = columns[at]
      if (choice) answer.send({ message, model, ...choiceFields(choice) })
      else answer.clear()
    }
  }
  return (
    <form ref={form} className={classes.form} onSubmit={submit}>
      <Textarea
        label="Message"
        size="sm"
        autosize
        minRows={2}
        maxRows={8}
        required
        withAsterisk={false}
        maxLength={8000}
        dir="auto"
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
          event.preventDefault()
          form.current?.requestSubmit()
        }}
      />
      <Group gap="xs" align="flex-end" justify="space-between" wrap="nowrap">
        {models.length > 1 ? (
          <NativeSelect
            size="xs"
            label="Model"
            miw={0}
            data={models}
            value={model}
            onChange={(event) => setModel(event.currentTarget.value)}
          />
        ) : (
          <Text size="xs" c="dimmed" truncate>
            Model: {model}
          </Text>
        )}
        {isRunning ? (
          <Button
            // Another element than Send: one that turned into it during the click would submit the form.
            key="stop"
            size="xs"
            variant="default"
            w={90}
            leftSection={<IconPlayerStop size={16} />}
            onClick={() => {
              for (const { stop } of answers) stop()
            }}
          >
            Stop
          </Button>
        ) : (
          <Button
            key="send"
            size="xs"
            w={90}
            type="submit"
            leftSection={<IconSend2 size={16} />}
            title="Send (Ctrl Enter)"
          >
            Send
          </Button>
        )}
      </Group>
      <div className={classes.columns}>
        <PromptPicker label="Prompt" options={options} choice={first} onChange={setFirst} />
        <PromptPicker
          label="Second prompt"
          options={[{ value: 'none', label: 'None' }, ...options]}
          choice={second}
          onChange={setSecond}
        />
      </div>
      <div className={classes.columns} data-single={columns.length === 1 || undefined}>
        {columns.map((choice, at) => (
          <TryAnswer key={at === 0 ? 'first' : 'second'} title={titleOf(choice, options)} trial={answers[at]!.trial} />
        ))}
      </div>
      <Text size="xs" c="dimmed">
        The message and the answers are not stored.
      </Text>
    </form>
  )
}

function usePromptOptions(agentId: string): PromptOption[] {
  const labels = useQuery(labelsQuery(agentId))
  const versions = useInfiniteQuery(versionsQuery(agentId))
  return [
    { value: 'live', label: 'Live prompt' },
    ...(labels.data?.data ?? []).map(({ label, version }) => ({
      value: `label:${label}`,
      label: `${label} (v${version})`,
    })),
    { value: 'variant', label: 'Variant' },
    ...(versions.data?.pages[0]?.data ?? []).map(({ version }) => ({
      value: `version:${version}`,
      label: `Version ${version}`,
    })),
  ]
}

function titleOf({ prompt, seed }: PromptChoice, options: PromptOption[]): string {
  const { label } = options.find(({ value }) => value === prompt) ?? options[0]!
  return prompt === 'variant' ? `${label}, seed ${seed}` : label
}
