import { argon2Sync, randomBytes } from 'node:crypto'

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/**
 * Hashes a password with the least parameters. The shop verifies a hash by those that it names; one of the shop's own takes 30 ms of the
 * processor each time. A sign-in replaces such a hash by one of the shop's own (`needsRehash`).
 */
export function hashPassword(password: string): string {
  const salt = randomBytes(16)
  const tag = argon2Sync('argon2id', { message: password, nonce: salt, parallelism: 1, memory: 8, passes: 1, tagLength: 32 })
  return `$argon2id$v=19$m=8,t=1,p=1$${base64(salt)}$${base64(tag)}`
}
