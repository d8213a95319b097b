import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sessionOf } from '../contract/identity/auth.ts'
import { pluralize } from '../domain/text.ts'
import { reasonOf } from '../server/doctor/finding.ts'
import { connectDirectly, recordInShop } from '../server/platform/backup/connect-shop.ts'
import { eraseDatabase, isEmptyDatabase } from '../server/platform/backup/restore-archive.ts'
import type { Client } from '../server/platform/backup/table-rows.ts'
import { readConfig } from '../server/platform/config.ts'
import { hashPassword } from '../server/platform/secrets/password.ts'
import { clientOf } from './bench/client.ts'
import { openShop } from './bench/shop.ts'
import { BUILT_SCREENS, buildStaleParts } from './built.ts'

/*
 * `npm run restore:drill -- FILE`: restores an archive into a throwaway embedded database, or into the empty one of DRILL_DATABASE_URL,
 * which is emptied again; compares ledger and audit log, starts the shop on a free port, reads 20 of its pages, signs in and reads orders
 * as staff. The copy has no mail server and no payment keys, and asks no register. Records the drill in the shop of the settings, if there
 * is one; `--mark` instead of FILE only records one with other tools. Exit code 1 if anything fails, 2 without a file.
 */

const PAGES = 20
const USER = { email: 'drill@reflute.test', password: randomBytes(18).toString('base64url') }
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

const say = (line: string) => process.stdout.write(`${line}\n`)
const secondsSince = (at: number) => `${((Date.now() - at) / 1000).toFixed(1)} s`

/** The database and the folder that an archive is restored into. */
interface Copy {
  databaseUrl: string | undefined
  dataDir: string
}

/** Restores by the command that people use. @throws Error with what it said */
function restore(file: string, { databaseUrl, dataDir }: Copy): void {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'restore', file], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, DEMO: '0', ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    encoding: 'utf8',
  })
  const [restored = '', ...more] = stdout.trim().split('\n')
  if (restored) say(restored)
  for (const line of more) if (/^(Not in any archive|Ledger|Audit log): /.test(line) || status !== 0) say(line)
  if (status !== 0) throw new Error(stderr.trim() || 'The ledger or the audit log has discrepancies.')
}

async function withCopy(copy: Copy, work: (client: Client) => Promise<unknown>): Promise<void> {
  const { client, close } = await connectDirectly(copy)
  await work(client).finally(close)
}

/** Checks that the database may be emptied after the drill: nothing is in it before. @throws Error if there is */
async function checkEmpty(client: Client): Promise<void> {
  if (!(await isEmptyDatabase(client))) throw new Error('The database of DRILL_DATABASE_URL is not empty. Nothing was written.')
}

/** Adds a member of staff to the copy, whose password is known and enough. */
async function addUser(client: Client): Promise<void> {
  await client.query(
    `insert into users (name, email, password_hash, role, email_verified_at) values ('Drill', $1, $2, 'application_admin', now()) on conflict do nothing`,
    [USER.email, await hashPassword(USER.password)],
  )
  await client.query(`update settings set value = value || '{"staffSecondFactor": false}' where name = 'security'`)
}

/** Reads pages that the copy's own site map names. @throws Error naming the first that fails */
async function readPages(origin: string): Promise<number> {
  const map = await (await fetch(`${origin}/sitemap.xml`)).text()
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  // some from everywhere: products and articles come in blocks
  const step = Math.max(1, Math.floor(paths.length / PAGES))
  const chosen = paths.filter((_, at) => at % step === 0).slice(0, PAGES)
  if (chosen.length === 0) throw new Error('The sitemap lists no page.')
  for (const path of chosen) {
    const answer = await fetch(`${origin}${path}`)
    const text = await answer.text()
    if (!answer.ok || !text.includes('<h1')) throw new Error(`${path} returns ${answer.status}.`)
  }
  return chosen.length
}

/** Signs in as staff and reads the newest orders. @returns how many orders there are */
async function readOrders(origin: string): Promise<number> {
  const { token } = await clientOf(origin).auth.login({ body: USER }).then(sessionOf)
  const { total } = await clientOf(origin, token).orders.listAll({ query: {} })
  return total
}

async function useShop({ databaseUrl, dataDir }: Copy): Promise<void> {
  const shop = await openShop(dataDir, databaseUrl ?? null, { settings: { DEMO: '0', VIES: 'off' } })
  try {
    say(`The shop is ready after ${(shop.startMs / 1000).toFixed(1)} s.`)
    say(`${await readPages(shop.origin)} pages can be read.`)
    say(`Staff can sign in and read ${pluralize(await readOrders(shop.origin), 'order')}.`)
  } finally {
    await shop.stop()
  }
}

/** Readies what the drill needs beside the archive. A build that is there stays: the shop may be running from it. */
async function prepare(copy: Copy): Promise<void> {
  if (!existsSync(BUILT_SCREENS)) buildStaleParts(say)
  if (copy.databaseUrl) await withCopy(copy, checkEmpty)
}

async function drill(file: string, copy: Copy): Promise<void> {
  try {
    restore(file, copy)
    await withCopy(copy, addUser)
    await useShop(copy)
  } finally {
    if (copy.databaseUrl) await withCopy(copy, eraseDatabase)
  }
}

async function run(): Promise<number> {
  const [given] = process.argv.slice(2)
  const config = readConfig(process.env)
  if (given === '--mark') {
    const at = new Date()
    await recordInShop(config, { kind: 'drill', startedAt: at, finishedAt: at, ok: true, bytes: null, detail: { marked: true } })
    say('Recorded a drill with other tools.')
    return 0
  }
  if (given === undefined || !existsSync(given)) {
    process.stderr.write('Use: npm run restore:drill -- FILE, or npm run restore:drill -- --mark\n')
    return 2
  }
  const file = resolve(given)
  const copy = { databaseUrl: process.env.DRILL_DATABASE_URL || undefined, dataDir: mkdtempSync(join(tmpdir(), 'reflute-restore-')) }
  await prepare(copy)
  const startedAt = new Date()
  let problem: string | null = null
  try {
    await drill(file, copy)
    say(`The drill passed after ${secondsSince(startedAt.getTime())}.`)
  } catch (error) {
    problem = reasonOf(error)
    say(`The drill failed after ${secondsSince(startedAt.getTime())}: ${problem}`)
  } finally {
    rmSync(copy.dataDir, { recursive: true, force: true })
  }
  const ok = problem === null
  const operation = { kind: 'drill', startedAt, finishedAt: new Date(), ok, bytes: statSync(file).size, detail: {} } as const
  await recordInShop(config, operation).catch((error: unknown) => say(`The drill was not recorded: ${reasonOf(error)}`))
  return ok ? 0 : 1
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
