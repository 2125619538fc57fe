import { badRequest } from '#core/base/errors.ts'
import type { Invocation, Operations } from '../http/operations/operations.ts'
import { defaultToolsets, type Session, type Toolset, toolsetNames } from './tool.ts'

/** The client's choices, as they were sent; undefined values were not sent. */
interface Choice {
  toolsets: unknown
  readOnly: boolean
}

/**
 * Creates the session of one caller.
 *
 * @param invocation returns the caller; called again for each call.
 * @throws 400 for a toolset that does not exist
 */
export function newSession(
  operations: Pick<Operations, 'mayCall' | 'call'>,
  { toolsets, readOnly }: Choice,
  invocation: () => Invocation,
): Session {
  const { caller } = invocation()
  return {
    orgId: caller?.defaultOrgId,
    toolsets: chosenToolsets(toolsets),
    readOnly,
    may: (operation) => operations.mayCall(operation, caller),
    call: (operation, args) => operations.call(operation, args, invocation()),
  }
}

function chosenToolsets(choice: unknown): readonly Toolset[] {
  if (choice === undefined || choice === '') return defaultToolsets
  const names = String(choice)
    .split(',')
    .map((name) => name.trim())
  const unknown = names.find((name) => !(toolsetNames as readonly string[]).includes(name))
  if (unknown !== undefined) throw badRequest(`There is no toolset ${unknown}; toolsets are ${toolsetNames.join(', ')}`)
  return names as Toolset[]
}
