import { Alert, Group, NativeSelect, NumberInput, Text } from '@mantine/core'
import { pluralize } from '../../api/words.ts'
import { Copy } from '../../ui/secret.tsx'
import classes from './try.module.css'
import type { Trial } from './use-trial.ts'

/** The prompt of a column: `live`, `label:NAME`, `version:NUMBER`, `variant`, or `none` for no second column. */
export interface PromptChoice {
  prompt: string
  seed: number
}

const maxSeed = 2 ** 32 - 1

/** Returns the fields of a request that choose the prompt. */
export function choiceFields({ prompt, seed }: PromptChoice) {
  const [kind, value = ''] = prompt.split(/:(.*)/)
  if (kind === 'label') return { label: value }
  if (kind === 'version') return { version: Number(value) }
  return kind === 'variant' ? { seed } : {}
}

export interface PromptOption {
  value: string
  label: string
}

interface PromptPickerProps {
  label: string
  options: PromptOption[]
  choice: PromptChoice
  onChange: (choice: PromptChoice) => void
}

/** Picks the prompt of a column, with the seed of a variant. */
export function PromptPicker({ label, options, choice, onChange }: PromptPickerProps) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <NativeSelect
        size="xs"
        flex={1}
        miw={0}
        label={label}
        data={options}
        value={choice.prompt}
        onChange={(event) => onChange({ ...choice, prompt: event.currentTarget.value })}
      />
      {choice.prompt === 'variant' && (
        <NumberInput
          size="xs"
          w={84}
          label="Seed"
          aria-label={`Seed: ${label}`}
          min={0}
          max={maxSeed}
          allowDecimal={false}
          value={choice.seed}
          onChange={(seed) => onChange({ ...choice, seed: Math.min(Number(seed), maxSeed) })}
        />
      )}
    </Group>
  )
}

/** The answer under one prompt: its text as it arrives, then its tokens and its time. */
export function TryAnswer({ title, trial }: { title: string; trial: Trial | undefined }) {
  return (
    <section className={classes.answer} aria-label={`Answer: ${title}`} aria-busy={trial?.state === 'running'}>
      <Group justify="space-between" wrap="nowrap" gap="xs" mih={28}>
        <Text size="xs" fw={600} truncate>
          {title}
        </Text>
        {trial?.text && trial.state !== 'running' && <Copy value={trial.text} label="Copy" about={title} />}
      </Group>
      {trial && (
        <>
          {trial.text && (
            <div className={classes.text} dir="auto">
              {trial.text}
            </div>
          )}
          {trial.error && (
            <Alert color="red" p="xs" role="alert">
              {trial.error}
            </Alert>
          )}
          <Text size="xs" c="dimmed" role="status">
            {noteOf(trial)}
          </Text>
        </>
      )}
    </section>
  )
}

const endings = {
  stop: '',
  length: ' · cut at the maximum length',
  content_filter: ' · stopped by the content filter of the model',
}

function noteOf({ state, text, end }: Trial): string {
  if (state === 'running') return text ? 'Answering…' : 'Waiting for the model…'
  if (state === 'stopped') return 'Stopped'
  if (!end) return ''
  const { input_tokens, output_tokens, ms, finish_reason } = end
  const tokens =
    input_tokens === null || output_tokens === null
      ? 'tokens not counted'
      : `${input_tokens.toLocaleString('en')} + ${pluralize(output_tokens, 'token')}`
  return `${tokens} · ${(ms / 1000).toFixed(1)} s${endings[finish_reason]}`
}
