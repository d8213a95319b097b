import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { decryptSecret, encryptSecret, isCurrent } from '#server/platform/secrets/secret-keys.ts'
import { lockAllTotp, replaceSecret } from './factor-record.ts'

/**
 * Encrypts every secret of the database with the first key.
 * @returns the numbers of those changed, left, and without a key that decrypts them
 */
export async function updateSecrets(db: Db, keys: readonly Buffer[]): Promise<{ changed: number; current: number; failed: number }> {
  return inTransaction(db, async (tx) => {
    const numbers = { changed: 0, current: 0, failed: 0 }
    for (const { userId, secret: stored } of await lockAllTotp(tx)) {
      const secret = decryptSecret(keys, stored, userId)
      const renewed = secret && encryptSecret(keys, secret, userId)
      if (!renewed) numbers.failed += 1
      else if (isCurrent(keys, stored)) numbers.current += 1
      else {
        await replaceSecret(tx, userId, renewed)
        numbers.changed += 1
      }
    }
    return numbers
  })
}
