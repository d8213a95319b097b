import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchRoutes, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import type { RouteHandle } from '#contract/route-handle.ts'
import { crawlPaths, createParts, createScreenFacts, PAGE_PARAMETERS, treeOf } from './screens.ts'

type Routes = ServerBuild['routes']

const screen = (id: string, path: string | undefined, handle?: RouteHandle, parentId = 'root'): Routes => ({
  [id]: { id, parentId, ...(path === undefined ? {} : { path }), module: { default: () => null, ...(handle && { handle }) } },
})

const routes: Routes = {
  root: { id: 'root', path: '', module: { default: () => null } },
  ...screen('shop', undefined),
  home: { id: 'home', parentId: 'shop', index: true, module: { default: () => null, handle: { changesWith: ['products'] } } },
  ...screen('product', 'products/:slug', undefined, 'shop'),
  ...screen('cart', 'cart', { isListed: false }, 'shop'),
  ...screen('register', 'business/register', undefined, 'shop'),
  ...screen('reset', 'reset-password', { isPrivate: true, isCached: false }, 'shop'),
  ...screen('account-layout', undefined, { isPrivate: true }),
  ...screen('account', 'account', undefined, 'account-layout'),
  ...screen('order', 'account/orders/:id', undefined, 'account-layout'),
  ...screen('business-layout', undefined, { isPrivate: true }),
  admin: { id: 'admin', parentId: 'business-layout', index: true, path: 'admin', module: { default: () => null } },
  ...screen('dashboard', 'business/dashboard', undefined, 'business-layout'),
  ...screen('unknown', '*', undefined, 'shop'),
}

test.each([
  ['/', '/', { isPrivate: false, isListed: true, isCached: true, changesWith: ['products'] }],
  ['/products/ecomat-1000?from=%', '/products/:slug', { isPrivate: false, isListed: true, isCached: true, changesWith: [] }],
  ['/cart', '/cart', { isPrivate: false, isListed: false, isCached: true, changesWith: [] }],
  ['/admin', '/admin', { isPrivate: true, isListed: true, isCached: true, changesWith: [] }],
  ['/account/orders/7?print', '/account/orders/:id', { isPrivate: true, isListed: true, isCached: true, changesWith: [] }],
  ['/reset-password?token=secret', '/reset-password', { isPrivate: true, isListed: true, isCached: false, changesWith: [] }],
  ['/business/register', '/business/register', { isPrivate: false, isListed: true, isCached: true, changesWith: [] }],
  ['/business/nowhere', '/*', { isPrivate: false, isListed: true, isCached: true, changesWith: [] }],
])('the facts of %s are those of its route module and its layouts, its template is %s', (url, template, facts) => {
  expect(createScreenFacts(routes)(url)).toEqual({ facts, template })
})

const ADDRESSES =
  '/ /products/a /products /products/a/b/c /cart /cart?x=/admin /business/register /business/dashboard /business /admin /Admin /ADMIN/ ' +
  '/%61dmin //admin /account/orders/7 /account/orders /reset-password /a.b /nothing'

test.each(ADDRESSES.split(' '))('the part of the routes for %s matches what all routes match, for it and all above it', (url) => {
  const part = createParts(routes)(url)
  const [path = ''] = url.split('?')
  const above = path.split('/').map((_, at, segments) => segments.slice(0, at + 1).join('/') || '/')
  const idsOf = (among: Routes) => [path, ...above].map((each) => matchRoutes(treeOf(among), each)?.map(({ route }) => route.id))
  expect(idsOf(part)).toEqual(idsOf(routes))
})

test('the routes for an address are those of its first segment, the home page and every segment', () => {
  expect(Object.keys(createParts(routes)('/cart'))).toEqual(['root', 'shop', 'home', 'cart', 'unknown'])
  expect(Object.keys(createParts(routes)('/nothing'))).toEqual(['root', 'shop', 'home', 'unknown'])
})

test('D155 crawlers learn of public screens only, and of a public screen below a private beginning', () => {
  expect(crawlPaths(routes)).toEqual({
    listed: [
      { path: '/', changesWith: ['products'] },
      { path: '/business/register', changesWith: [] },
    ],
    closed: ['/reset-password', '/account', '/admin', '/business/'],
    open: ['/business/register'],
  })
})

/** Parts of screens that are private, or whose pages are not cached: those get their whole address. */
const PRIVATE =
  /staff-products|catalog\/imports|blog-admin|accounts\/users|kit\/grid|payments\/documents|use-follow-payment|newsletter\/link-page|reset-password|order-confirmation/

test('every parameter that a public screen reads makes a page of its own', () => {
  const root = join(import.meta.dirname, '..', '..')
  const files = globSync('app/{features,screens/{shop,content,sign-in,shell}}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !PRIVATE.test(file) && !file.includes('.test.'),
  )
  const reads = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:params|search|searchParams)\)?\.(?:get|getAll|has)\('(\w+)'\)/g)].map(
      ([, name = '']) => ({ file, name }),
    ),
  )
  expect(reads.length).toBeGreaterThan(20)
  expect(reads.filter(({ name }) => !PAGE_PARAMETERS.has(name) && name !== 'token')).toEqual([])
  const [, fields = ''] =
    /INPUT_FIELDS[^=]*= \[([\s\S]*?)\n\]/.exec(readFileSync(join(root, 'app/features/impact/inputs.ts'), 'utf8')) ?? []
  const names = [...fields.matchAll(/name: '(\w+)'/g)].map(([, name = '']) => name)
  expect([names.length > 5, names.filter((name) => !PAGE_PARAMETERS.has(name))]).toEqual([true, []])
})
