import { SegmentedControl } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useCallback, useRef, useState } from 'react'
import type { Owner } from '../api/identity.ts'
import { Loading } from '../ui/failure.tsx'
import { useUnsaved } from '../ui/use-unsaved.ts'
import classes from './import.module.css'
import { ImportEdits } from './import-edits.tsx'
import { type ReadFile, type Rule, rulesOf, sendImport } from './import-files.ts'
import { ImportRules } from './import-rules.tsx'
import { ImportSource } from './import-source.tsx'
import { Recommendations, StarterRoles } from './suggestions.tsx'

type Source = 'files' | 'recommended' | 'role'

interface ImportPanelProps {
  owner: Owner
  onImported: () => void
  /** Called when edits of an exported file became a change request. */
  onProposed: (changeRequestId: string, changes: number) => void
}

/** Imports rules into an agent, a group or an organization: the source at the left, what it says at the right. */
export function ImportPanel({ owner, onImported, onProposed }: ImportPanelProps) {
  const [source, setSource] = useState<Source>('files')
  const [rules, setRules] = useState<Rule[]>()
  const wanted = useRef<ReadFile[]>(undefined)
  const read = useMutation({
    mutationFn: (files: ReadFile[]) => sendImport(owner, { files, dryRun: true }),
    onSuccess: (result, files) => {
      // A preview of an earlier text would leave out what was typed since.
      if (wanted.current !== files) return
      const paths = files.map(({ path }) => path)
      setRules(rulesOf(result, owner, paths))
    },
  })
  const isEdited = rules?.some(({ isEdited }) => isEdited) ?? false
  const forget = () => {
    if (isEdited) return
    wanted.current = undefined
    setRules(undefined)
    read.reset()
  }
  const suggest = useCallback((suggested: Rule[]) => setRules(suggested), [])
  const choose = (next: string) => {
    setSource(next as Source)
    wanted.current = undefined
    setRules(undefined)
    read.reset()
  }
  const isDone = useRef(false)
  useUnsaved(() => isEdited && !isDone.current)
  const edits = read.data?.items.some(({ status }) => status !== 'new') ? read.data : undefined
  return (
    <div className={classes.panes}>
      <section aria-label="Source" className={classes.source}>
        {owner.layer === 'agent' && (
          <SegmentedControl
            fullWidth
            size="xs"
            mb="xs"
            aria-label="Source"
            value={source}
            onChange={choose}
            data={[
              { value: 'files', label: 'Files' },
              { value: 'recommended', label: 'Recommended' },
              { value: 'role', label: 'Starter role' },
            ]}
          />
        )}
        <Suspense fallback={<Loading />}>
          {source === 'files' && (
            <ImportSource
              onRead={(files) => {
                wanted.current = files
                read.mutate(files)
              }}
              onType={forget}
              isReading={read.isPending}
              error={read.error}
              wasRead={read.isSuccess}
            />
          )}
          {source === 'recommended' && <Recommendations agentId={owner.id} onChoose={suggest} />}
          {source === 'role' && <StarterRoles onChoose={suggest} />}
        </Suspense>
      </section>
      <section aria-label="Statements" className={classes.side} aria-busy={read.isPending}>
        <Suspense fallback={<Loading />}>
          {edits ? (
            <ImportEdits
              key={read.submittedAt}
              agentId={owner.id}
              files={read.variables ?? []}
              edits={edits}
              onProposed={onProposed}
            />
          ) : rules ? (
            <ImportRules
              key={read.submittedAt}
              owner={owner}
              rules={rules}
              read={read.data}
              onChange={(changed) => setRules(rules.map((rule) => (rule.key === changed.key ? changed : rule)))}
              onImported={() => {
                isDone.current = true
                onImported()
              }}
            />
          ) : (
            <p className={classes.empty}>
              Every rule that is read appears here. Correct the words and the categories, then import what you want.
            </p>
          )}
        </Suspense>
      </section>
    </div>
  )
}
