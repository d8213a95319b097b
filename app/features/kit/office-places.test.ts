import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { type Access, guardTarget } from '#domain/access.ts'
import { DUTIES, type Duty } from '#domain/permissions.ts'
import type { Role } from '#domain/user.ts'
import { dashboardLinks } from './dashboard-links.ts'
import { SETTINGS } from './menu/settings-screens.ts'
import {
  currentPlace,
  dutiesAt,
  findPlaces,
  isOpenAt,
  OFFICE_PLACES,
  officeEntries,
  officePlaces,
  tabsAt,
  titleAt,
} from './office-places.ts'

const APP = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(APP, path), 'utf8')

/** Lists what the specifications call otherwise, by the row that does. */
const SPECIFIED: Readonly<Record<string, string>> = { '/super-admin/dashboard': 'Back to Super Dashboard' } // B102

/** Files of the screens whose heading stands elsewhere. */
const HEADED: Readonly<Record<string, string>> = {
  '/admin': 'screens/admin/dashboard.tsx',
  '/admin/import': 'features/catalog/imports/catalog-import.tsx',
  '/business/products/new': 'screens/business/product/seller-form.tsx',
  '/color-palette': 'screens/admin/color-palette.tsx',
}

const entries = [...OFFICE_PLACES, ...(['super_admin', 'business_admin'] as const).flatMap(dashboardLinks)]
const screens = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => ({ path, text: read(path) }))

interface Route {
  path?: string
  index?: boolean
  file: string
  children?: Route[]
}

/** Addresses of the screens below a route, with the files of each and of the layout around it. */
function screensOf(
  { path = '', index, file, children }: Route,
  above: string,
  layout = '',
): { to: string; file: string; layout: string }[] {
  const to = path === '' ? above : `${above}/${path}`
  if (children) return children.flatMap((child) => screensOf(child, to, file))
  return path === '' && index !== true ? [] : [{ to, file, layout }]
}

const OFFICE = /^\/(admin|super-admin|business|color-palette)(\/|$)/
const addresses = (routes as Route[]).flatMap((route) => screensOf(route, '')).filter(({ to }) => OFFICE.test(to))
/** Screens that are reached from a list: single records, and forms for a new one. */
const isOfRecord = (to: string) => to.includes('/:') || (to.startsWith('/admin/') && to.endsWith('/new')) || to === '/business/register'

test('every screen of the back office is in its menu', () => {
  const places = new Set(entries.map(({ to }) => to))
  const missing = addresses.filter(({ to }) => !isOfRecord(to) && !places.has(to))
  expect(addresses.length).toBeGreaterThan(60)
  expect(missing.map(({ to }) => to)).toEqual([])
  const known = new Set(addresses.map(({ to }) => to))
  expect(entries.filter(({ to }) => !known.has(to) && !to.startsWith(`${SETTINGS}/`)).map(({ to }) => to)).toEqual([])
})

test.each(entries.filter(({ to }) => !to.startsWith(`${SETTINGS}/`)).map(({ to, label }) => [to, label]))(
  'F7.3.18 the screen at %s is headed and titled as its menu entry, %s',
  (to, label) => {
    const file = addresses.find((screen) => screen.to === to)?.file ?? ''
    const own = [...read(file).matchAll(/title: [`']([^`'|$]+) \| /g)].map(([, title]) => title)
    expect(own.length === 0 ? [titleAt(to)] : own).toEqual([label])
    const text = read(HEADED[to] ?? file)
    const headings = [...text.matchAll(/<h1[^>]*>([^<{]+)<\/h1>/g), ...text.matchAll(/'(Add New Product)'/g)].map(([, heading]) => heading)
    expect(headings).toContain(label)
  },
)

test('F7.3.18 buttons and links that lead to a list call it by its name', () => {
  const odd = screens.flatMap(({ path, text }) =>
    [...text.matchAll(/<(?:NewTab)?Link to="(\/[^"?]*)"[^>]*>\s*([^<{]+?)\s*</g)].flatMap(([, to = '', words = '']) => {
      const entry = entries.find((place) => place.to === to)
      const isNamed = !entry || words === 'Cancel' || words === SPECIFIED[to] || words.toLowerCase().includes(entry.label.toLowerCase())
      return isNamed ? [] : [`${path}: ${words}, not ${entry.label}`]
    }),
  )
  expect(odd).toEqual([])
})

test('F7.3.18 every column of buttons is headed "Actions"', () => {
  const titles = screens.flatMap(({ path, text }) =>
    [...text.matchAll(/title: '([^']+)',\s*isActions: true/g)].map(([, title]) => `${path}: ${title}`),
  )
  expect(titles.length).toBeGreaterThan(5)
  expect(titles.filter((title) => !title.endsWith(': Actions'))).toEqual([])
})

const as = (role: Role, ...duties: Duty[]) => ({ role, duties: duties.length > 0 ? duties : (['all'] as const) })
const titles = (role: Role, ...duties: Duty[]) => officeEntries(as(role, ...duties)).map(({ title }) => title)
const STAFF = ['Home', 'Orders', 'Products', 'Customers', 'Sellers', 'Finance', 'Marketing', 'Content', 'Analytics', 'Settings']

test('staff have ten entries and sellers seven, and every screen of a role is in one of them once', () => {
  expect(titles('super_admin')).toEqual(STAFF)
  expect(titles('application_admin')).toEqual(STAFF)
  expect(titles('business_admin')).toEqual(['Home', 'Orders', 'Quotes', 'Returns', 'Products', 'Earnings', 'Settings'])
  for (const role of ['super_admin', 'application_admin', 'business_admin'] as const) {
    const all = officeEntries(as(role)).flatMap(({ places }) => places.flatMap((place) => [place, ...place.tabs]))
    const expected = [...dashboardLinks(role), ...officePlaces(as(role))].map(({ to }) => to)
    expect(all.map(({ to }) => to).sort()).toEqual(expected.sort())
    expect(new Set(expected).size).toBe(expected.length)
  }
  expect(officePlaces(as('customer'))).toEqual([])
  expect(officePlaces(null)).toEqual([])
})

test('B8 a customer has no screen of the back office: none is in a menu, and the layout of each sends a customer home', async () => {
  expect([dashboardLinks('customer'), officeEntries(as('customer')), officePlaces(as('customer'))]).toEqual([[], [], []])
  const layouts = new Set(addresses.filter(({ to }) => to !== '/business/register').map(({ layout }) => layout))
  expect(layouts.size).toBe(3)
  for (const layout of layouts) {
    const { default: Layout }: { default: () => ReactElement<{ allow?: Access }> } = await import(join(APP, layout))
    expect([layout, guardTarget(Layout().props.allow ?? 'signedIn', 'customer')]).toEqual([layout, '/'])
  }
})

test.each<[Duty, string[]]>([
  ['all', STAFF],
  ['orders', ['Home', 'Orders', 'Customers', 'Sellers', 'Marketing', 'Settings']],
  ['catalog', ['Home', 'Products', 'Marketing', 'Content', 'Settings']],
  ['content', ['Home', 'Content', 'Settings']],
  ['finance', ['Home', 'Finance', 'Settings']],
  ['read_only', STAFF],
])('the menu of an application admin with the duty "%s" has %j', (duty, expected) => {
  expect(titles('application_admin', duty)).toEqual(expected)
})

const labelsOf = (title: string, ...duties: Duty[]) =>
  officeEntries(as('application_admin', ...duties)).flatMap((entry) =>
    entry.title === title ? entry.places.flatMap((place) => [place, ...place.tabs]).map(({ label }) => label) : [],
  )

test('screens inside an entry follow the duties, too: finance has the journal, and of the settings its API tokens and the colors', () => {
  expect(labelsOf('Finance', 'finance')).toEqual(['Invoices and credit notes', 'Payouts', 'Tax returns', 'Accounting', 'Exchange rates'])
  expect(labelsOf('Finance', 'all')).not.toContain('Accounting')
  expect(labelsOf('Settings', 'finance')).toEqual(['API tokens', 'Color palette'])
  expect(labelsOf('Settings', 'orders')).toEqual(['API tokens', 'Tax certificates', 'VAT IDs', 'Color palette'])
  expect(labelsOf('Products', 'read_only')).not.toContain('Catalog Import')
  expect(labelsOf('Orders', 'catalog', 'orders')).toContain('Bank statements')
})

test.each<[Duty, string, boolean, boolean]>([
  ['finance', '/admin/documents', true, true],
  ['finance', '/admin/orders/42', false, false],
  ['finance', '/admin/accounting', true, true],
  ['all', '/admin/accounting', false, true],
  ['orders', '/admin/users/7', true, false],
  ['orders', '/admin/orders/new', true, true],
  ['read_only', '/admin/orders/42', true, false],
  ['read_only', '/admin/orders/new', false, false],
  ['read_only', '/admin/settings/company', true, true], // nobody but super admins changes them
  ['content', '/admin', true, true],
])('with the duty "%s", %s is open: %s, and changed: %s', (duty, path, mayRead, mayWrite) => {
  expect(dutiesAt(path, as('application_admin', duty))).toEqual({ mayRead, mayWrite })
  expect(dutiesAt(path, as('super_admin'))).toEqual({ mayRead: true, mayWrite: true })
})

test('every screen of staff names a key, and each duty opens some', () => {
  for (const { to, roles, needs } of OFFICE_PLACES) if (roles.includes('application_admin')) expect(needs, to).not.toBeNull()
  for (const duty of DUTIES) expect(officePlaces(as('application_admin', duty)).length, duty).toBeGreaterThan(2)
})

test('an entry opens to at most twelve screens, so that the bar fits a low screen', () => {
  for (const role of ['super_admin', 'application_admin', 'business_admin'] as const)
    for (const { title, places } of officeEntries(as(role), { superAdminImport: true }))
      expect([title, places.length <= 12]).toEqual([title, true])
})

test.each([
  ['/admin/orders/42', 'finance', false],
  ['/admin/orders/42', 'orders', true],
  ['/admin/orders?page=2#list', 'finance', false],
  ['/admin/documents', 'finance', true],
  ['/admin/products/new', 'read_only', false],
  ['/admin/import', 'read_only', false],
  ['/admin/import', 'catalog', true],
  ['/super-admin/products', 'all', false],
] as const)('the screen at %s is open to the duty %s: %s', (address, duty, expected) => {
  expect(isOpenAt(address, as('application_admin', duty), {})).toBe(expected)
})

test('super admins find no import until the settings let them', () => {
  for (const superAdminImport of [false, true])
    expect(isOpenAt('/admin/import', as('super_admin'), { superAdminImport })).toBe(superAdminImport)
  const labels = (on: boolean) => officePlaces(as('super_admin'), { superAdminImport: on }).map(({ label }) => label)
  expect(labels(false)).not.toContain('Catalog Import')
  expect(labels(true)).toContain('Catalog Import')
})

test.each([
  ['/admin', '', '/admin'],
  ['/admin/orders', '?page=2', '/admin/orders'],
  ['/admin/orders/42', '', '/admin/orders'],
  ['/admin/withdrawals', '', '/admin/returns'],
  ['/admin/businesses', '', '/admin/businesses'],
  ['/admin/businesses', '?businessStatus=pending&page=2', '/admin/businesses?businessStatus=pending'],
  ['/admin/businesses', '?businessStatus=approved', '/admin/businesses'],
  ['/admin/businesses/7/tax', '', '/admin/businesses'],
  ['/admin/tax', '', '/admin/tax'],
  ['/admin/tax/vat-ids', '', '/admin/tax'],
  ['/admin/tax/returns', '', '/admin/tax/returns'],
  ['/admin/tax/exchange-rates', '', '/admin/tax/exchange-rates'],
  ['/admin/search/try', '', '/admin/search'],
  ['/admin/settings', '', '/admin/settings'],
  ['/admin/settings/company', '', '/admin/settings/company'],
  ['/admin/settings/stock', '', '/admin/settings'],
  ['/admin/products/mat/edit', '', '/admin/products'],
  ['/super-admin/products', '', '/super-admin/products'],
  ['/super-admin/dashboard', '?tab=users', '/super-admin/dashboard'],
  ['/color-palette', '', '/color-palette'],
])('the bar shows where a super admin at %s%s is: %s', (pathname, search, to) => {
  expect(currentPlace(officeEntries(as('super_admin')), { pathname, search })?.to).toBe(to)
})

test.each([
  ['/business/dashboard', '', '/business/dashboard'],
  ['/business/dashboard', '?tab=products', '/business/dashboard?tab=products'],
  ['/business/dashboard', '?tab=inventory', '/business/dashboard'],
  ['/business/products/7/edit', '', '/business/dashboard?tab=products'],
  ['/business/products/7/view', '', '/business/dashboard?tab=products'],
  ['/business/products/new', '', '/business/products/new'],
  ['/business/orders/7', '', '/business/orders'],
])('the bar shows where a seller at %s%s is: %s', (pathname, search, to) => {
  expect(currentPlace(officeEntries(as('business_admin')), { pathname, search })?.to).toBe(to)
})

test('tabs lead between the screens that the bar shows as one', () => {
  expect(tabsAt('/admin/withdrawals', as('super_admin')).map(({ name }) => name)).toEqual(['Returns', 'Withdrawals'])
  expect(tabsAt('/admin/tax/try', as('super_admin')).map(({ name }) => name)).toEqual([
    'Rules',
    'Registrations',
    'Certificates',
    'VAT IDs',
    'Try it',
  ])
  expect(tabsAt('/admin/tax/returns', as('super_admin'))).toEqual([])
  expect(tabsAt('/admin/search', as('super_admin')).map(({ to }) => to)).toContain('/admin/search/synonyms')
})

const find = (role: Role, search: string) =>
  findPlaces(officePlaces(as(role), { superAdminImport: true }), search).map(({ label }) => label)

test.each([
  ['coupon', 'Promotions'],
  ['coupons', 'Promotions'],
  ['voucher', 'Promotions'],
  ['discount', 'Promotions'],
  ['refund', 'Returns'],
  ['refunds', 'Orders'],
  ['RMA', 'Returns'],
  ['chargeback', 'Disputes'],
  ['bill', 'Invoices and credit notes'],
  ['receipt', 'Invoices and credit notes'],
  ['documents', 'Invoices and credit notes'],
  ['vendor', 'Businesses'],
  ['approve', 'Applications'],
  ['fees', 'Commissions'],
  ['datev', 'Accounting'],
  ['currency', 'Exchange rates'],
  ['sku', 'Products'],
  ['inventory', 'Products'],
  ['attributes', 'Specifications'],
  ['upload', 'Catalog Import'],
  ['spreadsheet', 'Catalog Import'],
  ['inbox', 'Messages'],
  ['ticket', 'Messages'],
  ['password', 'Users'],
  ['customers', 'Users'],
  ['subscribers', 'Newsletter'],
  ['posts', 'Blog'],
  ['notices', 'Content reports'],
  ['illegal', 'Content reports'],
  ['reports', 'Analytics'],
  ['delivery', 'Shipping'],
  ['freight', 'Shipping'],
  ['vat', 'Tax rules'],
  ['exempt', 'Tax certificates'],
  ['oss', 'Tax returns'],
  ['2fa', 'Security'],
  ['opening hours', 'Company'],
  ['imprint', 'Company'],
  ['gdpr', 'Retention'],
  ['invoice limit', 'Pay Later'],
  ['roles', 'Team and permissions'],
  ['outbox', 'Emails'],
  ['backup', 'Health'],
  ['who changed', 'Audit log'],
  ['theme', 'Color palette'],
  ['category', 'Categories'],
  ['taxes', 'Tax rules'],
  ['currencies', 'Exchange rates'],
  ['invoicing', 'Invoices and credit notes'],
  ['discount code', 'Promotions'],
  ['refunded', 'Orders'],
  ['chargebacks', 'Disputes'],
  ['companies', 'Businesses'],
  ['inquiry', 'Messages'],
  ['barcode', 'Products'],
  ['2-factor', 'Security'],
  ['bank account', 'Company'],
  ['phone order', 'Orders'],
  ['low stock', 'Stock levels'],
  ['free shipping', 'Shipping charges'],
  ['Stripe', 'Tax settings'],
  ['synonym', 'Synonyms'],
  ['carriers', 'Shipping'],
  ['statistics', 'Analytics'],
  ['queue', 'Jobs'],
])('a super admin who looks for "%s" finds %s', (search, label) => {
  expect(find('super_admin', search)).toContain(label)
})

test.each([
  ['coupon', []],
  ['refund', ['Returns']],
  ['payout', ['Earnings']],
  ['stock', ['All Products']],
  ['invoice', ['Invoices and credit notes']],
  ['logo', ['Business Profile']],
])('a seller who looks for "%s" finds %j', (search, labels) => {
  expect(find('business_admin', search)).toEqual(labels)
})

test('a screen whose name is meant comes before those that only have to do with it, and nonsense finds nothing', () => {
  expect(find('super_admin', 'returns')[0]).toBe('Returns')
  expect(find('super_admin', 'tax')[0]).toMatch(/^Tax/)
  expect(find('super_admin', 'shipping').slice(0, 2).sort()).toEqual(['Shipping', 'Shipping charges'])
  expect(find('super_admin', 'xyzzy')).toEqual([])
  expect(find('super_admin', '  ').length).toBe(officePlaces(as('super_admin'), { superAdminImport: true }).length)
})
