import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/* Secrets in the database: 4 bytes that name the key, 12 of the nonce, 16 of the tag, then the ciphertext of AES-256-GCM. */

const ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'

const idOf = (key: Buffer) => createHash('sha256').update(key).digest().subarray(0, ID_BYTES)
const keyOf = (keys: readonly Buffer[], stored: Buffer) => keys.find((key) => idOf(key).equals(stored.subarray(0, ID_BYTES)))

/** Encrypts a secret with the first key. @param owner id of its user: the secret opens for nobody else. @returns null without a key */
export function encryptSecret([key]: readonly Buffer[], secret: Buffer, owner: string): Buffer | null {
  if (!key) return null
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([idOf(key), nonce, cipher.getAuthTag(), text])
}

/** Decrypts a secret. @returns null if no key fits, or it is another user's */
export function decryptSecret(keys: readonly Buffer[], stored: Buffer, owner: string): Buffer | null {
  const key = keyOf(keys, stored)
  if (!key) return null
  const [nonceEnd, tagEnd] = [ID_BYTES + NONCE_BYTES, ID_BYTES + NONCE_BYTES + TAG_BYTES]
  const decipher = createDecipheriv(ALGORITHM, key, stored.subarray(ID_BYTES, nonceEnd), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(stored.subarray(nonceEnd, tagEnd))
  try {
    return Buffer.concat([decipher.update(stored.subarray(tagEnd)), decipher.final()])
  } catch {
    return null
  }
}

/** Secrets that were encrypted with the first key anew, that were already, and that no key opens. */
export interface RenewedSecrets {
  changed: number
  current: number
  failed: number
}

/** Encrypts secrets with the first key. @param replace stores a newly encrypted one */
export async function renewSecrets(
  keys: readonly Buffer[],
  secrets: readonly { owner: string; stored: Buffer; replace: (renewed: Buffer) => Promise<void> }[],
): Promise<RenewedSecrets> {
  const numbers = { changed: 0, current: 0, failed: 0 }
  for (const { owner, stored, replace } of secrets) {
    const secret = decryptSecret(keys, stored, owner)
    const renewed = secret && encryptSecret(keys, secret, owner)
    if (!renewed) numbers.failed += 1
    else if (isCurrent(keys, stored)) numbers.current += 1
    else {
      await replace(renewed)
      numbers.changed += 1
    }
  }
  return numbers
}

/** Returns true if a secret is encrypted with the first key. */
export function isCurrent([key]: readonly Buffer[], stored: Buffer): boolean {
  return key !== undefined && keyOf([key], stored) !== undefined
}
