import { readMessages } from './read-messages.ts'

/** Prints every error message of the service: status, text and where it is written. */

for (const { status, text, file, line } of readMessages()) console.log(`${status ?? '   '}  ${text}  (${file}:${line})`)
