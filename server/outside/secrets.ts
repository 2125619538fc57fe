import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFile, replaceFile } from '#core/base/files.ts'

/** Encrypts secrets of third parties, such as their tokens (behavior: Configuration). */
export interface Secrets {
  /** Encrypts the text and binds it to its additional data, so that it cannot be moved elsewhere. */
  encrypt(text: string, additionalData: string): string
  /**
   * Decrypts the text.
   * @throws if the key or the additional data differ, or the text was modified.
   */
  decrypt(encrypted: string, additionalData: string): string
}

const algorithm = 'aes-256-gcm'
const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

/** An encrypted text from the database with its additional data. */
interface Sealed {
  text: string
  additionalData: string
}

/**
 * Encrypts by AES-256-GCM with a key from `SECRET_KEY`, or from `DATA_DIR/secret`, which is created once and readable
 * only by its owner.
 *
 * @param sealed encrypted texts that are already in the database.
 * @throws one clear line if the file can be neither read nor written, or the key decrypts none of `sealed`.
 */
export function openSecrets(
  config: { secretKey: string | undefined; dataDir: string },
  sealed: Sealed[] = [],
): Secrets {
  const file = join(config.dataDir, 'secret')
  const secrets = secretsOf(config.secretKey ?? generatedOnce(file, sealed.length > 0))
  const isReadable = ({ text, additionalData }: Sealed) => {
    try {
      secrets.decrypt(text, additionalData)
      return true
    } catch {
      return false
    }
  }
  if (sealed.length > 0 && !sealed.some(isReadable)) {
    throw new Error(
      `${config.secretKey ? 'SECRET_KEY' : file} is not the key that the tokens in the database were encrypted with. ` +
        'Restore the former key; docs/how-to/back-up.md says what to do when it is lost.',
    )
  }
  return secrets
}

function secretsOf(material: string): Secrets {
  // Slow on purpose, since a person may have chosen the key; therefore derived once, and only when something has to be
  // encrypted or decrypted.
  let derived: Buffer | undefined
  const keyOf = () => {
    derived ??= scryptSync(material, 'third-party tokens', 32)
    return derived
  }
  return {
    encrypt(text, additionalData) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, keyOf(), nonce, { authTagLength: tagBytes }).setAAD(
        Buffer.from(additionalData),
      )
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${version}.${sealed.toString('base64url')}`
    },
    decrypt(encrypted, additionalData) {
      const [prefix, encoded = ''] = encrypted.split('.')
      const sealed = Buffer.from(encoded, 'base64url')
      if (prefix !== version || sealed.length < nonceBytes + tagBytes) throw new Error('This is not an encrypted text')
      const decipher = createDecipheriv(algorithm, keyOf(), sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(additionalData)).setAuthTag(sealed.subarray(-tagBytes))
      return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** Creates the file. If two processes start at once, the second one reads the file of the first. */
function generatedOnce(file: string, isNeeded: boolean): string {
  const generated = randomBytes(32).toString('base64url')
  try {
    if (!existsSync(file)) createFile(file, generated)
    // A power cut may leave an empty file; nothing was encrypted with it.
    if (readSecret(file) === '' && !isNeeded) replaceFile(file, generated)
  } catch (error) {
    throw new Error(`SECRET_KEY is not set, and ${file} cannot be used: ${(error as Error).message}`, { cause: error })
  }
  const secret = readSecret(file)
  if (secret === '') {
    throw new Error(
      `${file} is empty, and the database holds tokens that were encrypted with it. ` +
        'Restore it from a backup; docs/how-to/back-up.md says what to do when it is lost.',
    )
  }
  return secret
}

const readSecret = (file: string) => readFileSync(file, 'utf8').trim()
