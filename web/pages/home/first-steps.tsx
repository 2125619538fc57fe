import { Title, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import type { Waiting } from '../../api/waiting.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import classes from './home.module.css'

const all = [
  { step: 'agent', label: 'Create an agent', to: paths.start },
  { step: 'prompt_read', label: 'Let a tool read its prompt', to: paths.connect },
  { step: 'session_read', label: 'Read sessions of a tool', to: paths.connect },
  { step: 'proposal_approved', label: 'Approve a first proposal', to: paths.inbox },
] as const

/** The first steps with an organization, ticked as they are made; renders nothing when all are. */
export function FirstSteps({ steps, org }: { steps: Waiting['steps']; org: string }) {
  if (all.every(({ step }) => steps[step])) return null
  return (
    <section aria-labelledby="first-steps">
      <div className={classes.head}>
        <Title order={2} size="h5" id="first-steps">
          First steps
        </Title>
      </div>
      <ul className={classes.list}>
        {all.map(({ step, label, to }) => (
          <li key={step} className={classes.step} data-done={steps[step] || undefined}>
            {steps[step] ? <IconCircleCheck size={16} color="var(--green)" /> : <IconCircle size={16} />}
            {steps[step] ? (
              <span>
                {label}
                <VisuallyHidden> (done)</VisuallyHidden>
              </span>
            ) : (
              <TextLink to={to} params={{ org }} c="inherit">
                {label}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
