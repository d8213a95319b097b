import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Api, callLines, createApi, type Send } from '#contract/client.ts'
import { sessionOf } from '#contract/identity/auth.ts'
import { type Contract, contract } from '#contract/index.ts'
import type { REFUSALS } from '#contract/refusals.ts'
import { testPatience } from '../scripts/test-patience.ts'
import { hasMutants, watchMutants } from './mutants.ts'

/** Somebody with a session; `api` acts for them beside the browser. */
export interface Account {
  name: string
  email: string
  token: string
  api: Api<Contract>
}

/** The shop beside its screens: to prepare what a story needs and to see what it left behind. */
export interface Shop {
  origin: string
  visitor: Api<Contract>
  /** A new customer, signed in. */
  customer: (name?: string) => Promise<Account>
  /** An account that there is already, signed in. */
  signIn: (email: string, password: string) => Promise<Account>
  /** An account of the demo shop, signed in. */
  demo: (email: string) => Promise<Account>
  /** Changes the catalog as staff do: by importing a sheet. */
  importSheet: (lines: readonly string[]) => Promise<void>
}

const DEMO_PASSWORD = 'reflute-demo'
export const PASSWORD = 'slit-cardboard-42'

function clientOf(origin: string, token: string | null): Api<Contract> {
  const send: Send = async ({ method, url, headers, body }) => {
    const answer = await fetch(origin + url, {
      method,
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body }),
    })
    return { status: answer.status, statusText: answer.statusText, header: (name) => answer.headers.get(name), text: await answer.text() }
  }
  return createApi<Contract>(callLines(contract), send)
}

/** A limit for what takes seconds by design, in milliseconds: longer where the machine is busy. */
export const seconds = (count: number) => count * 1000 * testPatience()

/** An address that nobody has yet. */
export const newEmail = () => `story-${randomUUID().slice(0, 8)}@story.test`

function openShop(origin: string): Shop {
  const visitor = clientOf(origin, null)
  const accountOf = ({ name, email, token }: { name: string; email: string; token: string }): Account => ({
    name,
    email,
    token,
    api: clientOf(origin, token),
  })
  const signIn = async (email: string, password: string) =>
    accountOf(await visitor.auth.login({ body: { email, password } }).then(sessionOf))
  const demo = (email: string) => signIn(email, DEMO_PASSWORD)
  return {
    origin,
    visitor,
    signIn,
    demo,
    customer: async (name = 'Ann Example') =>
      accountOf(await visitor.auth.register({ body: { name, email: newEmail(), password: PASSWORD } })),
    importSheet: async (lines) => {
      const staff = await demo('staff@reflute.test')
      const form = new FormData()
      form.append('file', new Blob([lines.join('\n')]), 'story.csv')
      const { errors } = await staff.api.imports.importExcel({ form })
      expect(errors).toEqual([])
    },
  }
}

/** Refusals that product page and cart show before anybody orders: not sold to the place or buyer (T4, L5), freight by quote (X3). */
const KNOWN_BEFORE = ['not_sold_there', 'needs_freight_quote'] as const satisfies (keyof typeof REFUSALS)[]
const ORDERS = /^\/api\/(orders|create-payment-intent)$/

/** Fails a story in which an order, from any of its windows, is answered with a refusal of `KNOWN_BEFORE`. */
async function watchOrders(browser: Browser, use: () => Promise<void>): Promise<void> {
  const answers: Promise<string>[] = []
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await open(options)
    context.on('response', (answer) => {
      const isOrder = answer.request().method() === 'POST' && ORDERS.test(new URL(answer.url()).pathname)
      if (isOrder && answer.status() === 409) answers.push(answer.text().catch(() => '')) // the window may be closed by then
    })
    return context
  }
  await use()
  browser.newContext = open
  const late = (await Promise.all(answers)).filter((text) => KNOWN_BEFORE.some((code) => text.includes(`"${code}"`)))
  expect(late, 'refusals of orders that their buyers should have read before').toEqual([])
}

const story = base.extend<{ shop: Shop; orders: undefined }>({
  shop: async ({ baseURL }, use) => use(openShop(baseURL ?? 'http://localhost:4173')),
  orders: [({ browser }, use) => watchOrders(browser, () => use(undefined)), { auto: true }],
})

/** Stories as the checker runs them. */
const watchedStory = story.extend<{ mutants: undefined }>({
  mutants: [({ browser }, use, info) => watchMutants(browser, info, () => use(undefined)), { auto: true }],
})

export const test = hasMutants ? watchedStory : story
export { expect }

/** A browser of its own for this person, signed in as the browser keeps it: the token in local storage. */
export async function browserOf(browser: Browser, shop: Shop, account: Account): Promise<BrowserContext> {
  return browser.newContext({
    storageState: { cookies: [], origins: [{ origin: shop.origin, localStorage: [{ name: 'auth_token', value: account.token }] }] },
  })
}

/** Opens an address and waits until the page is alive: a click before that would be a click without script. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await isAlive(page)
}

/** Waits until React has taken the page over, with its listeners. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const fiber: unknown = Object.entries(document).find(([key]) => key.startsWith('__reactContainer'))?.[1]
    const root = fiber as { stateNode: { current: { memoizedState: { isDehydrated?: boolean } } } } | undefined // as React keeps it
    const isOfReact = Object.keys(document.querySelector('h1, main') ?? document.body).some((key) => key.startsWith('__react'))
    return isOfReact && root?.stateNode.current.memoizedState.isDehydrated === false
  })
}

/** Holds something back until it is let go: a slow answer without a clock. */
export function gate(): { held: Promise<void>; release: () => void } {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { held, release: () => release() }
}

/** Stops the clock of a page: what waits there for a time to pass waits for ever. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
}

/** The message at the top right with this text. */
export const toastOf = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })

/** A checkout form as a buyer fills it in, by the names of its fields. */
export const CUSTOMER_FORM = {
  email: 'ann@story.test',
  firstName: 'Ann',
  lastName: 'Example',
  address: '1 Main Street',
  city: 'Chicago',
  zipCode: '60607',
} as const

export const field = (page: Page, name: string) => page.getByRole('main').locator(`[name="${name}"]`)

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit Order (Pay Later)' })

/** Fills in the checkout form; the state is a text or a choice. */
export async function fillCustomer(page: Page, form: Partial<typeof CUSTOMER_FORM> = CUSTOMER_FORM): Promise<void> {
  for (const [name, value] of Object.entries(form)) await field(page, name).fill(value)
  const state = field(page, 'state')
  if ((await state.evaluate((element) => element.tagName)) === 'SELECT') await state.selectOption('IL')
  else await state.fill('IL')
}

/** Adds a product to a user's cart through the API. */
export async function putInCart({ visitor }: Shop, { api }: Account, slug: string, quantity = 1) {
  const product = await visitor.products.bySlug({ params: { slug } })
  await api.cart.addItem({ body: { productId: product.id, quantity } })
  return product
}

/** Orders what is in somebody's cart without the screens; answers the order. */
export async function placeOrder({ api }: Account) {
  const cart = await api.cart.list()
  return api.checkout.placeOrder({
    body: {
      items: cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price })),
      currency: cart.currency,
      shippingMethod: cart.shippingMethod,
      customer: { ...CUSTOMER_FORM, state: 'IL' },
    },
  })
}

/** A mail that the shop has written: its subject, and its text for readers without HTML. */
interface ReadMail {
  subject: string
  text: string
}

const plain = (quoted: string) =>
  Buffer.from(
    quoted.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()

/** The mails to an address, oldest first; without a mail server each is a file of the shop. */
export async function mailsTo(email: string): Promise<ReadMail[]> {
  const folder = join(process.env.STORIES_DATA_DIR ?? '', test.info().project.name, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const sources = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return sources
    .filter((source) => source.includes(`\r\nTo: ${email}\r\n`))
    .map((source) => ({
      subject: /^Subject: (.*)\r$/m.exec(source)?.[1] ?? '',
      text: plain(/text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(source)?.[1] ?? ''),
    }))
}

/** Waits for a mail to `email` whose subject matches, and reads the newest one. */
export async function mailTo(email: string, subject: RegExp): Promise<ReadMail> {
  const find = async () => (await mailsTo(email)).findLast((mail) => subject.test(mail.subject))
  await expect.poll(find, { message: `a mail to ${email}: ${subject}` }).toBeTruthy()
  return (await find()) ?? { subject: '', text: '' }
}

const filterMenu = (page: Page, filter: string) =>
  page.locator('.filter-bar details').filter({ has: page.locator('summary', { hasText: new RegExp(`^${filter}(?:$|:| \\()`) }) })

/** Chooses values of a list's filter; of one that takes several, also takes back what was chosen before. */
export async function narrow(page: Page, filter: string, ...choices: string[]): Promise<void> {
  const menu = filterMenu(page, filter)
  await menu.locator('summary').click()
  for (const box of await menu.locator('input[type="checkbox"]:checked').all()) await box.uncheck()
  for (const choice of choices) await menu.getByLabel(choice, { exact: true }).check()
  await menu.locator('summary').click()
}
