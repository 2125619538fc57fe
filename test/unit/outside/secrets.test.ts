import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openSecrets } from '../../../server/outside/secrets.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

describe('openSecrets', () => {
  const secrets = openSecrets({ secretKey: 'correct horse battery staple', dataDir })

  test('gives back what it encrypted, each time in other bytes', () => {
    const encrypted = [secrets.encrypt('ghp_token', 'a'), secrets.encrypt('ghp_token', 'a')]
    expect(new Set(encrypted).size).toBe(2)
    expect(encrypted.map((text) => secrets.decrypt(text, 'a'))).toEqual(['ghp_token', 'ghp_token'])
    expect(encrypted.join()).not.toContain(Buffer.from('ghp_token').toString('base64url'))
  })

  test('refuses another key, another place, and a changed text', () => {
    const encrypted = secrets.encrypt('ghp_token', 'a')
    const other = openSecrets({ secretKey: 'correct horse battery stable', dataDir })
    expect(() => other.decrypt(encrypted, 'a')).toThrow()
    expect(() => secrets.decrypt(encrypted, 'b')).toThrow()
    const at = encrypted.length - 5
    const changed = encrypted.slice(0, at) + (encrypted[at] === 'A' ? 'B' : 'A') + encrypted.slice(at + 1)
    expect(() => secrets.decrypt(changed, 'a')).toThrow()
    expect(() => secrets.decrypt('v1.', 'a')).toThrow()
  })

  test('without SECRET_KEY makes a key once, readable by its owner alone', () => {
    const first = openSecrets({ secretKey: undefined, dataDir })
    const key = readFileSync(join(dataDir, 'secret'), 'utf8')
    const second = openSecrets({ secretKey: undefined, dataDir })
    expect(second.decrypt(first.encrypt('text', 'a'), 'a')).toBe('text')
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(key)
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  })

  test('an empty file, which a power cut leaves, is made anew where nothing was encrypted with it', () => {
    writeFileSync(join(dataDir, 'secret'), '')
    expect(() => openSecrets({ secretKey: undefined, dataDir }, [{ text: 'v1.x', additionalData: 'a' }])).toThrow(
      'is empty',
    )
    const renewed = openSecrets({ secretKey: undefined, dataDir })
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toHaveLength(43)
    const sealed = [{ text: renewed.encrypt('ghp_token', 'a'), additionalData: 'a' }]
    expect(() => openSecrets({ secretKey: undefined, dataDir }, sealed)).not.toThrow()
    expect(readdirSync(dataDir)).toEqual(['secret'])
  })

  test('another key than that of the texts in the database is refused', () => {
    const sealed = [{ text: secrets.encrypt('ghp_token', 'a'), additionalData: 'a' }]
    expect(() => openSecrets({ secretKey: 'another', dataDir }, sealed)).toThrow('SECRET_KEY is not the key')
    expect(() => openSecrets({ secretKey: 'correct horse battery staple', dataDir }, sealed)).not.toThrow()
  })
})
