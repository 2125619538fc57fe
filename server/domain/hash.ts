import { hash } from 'node:crypto'

/** The SHA-256 of a text, in base64url: what is stored in place of keys, session tokens and statements. */
export const sha256 = (text: string) => hash('sha256', text, 'base64url')
