import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Owner } from '../api/identity.ts'
import { ButtonLink } from '../ui/links.tsx'
import { useMayEdit } from '../ui/use-organization.ts'

const ImportDialog = lazy(() => import('./import-dialog.tsx').then(({ ImportDialog }) => ({ default: ImportDialog })))

type Search = Record<string, unknown>
const withImport = (search: Search) => ({ ...search, import: true })
const withoutImport = ({ import: _, ...search }: Search) => search

/** Opens the dialog for imports, whose address ends with `?import`. */
export function ImportButton({ owner, name }: { owner: Owner; name: string }) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const mayEdit = useMayEdit()
  const close = () => navigate({ to: '.', search: withoutImport as never, replace: true, resetScroll: false })
  if (!mayEdit) return null
  return (
    <>
      <ButtonLink to="." search={withImport as never} variant="default" size="xs" resetScroll={false}>
        Import…
      </ButtonLink>
      {'import' in search && (
        <Suspense>
          <ImportDialog owner={owner} title={`Import into ${name}`} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
