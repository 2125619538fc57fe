import { LayerEditor } from '../../items/layer-editor.tsx'
import { useGroup } from '../../ui/use-group.ts'

/** The items that every agent of a group inherits. */
export function GroupItemsPage() {
  const { id } = useGroup()
  return <LayerEditor layer="group" id={id} />
}
