import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { type RenewedSecrets, renewSecrets } from '#server/platform/secrets/secret-keys.ts'
import { lockAllWebhooks, replaceSecrets } from './webhook-record.ts'

/** Encrypts the secrets of all webhooks with the first key. */
export async function updateWebhookSecrets(db: Db, keys: readonly Buffer[]): Promise<RenewedSecrets> {
  return inTransaction(db, async (tx) => {
    const rows = await lockAllWebhooks(tx)
    const secrets = rows.flatMap(({ id, secret, oldSecret }) => [
      { owner: id, stored: secret, replace: (renewed: Buffer) => replaceSecrets(tx, id, { secret: renewed }) },
      ...(oldSecret
        ? [{ owner: id, stored: oldSecret, replace: (renewed: Buffer) => replaceSecrets(tx, id, { oldSecret: renewed }) }]
        : []),
    ])
    return renewSecrets(keys, secrets)
  })
}
