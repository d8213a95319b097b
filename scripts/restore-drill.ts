import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reasonOf } from '../server/doctor/finding.ts'
import { hashPassword } from '../server/identity/auth/password.ts'
import { connectDirectly, recordInShop } from '../server/platform/backup/connect-shop.ts'
import { readConfig } from '../server/platform/config.ts'
import { openShop } from './bench/shop.ts'

/*
 * `npm run restore:drill -- FILE`: restores an archive into a throwaway embedded database, compares ledger and audit log, starts the shop on a free port, reads 20 of
 * its pages and signs in. The copy has no mail server and no payment keys. Records the drill in the shop of the settings, if there is one. Exit code 1 if
 * anything fails, 2 without a file.
 */

const PAGES = 20
const USER = { email: 'drill@reflute.test', password: randomBytes(18).toString('base64url') }
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

const say = (line: string) => process.stdout.write(`${line}\n`)
const secondsSince = (at: number) => `${((Date.now() - at) / 1000).toFixed(1)} s`

/** Restores by the command that people use. @throws Error with what it said */
function restore(file: string, dataDir: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'restore', file], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATA_DIR: dataDir, DEMO: '0' },
    encoding: 'utf8',
  })
  const [restored = '', ...more] = stdout.trim().split('\n')
  if (restored) say(restored)
  for (const line of more) if (/^(Ledger|Audit log): /.test(line) || status !== 0) say(line)
  if (status !== 0) throw new Error(stderr.trim() || 'The ledger or the audit log disagrees.')
}

/** Adds a customer to the copy, whose password is known. */
async function addUser(dataDir: string): Promise<void> {
  const { client, close } = await connectDirectly({ databaseUrl: undefined, dataDir })
  try {
    await client.query(
      `insert into users (name, email, password_hash, role, email_verified_at) values ('Drill', $1, $2, 'customer', now()) on conflict do nothing`,
      [USER.email, await hashPassword(USER.password)],
    )
  } finally {
    await close()
  }
}

/** Reads pages that the copy's own site map names. @throws Error naming the first that fails */
async function readPages(origin: string): Promise<number> {
  const map = await (await fetch(`${origin}/sitemap.xml`)).text()
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  // some from everywhere: products and articles come in blocks
  const step = Math.max(1, Math.floor(paths.length / PAGES))
  const chosen = paths.filter((_, at) => at % step === 0).slice(0, PAGES)
  if (chosen.length === 0) throw new Error('The site map names no page.')
  for (const path of chosen) {
    const answer = await fetch(`${origin}${path}`)
    const text = await answer.text()
    if (!answer.ok || !text.includes('<h1')) throw new Error(`${path} answers with ${answer.status}.`)
  }
  return chosen.length
}

async function signIn(origin: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(USER) })
  if (!answer.ok) throw new Error(`The sign-in answers with ${answer.status}.`)
}

async function drill(file: string, dataDir: string): Promise<void> {
  restore(file, dataDir)
  await addUser(dataDir)
  const shop = await openShop(dataDir, null, { settings: { DEMO: '0' } })
  try {
    say(`The shop is ready after ${(shop.startMs / 1000).toFixed(1)} s.`)
    say(`${await readPages(shop.origin)} pages can be read.`)
    await signIn(shop.origin)
    say('A customer can sign in.')
  } finally {
    await shop.stop()
  }
}

async function run(): Promise<number> {
  const [given] = process.argv.slice(2)
  if (given === undefined || !existsSync(given)) {
    process.stderr.write('Use: npm run restore:drill -- FILE\n')
    return 2
  }
  const file = resolve(given)
  const startedAt = new Date()
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-restore-'))
  let problem: string | null = null
  try {
    await drill(file, dataDir)
    say(`The drill passed after ${secondsSince(startedAt.getTime())}.`)
  } catch (error) {
    problem = reasonOf(error)
    say(`The drill failed after ${secondsSince(startedAt.getTime())}: ${problem}`)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  const ok = problem === null
  const operation = { kind: 'drill', startedAt, finishedAt: new Date(), ok, bytes: statSync(file).size, detail: {} } as const
  await recordInShop(readConfig(process.env), operation).catch((error: unknown) => say(`The drill was not recorded: ${reasonOf(error)}`))
  return ok ? 0 : 1
}

process.exitCode = await run()
