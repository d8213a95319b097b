import { mkdirSync } from 'node:fs'
import { listLedgerDisagreements } from '../server/orders/ledger-disagreements.ts'
import { listMoneyDisagreements } from '../server/payments/ledger/money-disagreements.ts'
import { readConfig } from '../server/platform/config.ts'
import { type Database, openEmbedded, openPostgres } from '../server/platform/db/client.ts'

/*
 * `npm run ledger`: checks that stock movements, orders, payments, refunds and the sellers' ledger agree, and prints every difference. Exit
 * code 0 if they agree, 1 otherwise. Needs DATABASE_URL, or an embedded shop (DATA_DIR) that is not running.
 */

async function open(): Promise<Database> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl) return openPostgres(databaseUrl)
  mkdirSync(dataDir, { recursive: true })
  return openEmbedded({ dataDir })
}

async function print(): Promise<number> {
  const database = await open()
  try {
    const found = [...(await listLedgerDisagreements(database.db)), ...(await listMoneyDisagreements(database.db))]
    for (const { rule, id, expected, actual } of found) process.stdout.write(`${rule}: ${id} should be ${expected}, is ${actual}\n`)
    process.stdout.write(found.length === 0 ? 'nothing disagrees\n' : `${found.length} disagree\n`)
    return found.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await print()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
