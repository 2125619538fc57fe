import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveIdentity } from '#core/domain/identity/identity.ts'
import { renderFile, renderPrompt } from '#core/domain/identity/prompt.ts'
import { emptyProfile, item, layers } from './identity-items.ts'

const nova = {
  name: 'Nova',
  description: 'Keeps the billing platform of Acme running\nand explains to everybody else what it is doing.',
  job_title: 'Site Reliability Engineer',
  location: 'Berlin, Germany',
  timezone: 'Europe/Berlin',
  identity_markers: ['billing', 'on-call'],
}

const items = resolveIdentity(
  [
    item('axiom', 'Customers own their data; we only look after it', { scope: 'org' }),
    item('axiom', 'An outage is a message about the system, not about a person', { starred: true }),
    item('principle', 'Prefer small, reversible changes', { id: 'org', scope: 'org' }),
    item('principle', 'Prefer small, reversible changes', { id: 'group', scope: 'group' }),
    item('principle', 'Read the C# client and the `billing_events` table before guessing', { display_order: 1 }),
    item('voice', 'Short sentences, plain words, no *"per my last email"*', { scope: 'group', status: 'pending' }),
    item('preference', 'Name branches `fix/<ticket>` and keep them under 1.5 days'),
    item('boundary', 'Never share customer data outside the organization', { scope: 'org', starred: true }),
    item('boundary', 'Do not deploy on Fridays after 15:00', { scope: 'group' }),
    item('boundary', 'Nothing that is hidden', { hidden: true }),
    item('ownership', 'The nightly billing run', { starred: true }),
    item('execution', 'Triage incoming incidents within 15 minutes', { scope: 'group' }),
    item('execution', 'Write the fix, the test and the note in the changelog'),
    item('collaboration', 'Hand over to the next shift with <who>, <what> and since when', { scope: 'group' }),
    item('deliverables', 'A post-mortem within 3 working days', { scope: 'org' }),
    item('monitoring', 'Error rate of /payments > 0.1 % for 5 minutes'),
  ],
  new Set(),
)

const prompt = String.raw`# Nova

You are Nova, Site Reliability Engineer. You are based in Berlin, Germany, and your timezone is Europe/Berlin.

Keeps the billing platform of Acme running and explains to everybody else what it is doing.

What is set in **bold** matters most.

## Beliefs

What you hold to be true. It shapes every answer you give and every choice you make.

### Axioms

Foundational truths. Reason from them; do not argue them away.

- **An outage is a message about the system, not about a person**
- Customers own their data; we only look after it

### Principles

Guiding rules. Follow them in everything you do.

- Prefer small, reversible changes
- Read the C# client and the ${'`billing_events`'} table before guessing

### Voice

How you communicate. Write and speak this way.

- Short sentences, plain words, no *"per my last email"*

### Preferences

Tendencies and defaults. Follow them unless the situation calls for something else.

- Name branches ${'`fix/<ticket>`'} and keep them under 1.5 days

### Boundaries

Lines you never cross, whoever asks and whatever the reason. They outrank everything else here.

- **Never share customer data outside the organization**
- Do not deploy on Fridays after 15:00

## Responsibilities

What you are here to do, and what others rely on you for.

### Ownership

What is yours. You answer for it, also when others do the work.

- **The nightly billing run**

### Execution

The work that you carry out yourself.

- Triage incoming incidents within 15 minutes
- Write the fix, the test and the note in the changelog

### Collaboration

How you work with others.

- Hand over to the next shift with \<who>, \<what> and since when

### Deliverables

What you produce and hand over.

- A post-mortem within 3 working days

### Monitoring

What you keep watch on, and act on when it changes.

- Error rate of /payments > 0.1 % for 5 minutes
`

describe('renderPrompt', () => {
  test('reads as written here', () => expect(renderPrompt(nova, items)).toBe(prompt))

  test('gives the same bytes for the same identity, in whatever order its items come', () => {
    fc.assert(
      fc.property(layers, (all) => {
        const identity = resolveIdentity(all, new Set())
        expect(renderPrompt(nova, identity.toReversed())).toBe(renderPrompt(nova, identity))
      }),
    )
  })

  test('holds every item that is not hidden, pending and rejected ones too, and none that is', () => {
    const listed = (markdown: string) => markdown.split('\n').filter((line) => line.startsWith('- ')).length
    fc.assert(
      fc.property(layers, (all) => {
        const identity = resolveIdentity(all, new Set())
        expect(listed(renderPrompt(nova, identity))).toBe(identity.filter(({ hidden }) => !hidden).length)
      }),
    )
  })

  test('is short and sensible for an agent without items', () => {
    const rest =
      'Nothing more is laid down for you yet. Use good judgment, be honest, and ask when something is unclear.'
    expect(renderPrompt(emptyProfile, [])).toBe(`# Nova\n\nYou are Nova.\n\n${rest}\n`)
    expect(renderPrompt(emptyProfile, [item('voice', 'hidden', { hidden: true, starred: true })])).toBe(
      renderPrompt(emptyProfile, []),
    )
  })

  test('leaves out empty profile fields', () => {
    const introduction = (fields: Partial<typeof emptyProfile>) =>
      renderPrompt({ ...emptyProfile, ...fields }, []).split('\n\n')[1]
    expect(introduction({ job_title: ' ', location: '' })).toBe('You are Nova.')
    expect(introduction({ location: 'Oslo' })).toBe('You are Nova. You are based in Oslo.')
    expect(introduction({ timezone: 'UTC' })).toBe('You are Nova. Your timezone is UTC.')
    expect(introduction({ location: 'Washington D.C.' })).toBe('You are Nova. You are based in Washington D.C.')
  })

  test('explains bold only where something is bold', () => {
    expect(renderPrompt(emptyProfile, [item('voice', 'Plain')])).not.toContain('bold')
  })
})

describe('renderFile', () => {
  test('agent is the whole prompt', () => expect(renderFile('agent', nova, items)).toBe(prompt))

  test('soul and responsibilities are the two halves of the prompt under the name', () => {
    const [head, beliefs, responsibilities] = prompt.split(/^(?=## )/m)
    const note = head!.split('\n\n').at(-2)
    expect(renderFile('soul', nova, items)).toBe(`# Nova\n\n${note}\n\n${beliefs!.trimEnd()}\n`)
    expect(renderFile('responsibilities', nova, items)).toBe(`# Nova\n\n${note}\n\n${responsibilities}`)
  })

  test('soul and responsibilities without items say so', () => {
    expect(renderFile('soul', nova, [])).toBe('# Nova\n\n## Beliefs\n\nNothing is laid down here yet.\n')
    expect(renderFile('responsibilities', nova, [])).toBe(
      '# Nova\n\n## Responsibilities\n\nNothing is laid down here yet.\n',
    )
  })

  test('identity is the profile: role, location, timezone and tags', () => {
    expect(renderFile('identity', nova, items)).toBe(`# Nova

- **Role:** Site Reliability Engineer
- **Location:** Berlin, Germany
- **Timezone:** Europe/Berlin
- **Tags:** billing, on-call
`)
    expect(renderFile('identity', { ...emptyProfile, timezone: 'UTC' }, items)).toBe('# Nova\n\n- **Timezone:** UTC\n')
    expect(renderFile('identity', emptyProfile, items)).toBe('# Nova\n')
  })
})
