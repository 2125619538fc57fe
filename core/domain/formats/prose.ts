import { emptyReading, joinReadings, type Reading } from './format.ts'
import { withoutPlaceholders } from './placeholders.ts'
import { readSections } from './sections.ts'

/** Texts of a file's fields: read as our sections if we exported the file, otherwise as prose. */
export const readProse = (texts: readonly string[], isOurs: boolean): Reading =>
  joinReadings(texts.map((text) => (isOurs ? readSections(text) : { ...emptyReading(), prose: text })))

/** Texts that we did not write, with names in place of placeholders. */
export const readFilled = (texts: readonly string[], name: string): Reading =>
  joinReadings(
    texts.map((text) => {
      const filled = withoutPlaceholders(text, name)
      return { ...emptyReading(), prose: filled.text, lost: filled.lost }
    }),
  )
