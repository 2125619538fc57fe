import { emptyReading, joinReadings, type Reading } from './format.ts'
import { readSections } from './sections.ts'

/** Texts of a file's fields: read as our sections if we exported the file, otherwise as prose. */
export const readProse = (texts: readonly string[], isOurs: boolean): Reading =>
  joinReadings(texts.map((text) => (isOurs ? readSections(text) : { ...emptyReading(), prose: text })))
