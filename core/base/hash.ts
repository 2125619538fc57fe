import { hash } from 'node:crypto'

/** The SHA-256 of a text, in base64url: stored in place of keys, session tokens and statements. */
export const sha256 = (text: string) => hash('sha256', text, 'base64url')

/** The SHA-256 of a text or its bytes, in hexadecimal: clients compare prompts and files by it. */
export const sha256Hex = (text: string | Buffer) => hash('sha256', text, 'hex')

/** 32-bit FNV-1a over the UTF-16 units of a text: fast, but not for secrets. */
export function quickHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
