import { parseArgs } from 'node:util'
import { listErasures } from '../server/accounts/personal-data/erased-data.ts'
import { formatErasure, readErasures, replayErasures } from '../server/accounts/personal-data/replay-erasures.ts'
import { runOnDatabase } from './open-database.ts'

/*
 * `npm run --silent erasures > FILE`: prints the accounts that were erased, a user id and a time on each line. `npm run erasures --
 * --replay FILE` erases them again, in a database that was restored from a backup of before. Needs DATABASE_URL, or an embedded shop
 * (DATA_DIR) that is not running.
 */

function readFileName(): string | undefined {
  try {
    return parseArgs({ options: { replay: { type: 'string' } } }).values.replay
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nUse: npm run erasures [-- --replay FILE]\n`)
    return process.exit(2)
  }
}

const file = readFileName()
await runOnDatabase(async ({ db }) => {
  if (file === undefined) {
    for (const erasure of await listErasures(db)) process.stdout.write(`${formatErasure(erasure)}\n`)
    return 0
  }
  const { erased, others } = await replayErasures({ db }, readErasures(file))
  process.stdout.write(`${erased} erased, ${others} already erased or not in this database\n`)
  return 0
})
