import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Encrypts what the service keeps for third parties, such as their tokens (decisions 2). */
export interface Secrets {
  /** The text, unreadable without the key and bound to `place`, so that it means nothing when moved elsewhere. */
  encrypt(text: string, place: string): string
  /** @throws when the key is another one, the place differs, or the text was changed. */
  decrypt(encrypted: string, place: string): string
}

const algorithm = 'aes-256-gcm'
const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM with a key from `SECRET_KEY`, or from `DATA_DIR/secret`, which is made once and readable by its owner
 * alone.
 *
 * @throws an error whose message is one clear line when the file can be neither read nor written.
 */
export function openSecrets(config: { secretKey: string | undefined; dataDir: string }): Secrets {
  const material = config.secretKey ?? generatedOnce(config.dataDir)
  // Slow on purpose: a person may have chosen the key. It is derived once, at start.
  const key = scryptSync(material, 'third-party tokens', 32)
  return {
    encrypt(text, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${version}.${sealed.toString('base64url')}`
    },
    decrypt(encrypted, place) {
      const [prefix, encoded = ''] = encrypted.split('.')
      const sealed = Buffer.from(encoded, 'base64url')
      if (prefix !== version || sealed.length < nonceBytes + tagBytes) throw new Error('This is no encrypted text')
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-tagBytes))
      return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** Exclusive creation decides when two processes start at once: the one that comes second reads. */
function generatedOnce(dataDir: string): string {
  const file = join(dataDir, 'secret')
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new Error(`SECRET_KEY is not set and ${file} cannot be written: ${message}`)
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret === '') throw new Error(`${file} is empty: restore it, or set SECRET_KEY`)
  return secret
}
