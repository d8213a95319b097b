import { expect, test } from 'vitest'
import { hasOpenObjection, noticeDueAt, noticePlace, objectionUntil } from './notice.ts'

const at = (text: string) => new Date(`${text}T10:00:00Z`)
const received = { createdAt: at('2026-03-01'), decidedAt: null, objectedAt: null }
const decided = { ...received, decidedAt: at('2026-03-05') }
const objected = { ...decided, objectedAt: at('2026-04-01') }

test('L10 a notice is due 14 days after it came, an objection 14 days after it was made, a decided one never', () => {
  expect(noticeDueAt(received)).toEqual(at('2026-03-15'))
  expect(noticeDueAt(decided)).toBeNull()
  expect(noticeDueAt(objected)).toEqual(at('2026-04-15'))
  expect(noticeDueAt({ ...objected, decidedAt: at('2026-04-02') })).toBeNull()
  expect([received, decided, objected].map(hasOpenObjection)).toEqual([false, false, true])
})

test.each([
  ['2026-03-05', '2026-09-05'],
  ['2026-08-31', '2027-02-28'],
  ['2027-08-31', '2028-02-29'],
])('L10 to a decision of %s a seller may object until %s, once', (day, until) => {
  expect(objectionUntil({ decision: 'removed', decidedAt: at(day), objectedAt: null })).toEqual(at(until))
  expect(objectionUntil({ decision: 'removed', decidedAt: at(day), objectedAt: at(until) })).toBeNull()
  expect(objectionUntil({ decision: 'kept', decidedAt: at(day), objectedAt: null })).toBeNull()
  expect(objectionUntil({ ...received, decision: null })).toBeNull()
})

test.each([
  ['https://shop.test/products/mat-a?x=1', { path: '/products/mat-a?x=1', kind: 'products', slug: 'mat-a' }],
  ['/producers/wellwerk/', { path: '/producers/wellwerk/', kind: 'producers', slug: 'wellwerk' }],
  ['HTTPS://SHOP.TEST/blog/news', { path: '/blog/news', kind: 'blog', slug: 'news' }],
  ['/about', { path: '/about', kind: null, slug: '' }],
  ['https://shop.test.evil.test/products/a', null],
  ['//evil.test/products/a', null],
  ['javascript:alert(1)', null],
  ['mat-a', null],
])('L10 %s leads to a page of the shop, or not', (address, place) => {
  expect(noticePlace(address, 'https://shop.test')).toEqual(place)
})
