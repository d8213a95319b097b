import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dashboardLinks } from './dashboard-links.ts'
import { OFFICE_PLACES } from './office-places.ts'

const APP = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(APP, path), 'utf8')

/** Lists what the specifications call otherwise, by the row that does. */
const SPECIFIED: Readonly<Record<string, string>> = { '/super-admin/dashboard': 'Back to Super Dashboard' } // B102

/** Files of the screens whose heading or title stands elsewhere. */
const HEADED: Readonly<Record<string, readonly string[]>> = {
  '/admin': ['screens/admin/dashboard.tsx', 'screens/admin/layout.tsx'],
  '/super-admin/dashboard': ['screens/super-admin/dashboard.tsx', 'screens/super-admin/layout.tsx'],
  '/business/dashboard': ['screens/business/dashboard.tsx', 'screens/business/layout.tsx'],
  '/business/orders': ['screens/business/orders.tsx'],
  '/admin/import': ['screens/admin/import.tsx', 'features/catalog/imports/catalog-import.tsx'],
  '/business/import': ['screens/business/import.tsx', 'features/catalog/imports/catalog-import.tsx'],
  '/business/products/new': ['screens/business/product-new.tsx', 'screens/business/product/seller-form.tsx'],
  '/color-palette': ['screens/admin/color-palette.tsx'],
}

const entries = [...OFFICE_PLACES, ...(['super_admin', 'business_admin'] as const).flatMap(dashboardLinks)]
const screens = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => ({ path, text: read(path) }))

test.each(entries.map(({ to, label }) => [to, label]))(
  'F7.3.18 the screen at %s is headed and titled as its menu entry, %s',
  (to, label) => {
    const files = HEADED[to] ?? [`screens${to}.tsx`]
    const text = files.map(read).join('\n')
    expect([...text.matchAll(/title: [`']([^`'|$]+) \| /g)].map(([, title]) => title)).toEqual([label])
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
