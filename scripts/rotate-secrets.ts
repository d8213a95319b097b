import { updateSecrets } from '../server/identity/second-factor/update-secrets.ts'
import { readConfig } from '../server/platform/config.ts'
import { runOnDatabase } from './open-database.ts'

/*
 * `npm run secrets:rotate`: encrypts the secrets of authenticator apps with the first key of SECRETS_KEYS; afterwards the other keys can be
 * removed. The shop may run on PostgreSQL meanwhile, twice does no harm. Exit code 1 if a secret fits no key. Needs DATABASE_URL, or an
 * embedded shop (DATA_DIR) that is not running.
 */

await runOnDatabase(async ({ db }) => {
  const { secretsKeys } = readConfig(process.env)
  if (secretsKeys.length === 0) throw new Error('SECRETS_KEYS is not set.')
  const { changed, current, failed } = await updateSecrets(db, secretsKeys)
  process.stdout.write(`${changed} re-encrypted, ${current} already current, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
})
