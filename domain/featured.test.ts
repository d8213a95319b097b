import { expect, test } from 'vitest'
import { chooseFeatured } from './featured.ts'

const DAY = new Date('2026-03-04T12:00:00Z')
const later = (days: number) => new Date(DAY.getTime() + days * 86_400_000)

const products = (type: 'machine' | 'material', businessId: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `${type}-${businessId}-${at}`, type, businessId }))

test('at most eight products are shown, at most two of one business, machines first (D33)', () => {
  const shown = chooseFeatured(
    ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((business) => [...products('material', business, 5), ...products('machine', business, 5)]),
    DAY,
  )
  expect(shown).toHaveLength(8)
  expect(shown.map(({ type }) => type)).toEqual([...Array(4).fill('machine'), ...Array(4).fill('material')])
  for (const { businessId } of shown) expect(shown.filter((other) => other.businessId === businessId).length).toBeLessThanOrEqual(2)
})

test('one seller with many featured products cannot flood the page', () => {
  expect(chooseFeatured(products('machine', 'a', 30), DAY)).toHaveLength(2)
})

test('where there is too little of one type, the other has its place; nothing featured shows nothing (D37)', () => {
  const machines = ['a', 'b', 'c', 'd'].flatMap((business) => products('machine', business, 2))
  expect(chooseFeatured([...machines.slice(0, 7), ...products('material', 'e', 1)], DAY)).toHaveLength(8)
  expect(chooseFeatured(machines, DAY)).toHaveLength(8)
  expect(chooseFeatured([], DAY)).toEqual([])
})

test('the choice holds for a day, and over the days everybody has a turn', () => {
  const machines = Array.from({ length: 12 }, (_, at) => products('machine', `business-${at}`, 1)).flat()
  expect(chooseFeatured(machines, new Date('2026-03-04T23:59:59Z'))).toEqual(chooseFeatured(machines, new Date('2026-03-04T00:00:00Z')))
  const seen = new Set(Array.from({ length: 12 }, (_, days) => chooseFeatured(machines, later(days)).map(({ id }) => id)).flat())
  expect(seen.size).toBe(12)
})

test('the order of the list does not matter: each day begins with the next product by its id', () => {
  const machines = ['a', 'b', 'c', 'd'].map((business) => ({ id: `machine-${business}`, type: 'machine' as const, businessId: business }))
  const turn = Math.floor(DAY.getTime() / 86_400_000) % 4
  const ids = machines.map(({ id }) => id)
  const expected = [...ids.slice(turn), ...ids.slice(0, turn)]
  for (const list of [
    machines,
    [...machines].reverse(),
    [machines[2], machines[0], machines[3], machines[1]].flatMap((one) => one ?? []),
  ]) {
    expect(chooseFeatured(list, DAY).map(({ id }) => id)).toEqual(expected)
  }
})

test('no product is shown twice where machines fill the places of materials', () => {
  const machines = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((business) => products('machine', business, 1))
  expect(new Set(chooseFeatured(machines, DAY)).size).toBe(6)
  expect(chooseFeatured(machines, DAY)).toHaveLength(6)
})
