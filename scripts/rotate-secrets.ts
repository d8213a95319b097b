import { updateSecrets } from '../server/identity/second-factor/update-secrets.ts'
import { updateWebhookSecrets } from '../server/integrations/webhooks/update-webhook-secrets.ts'
import { readConfig } from '../server/platform/config.ts'
import { runOnDatabase } from './open-database.ts'

/*
 * `npm run secrets:rotate`: encrypts the secrets of authenticator apps and webhooks with the first key of SECRETS_KEYS; afterwards the
 * other keys can be removed. The shop may run on PostgreSQL meanwhile, twice does no harm. Exit code 1 if a secret fits no key. Needs
 * DATABASE_URL, or an embedded shop (DATA_DIR) that is not running.
 */

await runOnDatabase(async ({ db }) => {
  const { secretsKeys } = readConfig(process.env)
  if (secretsKeys.length === 0) throw new Error('SECRETS_KEYS is not set.')
  const renewed = [await updateSecrets(db, secretsKeys), await updateWebhookSecrets(db, secretsKeys)]
  const sum = (name: 'changed' | 'current' | 'failed') => renewed.reduce((total, numbers) => total + numbers[name], 0)
  process.stdout.write(`${sum('changed')} re-encrypted, ${sum('current')} already current, ${sum('failed')} failed\n`)
  return sum('failed') === 0 ? 0 : 1
})
