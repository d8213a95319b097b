import { readConfig } from '../server/platform/config.ts'
import type { Database } from '../server/platform/db/client.ts'
import { checkHasDatabase } from '../server/platform/db/data-folder.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'

/** Opens the database of the shop's settings: DATABASE_URL, or an embedded shop (DATA_DIR) that is not running. */
async function open(): Promise<Database> {
  const config = readConfig(process.env)
  if (!config.databaseUrl) checkHasDatabase(config.dataDir)
  return openDatabase({ ...config, databaseWaitSeconds: 0 }, () => {})
}

/** Runs a script on the shop's database. `work` returns the exit code; an error is printed and is 1. */
export async function runOnDatabase(work: (database: Database) => Promise<number>): Promise<void> {
  try {
    const database = await open()
    try {
      process.exitCode = await work(database)
    } finally {
      await database.close()
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
