export function LayersPage() {
  return null
}
