import { pluralize } from '../domain/text.ts'
import { listDisagreements } from '../server/payments/ledger/list-disagreements.ts'
import { runOnDatabase } from './open-database.ts'

/*
 * `npm run ledger`: checks that stock movements, orders, payments, refunds and the sellers' ledger agree, and that each order's stored
 * pricing gives its amounts again, and that invoices and credit notes have their tax; prints every difference. Exit code 0 if they agree, 1
 * otherwise. Needs DATABASE_URL, or an embedded shop (DATA_DIR) that is not running.
 */

await runOnDatabase(async ({ db }) => {
  const found = await listDisagreements(db)
  for (const line of found) process.stdout.write(`${line}\n`)
  process.stdout.write(found.length === 0 ? 'no discrepancies\n' : `${pluralize(found.length, 'discrepancy', 'discrepancies')}\n`)
  return found.length === 0 ? 0 : 1
})
