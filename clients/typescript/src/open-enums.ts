import type { components, paths } from './_generated/schema.ts'

/** A later version of the service may answer with words that this one does not know, so no enum of a response is closed. */
type Open<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends readonly (infer Item)[]
    ? Open<Item>[]
    : T extends object
      ? { [Key in keyof T]: Open<T[Key]> }
      : T

type OpenOperation<T> = T extends { responses: infer Responses }
  ? Omit<T, 'responses'> & { responses: Open<Responses> }
  : T

/** The paths of the API with open enums in their responses. */
export type OpenPaths = { [Path in keyof paths]: { [Method in keyof paths[Path]]: OpenOperation<paths[Path][Method]> } }

/** The records of the API by name, with open enums: `Schemas['Snapshot']`. */
export type Schemas = Open<components['schemas']>

export type AgentRecord = Schemas['Agent']
export type Belief = Schemas['Belief']
export type ChangeRequest = Schemas['ChangeRequest']
export type Proposal = Schemas['Proposal']
export type Responsibility = Schemas['Responsibility']
