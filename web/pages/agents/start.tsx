import { Button, Card, Radio, Stack, Stepper, Text, TextInput, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, Suspense, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { identityKeys } from '../../api/identity.ts'
import { agentQuery } from '../../api/queries.ts'
import { FormError, LockedFields, textsOf } from '../../forms/form.tsx'
import { StarterRoleForm } from '../../forms/starter-role.tsx'
import { ImportPanel } from '../../import/import-panel.tsx'
import { paths } from '../../paths.ts'
import { Loading } from '../../ui/failure.tsx'
import { keptRules } from '../../ui/kept-rules.ts'
import { MembersOnly } from '../../ui/owners-only.tsx'
import { Page } from '../../ui/page.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'

const origins = {
  role: {
    step: 'Role',
    label: 'Starter role',
    description: 'Choose from engineering, product and business roles, and review every statement',
  },
  rules: {
    step: 'Rules',
    label: 'Existing rules file',
    description: 'Paste CLAUDE.md, AGENTS.md or a prompt, and review every rule',
  },
  blank: { step: undefined, label: 'Blank', description: 'Write beliefs and responsibilities yourself' },
} as const
type Origin = keyof typeof origins

/** Creates an agent, up to its first prompt. The agent is in the URL, so that a reload continues with it. */
export function StartPage() {
  // A user who analyzed a file before signing in comes to import it.
  const { agent, from = keptRules() === undefined ? 'role' : 'rules' } = useSearch({ from: '/signed-in/o/$org/start' })
  const [origin, setOrigin] = useState<Origin>(from)
  const { step } = origins[origin]
  return (
    <Page title="New agent" description="Give it a name, beliefs and responsibilities">
      <MembersOnly what="agents">
        <Card withBorder maw={agent && origin === 'rules' ? 920 : 720} p="lg">
          <Stepper
            active={agent ? 1 : 0}
            size="xs"
            iconSize={26}
            wrap={false}
            mb="lg"
            allowNextStepsSelect={false}
            styles={{ stepBody: { marginInlineStart: 6 }, stepLabel: { whiteSpace: 'nowrap' } }}
          >
            <Stepper.Step label="Name" allowStepSelect={false} />
            {step && <Stepper.Step label={step} allowStepSelect={false} />}
            <Stepper.Step label="Prompt" allowStepSelect={false} />
          </Stepper>
          {agent ? (
            <Suspense fallback={<Loading />}>
              <SecondStep agentId={agent} origin={origin} />
            </Suspense>
          ) : (
            <FirstStep origin={origin} onChange={setOrigin} />
          )}
        </Card>
      </MembersOnly>
    </Page>
  )
}

/** Replaces this page with the agent's, so that Back does not lead to creating it again. */
function useOpen() {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  return (id: string) => navigate({ to: paths.agent, params: { org: slug, agentId: id }, replace: true })
}

interface FirstStepProps {
  origin: Origin
  onChange: (origin: Origin) => void
}

function FirstStep({ origin, onChange }: FirstStepProps) {
  const { id: orgId, slug } = useOrganization()
  const navigate = useNavigate()
  const open = useOpen()
  const create = useSave(
    ({ name, jobTitle }: { name: string; jobTitle: string | null }) =>
      ask(api.POST('/agents', { body: { orgId, name, jobTitle } })),
    {
      changes: identityKeys,
      silent: true,
      onSuccess: ({ id }) => {
        if (origin === 'blank') return open(id)
        const search = { agent: id, from: origin }
        return navigate({ to: paths.start, params: { org: slug }, search, replace: true })
      },
    },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { name = '', jobTitle } = textsOf(event.currentTarget)
    create.mutate({ name, jobTitle: jobTitle || null })
  }
  return (
    <form onSubmit={submit}>
      <LockedFields isSending={create.isPending}>
        <Stack>
          <TextInput label="Name" name="name" placeholder="Ada" required maxLength={200} autoFocus />
          <TextInput label="Role" name="jobTitle" placeholder="Backend engineer" maxLength={200} />
          <Radio.Group label="Start from" value={origin} onChange={onChange}>
            <Stack gap="xs" mt="xs">
              {Object.entries(origins).map(([value, { label, description }]) => (
                <Radio key={value} value={value} label={label} description={description} />
              ))}
            </Stack>
          </Radio.Group>
          <FormError error={create.error} />
          <Button type="submit" loading={create.isPending} style={{ alignSelf: 'flex-start' }}>
            Create agent
          </Button>
        </Stack>
      </LockedFields>
    </form>
  )
}

function SecondStep({ agentId, origin }: { agentId: string; origin: Origin }) {
  const { data: agent } = useSuspenseQuery(agentQuery(agentId))
  const openAgent = useOpen()
  const open = () => openAgent(agentId)
  return (
    <Stack>
      <Title order={2} size="h4" tabIndex={-1} ref={focus} style={{ outline: 'none' }}>
        {origin === 'role' ? `Role for ${agent.name}` : `Rules for ${agent.name}`}
      </Title>
      {origin === 'role' ? (
        <StarterRoleForm agent={agent} onApplied={open} />
      ) : (
        <ImportPanel owner={{ layer: 'agent', id: agentId }} onImported={open} onProposed={open} />
      )}
      <Text size="sm">
        {agent.name} was created.{' '}
        <Button variant="transparent" size="compact-sm" onClick={open}>
          Skip this step
        </Button>
      </Text>
    </Stack>
  )
}

/** The previous step, which had the focus, is gone. */
const focus = (heading: HTMLElement | null) => heading?.focus()
