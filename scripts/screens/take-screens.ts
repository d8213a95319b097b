import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { sessionOf } from '#contract/identity/auth.ts'
import { clientOf, DEMO_PASSWORD, signInAs } from '../bench/client.ts'
import { BROWSER_ARGUMENTS, findBrowser } from '../find-browser.ts'
import { ROUTES } from './routes.ts'

/** The time at which the clocks of the shop and of the browser stand still. */
export const FIXED_TIME = '2026-11-20T12:00:00Z'
const WIDTHS = [1440, 390]
const HEIGHT = 900
const MAX_TRIES = 10
/** Every picture is drawn as a whole, by one thread, with its images decoded: edges come out the same each time. */
const DRAWING_ARGUMENTS = ['--disable-partial-raster', '--disable-checker-imaging', '--num-raster-threads=1', '--force-color-profile=srgb']

interface Viewer {
  width: number
  /** Null for a visitor. */
  token: string | null
}

/** Returns the id of the order with a return that the demo's customer has. */
async function findOrder(origin: string): Promise<string> {
  const customer = await signInAs(origin, 'customer@reflute.test')
  const { items } = await customer.orders.listOwn({ query: {} })
  await customer.auth.logout()
  const order = items[3]
  if (!order) throw new Error('The shop has not the orders of the demo: fill a new folder')
  return order.id
}

/** The part of a page's document that is read here; scripts are checked without the types of a browser. */
declare const document: {
  body: object
  fonts: { status: string }
  images: Iterable<{ loading: string; complete: boolean }>
  querySelector: (selector: string) => object | null
}

/**
 * Runs in the page.
 * @returns whether React runs, nothing is loading, and every picture, every font and the bell (a part that comes late) is there
 */
function isSettled(): boolean {
  const images = [...document.images]
  for (const image of images) image.loading = 'eager'
  return (
    Object.keys(document.querySelector('h1, main') ?? document.body).some((key) => key.startsWith('__react')) &&
    !document.querySelector('[aria-busy=true], .skeleton, .bell-space:not([data-none]):empty') &&
    images.every(({ complete }) => complete) &&
    document.fonts.status === 'loaded'
  )
}

/** Signs in an account of the demo. @returns its token; null for a visitor */
async function tokenOf(origin: string, who: string): Promise<string | null> {
  if (who === 'visitor') return null
  const { token } = await clientOf(origin)
    .auth.login({ body: { email: `${who}@reflute.test`, password: DEMO_PASSWORD } })
    .then(sessionOf)
  return token
}

/** Takes a full picture of the page once two in a row are the same. */
async function shootStill(page: Page): Promise<Buffer> {
  let last: Buffer | null = null
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const shot = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
    if (last?.equals(shot)) return shot
    last = shot
  }
  throw new Error(`${page.url()} does not stand still`)
}

/** Takes the screen of one URL in both color schemes, in a new profile: nothing is there from another page. */
async function shoot(browser: Browser, url: URL, { width, token }: Viewer, fileOf: (scheme: string) => string): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    storageState: { cookies: [], origins: [{ origin: url.origin, localStorage: token ? [{ name: 'auth_token', value: token }] : [] }] },
  })
  await context.clock.setFixedTime(FIXED_TIME)
  const page = await context.newPage()
  await page.goto(url.href, { waitUntil: 'networkidle' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(isSettled)
    writeFileSync(fileOf(colorScheme), await shootStill(page))
  }
  await context.close()
}

const nameOf = (path: string) => path.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'home'

/** Takes every screen of the shop at `origin` into a folder. */
export async function takeScreens(origin: string, folder: string): Promise<void> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No browser was found: set CHROME_PATH')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const order = await findOrder(origin)
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_ARGUMENTS, ...DRAWING_ARGUMENTS] })
  try {
    for (const [who, paths] of Object.entries(ROUTES)) {
      const token = await tokenOf(origin, who)
      for (const path of paths) {
        const url = new URL(path.replace(':order', order), origin)
        const fileOf = (width: number) => (scheme: string) => join(folder, `${nameOf(path)}-${width}-${scheme}.png`)
        await Promise.all(WIDTHS.map((width) => shoot(browser, url, { width, token }, fileOf(width))))
      }
    }
  } finally {
    await browser.close()
  }
}
