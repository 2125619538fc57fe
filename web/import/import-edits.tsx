import { Button, Group } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask, type Body } from '../api/client.ts'
import { identityKeys } from '../api/identity.ts'
import { agentQuery } from '../api/queries.ts'
import { pluralize } from '../api/words.ts'
import { FormError } from '../forms/form.tsx'
import { LostLines } from '../forms/lost-lines.tsx'
import { useSave } from '../ui/use-save.ts'
import { EditsTable, useInherited } from './edits-table.tsx'
import classes from './import.module.css'
import { type ImportResult, type ReadFile, sendImport } from './import-files.ts'

type ProposedChange = Body<'/change-requests', 'post'>['changes'][number]

interface ImportEditsProps {
  agentId: string
  files: ReadFile[]
  edits: ImportResult
  /** Called with the change request, and the number of its changes. */
  onProposed: (changeRequestId: string, changes: number) => void
}

/** Proposes the edits of a file that was exported from the agent. */
export function ImportEdits({ agentId, files, edits, onProposed }: ImportEditsProps) {
  const { data: agent } = useSuspenseQuery(agentQuery(agentId))
  const inherited = useInherited(agent)
  /** The inherited items that are removed for everybody; the others are hidden for this agent. */
  const [removedForAll, setRemovedForAll] = useState<ReadonlySet<string>>(new Set())
  const isHidden = (id: string | undefined) => id !== undefined && inherited.has(id) && !removedForAll.has(id)
  /** Proposes the edits, with what is hidden in place of removals that would concern other agents. */
  const proposeHiding = async (): Promise<string> => {
    const changes = edits.changes.map((change) =>
      change.op === 'remove' && isHidden(change.id)
        ? { op: 'override', agent_id: agent.id, source_id: change.id }
        : change,
    ) as ProposedChange[]
    const title = `Edits of an exported file of ${agent.name}`.slice(0, 200)
    return (await ask(api.POST('/change-requests', { body: { orgId: agent.org_id, title, changes } }))).id
  }
  const propose = useSave(
    async () => {
      if (edits.changes.some(({ id }) => isHidden(id))) return proposeHiding()
      return (await sendImport({ layer: 'agent', id: agentId }, { files })).change_request_id!
    },
    { changes: identityKeys, silent: true, onSuccess: (id) => onProposed(id, edits.changes.length) },
  )
  return (
    <div className={classes.side}>
      <div className={classes.found}>
        <EditsTable
          agent={agent}
          edits={edits}
          inherited={inherited}
          isHidden={isHidden}
          onRemoveForAll={(id, isForAll) =>
            setRemovedForAll((before) => {
              const after = new Set(before)
              if (isForAll) after.add(id)
              else after.delete(id)
              return after
            })
          }
        />
        <LostLines {...edits} />
      </div>
      <Group className={classes.foot}>
        <FormError error={propose.error} padding="xs" />
        <Button
          onClick={() => propose.mutate(undefined)}
          loading={propose.isPending}
          disabled={edits.changes.length === 0}
        >
          Propose {pluralize(edits.changes.length, 'change')}
        </Button>
      </Group>
    </div>
  )
}
