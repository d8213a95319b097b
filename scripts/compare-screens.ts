import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signInAs } from './bench/client.ts'
import { openShop } from './bench/shop.ts'
import { countDiffering } from './screens/compare-pictures.ts'
import { FIXED_TIME, takeScreens } from './screens/take-screens.ts'

/*
 * `npm run screens`: shows that a change of the code changes no pixel. The clocks of the shop and of the browser are stopped, and both
 * versions of the code start on a copy of the same data.
 *
 *   npm run screens -- fill --data <folder>                   fills a demo shop, once
 *   npm run screens -- take --data <folder> --out <before>    builds this code and takes its screens; then the same with the other code
 *   npm run screens -- compare <before> <after>               lists what differs; pictures of it are in <after>-differences
 *
 * `take --url <origin> --out <folder>` takes the screens of a shop that runs already; start it with scripts/screens/fixed-clock.ts.
 */

const ROOT = join(import.meta.dirname, '..')
const CLOCK = join(import.meta.dirname, 'screens', 'fixed-clock.ts')
/** 40 routes, each in two widths and two color schemes. */
const MIN_SCREENS = 160

const say = (line: string) => process.stdout.write(`${line}\n`)

function build(): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('The screens cannot be built')
}

/** Builds this code and runs `work` while its shop is open on a data folder. */
async function withShop(dataDir: string, work: (origin: string) => Promise<void>): Promise<void> {
  build()
  const shop = await openShop(dataDir, null, { hasOrders: true, settings: { FIXED_TIME, NODE_OPTIONS: `--import="${CLOCK}"` } })
  try {
    await work(shop.origin)
  } finally {
    await shop.stop()
  }
}

/** Adds what the demo lacks: items in the customer's cart, and a message. */
async function fill(origin: string): Promise<void> {
  const customer = await signInAs(origin, 'customer@reflute.test')
  for (const slug of ['ecomat-1000', 'slit-mat-600x400-single']) {
    const { id } = await customer.products.bySlug({ params: { slug } })
    await customer.cart.addItem({ body: { productId: id, quantity: 2 } })
  }
  await customer.messages.contact({
    body: { name: 'Carla Customer', email: 'customer@reflute.test', message: 'Which machine cuts double-wall cardboard?' },
  })
  await customer.auth.logout()
}

async function fillNew(dataDir: string): Promise<void> {
  if (existsSync(dataDir)) throw new Error(`${dataDir} is there already`)
  await withShop(dataDir, fill)
}

/** Takes the screens of a shop on a copy of the data, which itself stays as it is. */
async function takeOfCopy(dataDir: string, folder: string): Promise<void> {
  if (!existsSync(dataDir)) throw new Error(`${dataDir} is not there: fill it first`)
  const copy = mkdtempSync(join(tmpdir(), 'reflute-screens-'))
  try {
    cpSync(dataDir, copy, { recursive: true })
    await withShop(copy, (origin) => takeScreens(origin, folder))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Compares two folders of screens. @returns whether enough were compared and none differs */
async function compare(before: string, after: string): Promise<boolean> {
  const differences = `${after.replace(/[\\/]+$/, '')}-differences`
  rmSync(differences, { recursive: true, force: true })
  mkdirSync(differences, { recursive: true })
  let compared = 0
  let differing = 0
  for (const name of [...new Set([before, after].flatMap((folder) => readdirSync(folder)))].sort()) {
    const missing = [before, after].find((folder) => !existsSync(join(folder, name)))
    const count = missing ? 0 : await countDiffering(join(before, name), join(after, name), join(differences, name))
    if (missing) say(`${name}: missing in ${missing}`)
    else compared += 1
    if (count > 0) say(`${name}: ${count} pixels differ`)
    if (missing || count > 0) differing += 1
  }
  say(`${compared} screens compared, ${differing} differ${differing > 0 ? ` (${differences})` : ''}`)
  if (compared < MIN_SCREENS) say(`At least ${MIN_SCREENS} must be compared`)
  return differing === 0 && compared >= MIN_SCREENS
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string' }, out: { type: 'string' }, url: { type: 'string' } },
})
const [command, before, after] = positionals
const { data, out, url } = values
if (command === 'fill' && data) await fillNew(data)
else if (command === 'take' && out && url) await takeScreens(url, out)
else if (command === 'take' && out && data) await takeOfCopy(data, out)
else if (command === 'compare' && before && after) process.exitCode = (await compare(before, after)) ? 0 : 1
else throw new Error('Use: npm run screens -- fill --data <folder> | take --data <folder> --out <folder> | compare <before> <after>')
