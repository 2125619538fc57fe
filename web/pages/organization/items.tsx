import { useMemo } from 'react'
import type { Owner } from '../../api/identity.ts'
import { ImportButton } from '../../import/import-button.tsx'
import { LayerEditor } from '../../items/layer-editor.tsx'
import { useOrganization } from '../../ui/use-organization.ts'

/** The items that every agent of the organization inherits. */
export function OrganizationItemsPage() {
  const { id } = useOrganization()
  const owner = useMemo((): Owner => ({ layer: 'org', id }), [id])
  return <LayerEditor layer="org" id={id} actions={<ImportButton owner={owner} name="the organization" />} />
}
