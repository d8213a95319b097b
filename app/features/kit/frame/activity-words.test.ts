import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { activityActor, activityHref, activityName, activityWords } from './activity-words.ts'

const entry = (action: string, targetType: string, targetName: string | null = null, targetId = 'id') => ({
  action,
  targetType,
  targetId,
  targetName,
})

test('B58 actions are phrased and lead to what it is about', () => {
  expect(activityWords(entry('business.edit', 'business'))).toBe('changed the business')
  expect(activityWords(entry('promotion.delete', 'promotion'))).toBe('deleted the promotion')
  expect(activityWords(entry('users.export', 'export', null, 'users'))).toBe('exported the users')
  expect(activityWords(entry('parcel.weigh', 'parcel'))).toBe('parcel weigh:')
  expect(activityActor({ action: 'business.register', actorName: 'System' })).toBe('A visitor')
  expect(activityActor({ action: 'catalog.import', actorName: 'System' })).toBe('System')
  expect(activityName(entry('login', 'user', 'Ann'))).toBeNull()
  expect(activityName(entry('user.edit', 'user', 'Ann'))).toBe('Ann')
  expect(activityHref(entry('user.edit', 'user'), false)).toBe('/admin/users?search=id')
  expect(activityHref(entry('business.edit', 'business'), true)).toBe('/super-admin/dashboard?business=id')
  expect(activityHref(entry('business.edit', 'business'), false)).toBe('/admin/businesses?search=id')
  expect(activityHref(entry('login_failed', 'user', null, 'unknown'), true)).toBeNull()
  expect(activityHref(entry('users.export', 'export'), true)).toBeNull()
})

test('orders, returns and payouts are phrased, each with a link', () => {
  const phrasesOf = (action: string, type: string, name: string | null) => {
    const one = entry(action, type, name)
    return [activityWords(one), activityName(one), activityHref(one, false)]
  }
  expect(phrasesOf('order.pay', 'order', 'ORD-1')).toEqual(['recorded the payment of the order', 'ORD-1', '/admin/orders/id'])
  expect(phrasesOf('return.approved', 'return', 'ORD-1-R1')).toEqual(['approved the return', 'ORD-1-R1', '/admin/returns?search=ORD-1-R1'])
  expect(phrasesOf('order.dispute', 'order', 'ORD-1')).toEqual(['A dispute was opened for order', 'ORD-1', '/admin/orders/id'])
  expect(activityActor({ action: 'order.dispute', actorName: 'System' })).toBeNull()
  expect(phrasesOf('payout.sent', 'payout', null)).toEqual(['sent the payout', null, '/admin/payouts'])
  expect(phrasesOf('commission.change', 'settings', null)).toEqual(['changed the commission', null, '/admin/commissions'])
})

/** Actions that the server writes into the audit log, as far as they are spelled out there. */
const writtenActions = (): string[] => {
  const files = globSync('server/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })
  const found = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/(?:\baction: |\}, )'([a-z]+(?:[._][a-z]+)+)'/g)])
  return [...new Set(found.map(([, action = '']) => action))]
}

test('F7.3.12 every action of the audit log is phrased', () => {
  const actions = writtenActions()
  expect(actions).toEqual(expect.arrayContaining(['order.tags', 'note.add', 'product.stock', 'user.edit']))
  expect(actions.filter((action) => activityWords(entry(action, action.split('.')[0] ?? '')).endsWith(':'))).toEqual(['user.end_sessions'])
  expect(activityWords(entry('note.delete', 'order', 'ORD-1'))).toBe('deleted a note about')
  expect(activityWords(entry('products.export', 'export', null, 'products'))).toBe('exported the products')
})
