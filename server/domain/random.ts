/** The client draws the same numbers as the service, from the one copy of this (docs/decisions/049). */
export { seeded, shuffle } from '../../clients/typescript/src/random.ts'
