export function OrganizationConsensusPage() {
  return null
}

export function GroupConsensusPage() {
  return null
}
