import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pluralize } from '../domain/text.ts'
import { reasonOf } from '../server/doctor/finding.ts'
import { listDisagreements } from '../server/payments/ledger/list-disagreements.ts'
import { verifySeals } from '../server/platform/audit-seals/verify-seals.ts'
import { connectDirectly, nameOfShop, recordInShop } from '../server/platform/backup/connect-shop.ts'
import { isLiveKey } from '../server/platform/backup/operation-record.ts'
import { restoreArchive } from '../server/platform/backup/restore-archive.ts'
import { type Config, readConfig } from '../server/platform/config.ts'
import { checkWritable } from '../server/platform/db/data-folder.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'
import { consoleLog } from '../server/platform/db/watch.ts'
import { openFiles } from '../server/platform/files/open-files.ts'

/*
 * `npm run restore -- FILE [--force] [--erasures FILE] [--live]`: restores an archive of `npm run backup` into an empty database and the
 * data folder. `--force` erases what the database holds, once its name was typed or given as `--yes-erase=NAME`. `--erasures`: forgets the
 * accounts of this list of `npm run erasures` again. `--mark` instead of FILE: records that other tools have restored the database, so that
 * its outbox is held. `--live`: it is the shop from now on, and live Stripe keys may be used with it. Exit code 1 if it fails, or the
 * ledger or the audit log disagrees, 2 for an unknown option.
 */

const USE = 'Use: npm run restore -- FILE [--force] [--yes-erase=NAME] [--erasures FILE] [--live], or npm run restore -- --mark [--live]'
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const HELD = "Emails, refunds and transfers aren't sent until you run: npm run outbox:release"
const say = (line: string) => process.stdout.write(`${line}\n`)

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        force: { type: 'boolean' },
        'yes-erase': { type: 'string' },
        erasures: { type: 'string' },
        live: { type: 'boolean' },
        mark: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    const [file = null] = positionals
    if ((file === null) !== (values.mark ?? false) || positionals.length > 1) throw new Error('Name exactly one archive.')
    const erasures = values.erasures === undefined ? null : resolve(values.erasures)
    if (erasures !== null && !existsSync(erasures)) throw new Error(`There is no list ${erasures}.`)
    return { file, mayErase: values.force ?? false, erased: values['yes-erase'], erasures, isLive: values.live ?? false }
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n${USE}\n`)
    return process.exit(2)
  }
}

/** Asks for the name of what is erased, unless it was given. @throws Error when it is another one */
async function confirmErasing(config: Config, given: string | undefined): Promise<void> {
  const name = nameOfShop(config)
  let typed = given
  if (typed === undefined && process.stdin.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    typed = await terminal.question(`This erases everything in ${name}. Type ${name} to continue: `)
    terminal.close()
  }
  if (typed !== name) throw new Error(`Nothing was written: --force erases everything in ${name}. Confirm it with --yes-erase=${name}`)
}

/**
 * Says whether ledger and audit log of what was restored agree. The audit log is looked at as of its newest entry: a shop that was stopped
 * soon after it has not sealed it, however old the archive is.
 * @returns whether both do
 */
async function checkBooks(config: Config): Promise<boolean> {
  const database = await openDatabase({ ...config, databaseWaitSeconds: 0, migrates: false }, () => {})
  try {
    const ledger = await listDisagreements(database.db)
    const { rows } = await database.pool.query<{ at: Date | null }>('select max(at) as at from audit_entries')
    const { entries, head, findings } = await verifySeals({ db: database.db, now: () => rows[0]?.at ?? new Date() })
    say(`Ledger: ${ledger.join('\n') || 'no discrepancies'}`)
    say(`Audit log: ${findings.join('\n') || `${pluralize(entries, 'entry', 'entries')}, head ${head?.hash ?? 'none'}`}`)
    return ledger.length + findings.length === 0
  } finally {
    await database.close()
  }
}

/** Forgets the accounts of a list again. @returns whether all could be */
function replayErasures(list: string): boolean {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'erasures', '--replay', list], { encoding: 'utf8' })
  say(`Erasures: ${`${stdout}${stderr}`.trim()}`)
  return status === 0
}

async function run(): Promise<number> {
  const { file, mayErase, erased, erasures, isLive } = readOptions()
  const config = readConfig(process.env)
  if (isLiveKey(config.stripe?.secretKey) && !isLive)
    throw new Error(
      'STRIPE_SECRET_KEY is a live key: use test keys for a copy, or add --live if this becomes the live shop. Nothing was written.',
    )
  if (file === null) {
    const at = new Date()
    await recordInShop(config, { kind: 'restore', startedAt: at, finishedAt: at, ok: true, bytes: null, detail: { marked: true, isLive } })
    say(`Recorded a restore by other tools. ${HELD}`)
    return 0
  }
  if (mayErase) await confirmErasing(config, erased)
  const startedAt = Date.now()
  if (!config.databaseUrl || config.files === 'disk') checkWritable(config.dataDir)
  const { client, close } = await connectDirectly(config, 'always')
  const target = { client, files: openFiles(config, consoleLog), mayErase, isLive, now: () => new Date() }
  const { manifest, unknown, leftOut } = await restoreArchive(file, target).finally(close)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  say(
    `Restored ${pluralize(manifest.tables.length, 'table')}, ${pluralize(rows, 'row')} and ${pluralize(manifest.files.count, 'file')} of ${manifest.createdAt} into ${nameOfShop(config)} after ${seconds} s.`,
  )
  say(`Not in any archive: ${leftOut.join(', ')}.`)
  for (const { name, rows } of unknown) say(`Skipped: the table ${name} with ${pluralize(rows, 'row')}, which doesn't belong to the shop.`)
  const isWhole = [await checkBooks(config), erasures === null || replayErasures(erasures)].every(Boolean)
  say(
    `Everyone has to sign in again. Passwords, roles and API tokens are those of ${manifest.createdAt}: take away again what was taken since.`,
  )
  say(HELD)
  return isWhole ? 0 : 1
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
