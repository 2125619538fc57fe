import { emptyReading, joinReadings, type Reading } from './format.ts'
import { readSections } from './sections.ts'

/** Texts of a file's fields: our sections in a file of ours, else prose. */
export const readProse = (texts: readonly string[], isOurs: boolean): Reading =>
  joinReadings(texts.map((text) => (isOurs ? readSections(text) : { ...emptyReading(), prose: text })))
