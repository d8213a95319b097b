import { expect, test } from 'vitest'
import type { Cart } from '#contract/cart/cart.ts'
import { arrivalText, splitDeliveries } from './deliveries.ts'

type Option = Cart['shippingOptions'][number]

const option = (...windows: [string, string][]): Option => ({
  method: 'standard',
  label: 'Standard',
  days: '5-7 business days',
  charge: 0,
  offered: true,
  earliest: '2026-12-28',
  latest: '2026-12-30',
  sellers: windows.map(([earliest, latest], index) => ({ businessId: `${index}`, businessName: `Seller ${index}`, earliest, latest })),
})

test('F7.2.10 deliveries that differ are listed by seller; those on the same days are one', () => {
  const together = option(['2026-12-28', '2026-12-30'], ['2026-12-28', '2026-12-30'])
  expect([splitDeliveries(together), arrivalText(together)]).toEqual([[], 'Arrives Mon, Dec 28 to Wed, Dec 30'])
  const apart = option(['2026-11-30', '2026-12-02'], ['2026-12-28', '2026-12-30'])
  expect(splitDeliveries(apart)).toHaveLength(2)
  expect(arrivalText(apart)).toBe('Arrives Mon, Nov 30 to Wed, Dec 30 in 2 deliveries')
})
