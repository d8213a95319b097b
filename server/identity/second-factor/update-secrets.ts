import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { type RenewedSecrets, renewSecrets } from '#server/platform/secrets/secret-keys.ts'
import { lockAllTotp, replaceSecret } from './factor-record.ts'

/** Encrypts the secrets of all authenticator apps with the first key. */
export async function updateSecrets(db: Db, keys: readonly Buffer[]): Promise<RenewedSecrets> {
  return inTransaction(db, async (tx) => {
    const rows = await lockAllTotp(tx)
    return renewSecrets(
      keys,
      rows.map(({ userId, secret }) => ({ owner: userId, stored: secret, replace: (renewed) => replaceSecret(tx, userId, renewed) })),
    )
  })
}
