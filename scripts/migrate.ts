import { parseArgs } from 'node:util'
import { reasonOf } from '../server/doctor/finding.ts'
import { connectDirectly } from '../server/platform/backup/connect-shop.ts'
import { directUrlOf, readConfig } from '../server/platform/config.ts'
import { checkServerNotLost } from '../server/platform/db/data-folder.ts'
import { compareUsable, describePending, migrate } from '../server/platform/db/migrate.ts'
import { checkPoolers } from '../server/platform/db/open-database.ts'
import { waitForPostgres } from '../server/platform/db/wait-for-postgres.ts'
import { openFiles } from '../server/platform/files/open-files.ts'

/*
 * `npm run migrate [-- --plan]`: waits for the database and applies pending migrations, each in its turn; `--plan` only prints them. Of two
 * at once one works and the other waits. Exit code 1 if it fails, 2 for an unknown option.
 */

const say = (line: string) => process.stdout.write(`${line}\n`)

function readOptions() {
  try {
    return parseArgs({ options: { plan: { type: 'boolean' } } }).values
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\nUse: npm run migrate [-- --plan]\n`)
    return process.exit(2)
  }
}

async function run(): Promise<void> {
  const { plan } = readOptions()
  const config = readConfig(process.env)
  const url = directUrlOf(config)
  if (url) {
    await waitForPostgres(url, config.databaseWaitSeconds, say, config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    await checkPoolers(config)
  }
  const { client, close } = await connectDirectly(config, 'new')
  try {
    const { pending } = await compareUsable(client)
    if (config.databaseUrl && !plan) await checkServerNotLost(client, config.dataDir, async () => openFiles(config))
    let applied = 0
    if (plan) for (const line of describePending(pending)) say(line)
    else
      await migrate(client, (name, ms) => {
        applied += 1
        say(`${name} ${(ms / 1000).toFixed(1)} s`)
      })
    if (plan ? pending.length === 0 : applied === 0) say('No migrations are pending.')
  } finally {
    await close()
  }
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  if (error instanceof Error && error.cause) process.stderr.write(`${reasonOf(error.cause)}\n`)
  process.exitCode = 1
}
