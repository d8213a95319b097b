import { expect, test } from 'vitest'
import type { OpenParcel } from '#contract/fulfillment/shipments.ts'
import { rowsOf } from './parcel-rows.ts'

const open = (orderId: string, canShip = true, businessId = 'sun'): OpenParcel => ({
  orderId,
  number: orderId.toUpperCase(),
  businessId,
  businessName: businessId,
  recipient: '',
  canShip,
  units: 1,
  lines: [],
})
const chosen = (id: string, day: number) => ({ id, number: id.toUpperCase(), createdAt: `2026-03-0${day}T00:00:00.000Z` })

test('every chosen order has its rows, in the order of placing: those that cannot leave say why', () => {
  const orders = [chosen('d', 4), chosen('c', 3), chosen('b', 2), chosen('a', 1)]
  const rows = rowsOf(orders, [open('d'), open('d', true, 'tin'), open('a'), open('b', false)])
  expect(rows.map((row) => [row.number, row.parcel ? row.parcel.businessId : row.reason])).toEqual([
    ['A', 'sun'],
    ['B', 'Not being processed yet: start processing first.'],
    ['C', 'Nothing is left to ship.'],
    ['D', 'sun'],
    ['D', 'tin'],
  ])
})
