import { findUserByEmail, lockUser } from '../server/identity/auth/user-record.ts'
import { resetFactors } from '../server/identity/second-factor/remove-factor.ts'
import { readConfig } from '../server/platform/config.ts'
import { inTransaction } from '../server/platform/db/client.ts'
import { runOnDatabase } from './open-database.ts'

/*
 * `npm run admin:reset-factor -- EMAIL`: removes authenticator app, passkeys and recovery codes of an account that has lost them, when no
 * super admin can do it in the shop. The password stays, and the user is notified. Needs DATABASE_URL, or an embedded shop (DATA_DIR) that
 * is not running.
 */

const [email] = process.argv.slice(2)
if (!email) {
  process.stderr.write('Use: npm run admin:reset-factor -- EMAIL\n')
  process.exit(2)
}
await runOnDatabase(async ({ db }) => {
  const known = await findUserByEmail(db, email)
  if (!known) throw new Error(`No account has the email ${email}.`)
  const deps = { config: readConfig(process.env), now: () => new Date() }
  const isReset = await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, known.id)
    return user !== null && resetFactors(tx, deps, user, { actor: null })
  })
  process.stdout.write(isReset ? `${email} now signs in with the password only.\n` : `${email} has no second factor.\n`)
  return 0
})
