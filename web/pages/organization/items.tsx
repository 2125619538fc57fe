import { LayerEditor } from '../../items/layer-editor.tsx'
import { useOrganization } from '../../ui/use-organization.ts'

/** The items that every agent of the organization inherits. */
export function OrganizationItemsPage() {
  const { id } = useOrganization()
  return <LayerEditor layer="org" id={id} />
}
