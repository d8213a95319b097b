import { parseArgs } from 'node:util'
import { pluralize } from '../domain/text.ts'
import { reasonOf } from '../server/doctor/finding.ts'
import { releaseInShop } from '../server/platform/backup/connect-shop.ts'
import { isLiveKey } from '../server/platform/backup/operation-record.ts'
import { readConfig } from '../server/platform/config.ts'

/*
 * `npm run outbox:release [-- --live]`: lets a restored shop send again what waits in its outbox: emails, refunds, transfers. `--live`:
 * live Stripe keys may be used with it, too. Exit code 1 if it fails.
 */

async function run(): Promise<string> {
  const { live: isLive = false } = parseArgs({ options: { live: { type: 'boolean' } } }).values
  const config = readConfig(process.env)
  if (isLiveKey(config.stripe?.secretKey) && !isLive)
    throw new Error('STRIPE_SECRET_KEY is a live key. If this is now the live shop, add --live.')
  const waiting = await releaseInShop(config, { isLive, at: new Date() })
  if (waiting === null) return 'The outbox was not on hold.'
  return `Released: ${pluralize(waiting, 'message')} will be sent.`
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
