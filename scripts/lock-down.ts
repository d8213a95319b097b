import { lockAccount } from '../server/accounts/users/lock-account.ts'
import { readConfig } from '../server/platform/config.ts'
import { runOnDatabase } from './open-database.ts'

/*
 * `npm run lockdown -- USER` (email or id): ends all sessions, the password and the links of an account that somebody else may use, and
 * puts payouts on hold for 72 hours: those of the user's business, or of a staff account, of every seller it changed in that time. Needs
 * DATABASE_URL, or an embedded shop (DATA_DIR) that is not running. docs/runbooks/stolen-account.md says what follows.
 */

const [who] = process.argv.slice(2)
if (!who) {
  process.stderr.write('Use: npm run lockdown -- EMAIL or ID\n')
  process.exit(2)
}
await runOnDatabase(async ({ db }) => {
  const locked = await lockAccount({ config: readConfig(process.env), db, now: () => new Date() }, who)
  if (!locked) throw new Error(`There is no account ${who}.`)
  const { user, sessions, held, factors } = locked
  const lines = [
    `${user.email} is signed out everywhere (${sessions} ended), and the password no longer works: "Forgot your password?" sets a new one.`,
    held.length === 0 ? 'No payouts were put on hold.' : `Payouts on hold for 72 hours: ${held.join(', ')}.`,
    ...(factors.includes('passkey') ? ['A passkey still signs in. Unless the owner knows it, run: npm run admin:reset-factor'] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
})
