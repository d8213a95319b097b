import { mkdirSync } from 'node:fs'
import { listLedgerDisagreements } from '../server/orders/ledger-disagreements.ts'
import { listMoneyDisagreements } from '../server/payments/ledger/money-disagreements.ts'
import { readConfig } from '../server/platform/config.ts'
import { type Database, openEmbedded, openPostgres } from '../server/platform/db/client.ts'

/*
 * `npm run ledger`: prints everything that movements of stock, orders, payments, refunds and the sellers' money disagree about, one a line, or that
 * nothing disagrees. Exit 0 when nothing does, 1 otherwise. Needs DATABASE_URL, or an embedded shop (DATA_DIR) that does not run.
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
