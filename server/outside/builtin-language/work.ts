import type {
  ExtractedObservation,
  ReadableContent,
  Rule,
  Transcript,
  TranscriptRequest,
} from '../../domain/language.ts'
import { decompose } from './decompose.ts'
import { observe } from './observe.ts'
import { readRules } from './rules.ts'
import { parseTranscript } from './transcript.ts'

/** The tasks whose time grows with the text: what they take and give can travel to another thread and back. */
export interface Work {
  readRules: { input: string; output: Rule[] }
  decompose: { input: string; output: Rule[] }
  observe: { input: ReadableContent[]; output: ExtractedObservation[][] }
  parseTranscript: { input: TranscriptRequest; output: Transcript }
}

export const work: { [Name in keyof Work]: (input: Work[Name]['input']) => Work[Name]['output'] } = {
  readRules,
  decompose,
  observe: (contents) => contents.map(observe),
  parseTranscript,
}

/** One task with its input, as it is sent to the thread. */
export interface Call<Name extends keyof Work = keyof Work> {
  name: Name
  input: Work[Name]['input']
}

/** Carries out one call. @throws what the task throws. */
export const carryOut = <Name extends keyof Work>({ name, input }: Call<Name>): Work[Name]['output'] =>
  work[name](input)
