import { expect, test } from 'vitest'
import { findOverweight, ROUTE_BUDGETS } from './route-budgets.ts'

const budgets = [{ audience: 'shoppers', routes: /^shop\//, script: 100_000, styles: 20_000, files: 10 }]
const light = { route: 'shop/home', script: 100_000, styles: 20_000, files: 10 }

test('a route within its budget is not named', () => {
  expect(findOverweight([light], budgets)).toEqual([])
})

test('a route above its budget is named with what it has too much of, and by how much', () => {
  expect(findOverweight([{ ...light, script: 102_500, styles: 20_100, files: 12 }], budgets)).toEqual([
    'shop/home: 102.5 kB of script, 2.5 kB over the 100.0 kB for shoppers',
    'shop/home: 20.1 kB of styles, 0.1 kB over the 20.0 kB for shoppers',
    'shop/home: 12 script files, 2 over the 10 for shoppers',
  ])
})

test('a route without a budget is named', () => {
  expect(findOverweight([{ ...light, route: 'kiosk/start' }], budgets)).toEqual(['kiosk/start has no budget'])
})

test('every audience has a name of its own', () => {
  const names = ROUTE_BUDGETS.map(({ audience }) => audience)
  expect(new Set(names).size).toBe(names.length)
})
