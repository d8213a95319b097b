import { expect, test } from 'vitest'
import { workPlaces } from './places.ts'

const labels = (role: Parameters<typeof workPlaces>[0], search: string) => workPlaces(role, search).map(({ label }) => label)

test('D24 staff find their back office by name; others have none', () => {
  expect(labels({ role: 'super_admin' }, '').slice(0, 3)).toEqual(['Super Admin', 'Application Dashboard', 'Orders'])
  expect(labels({ role: 'super_admin' }, 'aud')).toEqual(['Audit log'])
  expect(labels({ role: 'application_admin' }, 'aud')).toEqual([])
  expect(labels({ role: 'application_admin' }, 'promo')).toEqual(['Promotions'])
  expect(labels({ role: 'application_admin' }, 'ord')).toEqual(['Orders', 'Withdrawals', 'Analytics'])
  expect(labels({ role: 'application_admin' }, 'Back Off').slice(0, 2)).toEqual(['Application Dashboard', 'Orders'])
  expect(labels({ role: 'business_admin' }, 'dash')).toEqual(['Business Dashboard'])
  expect(labels({ role: 'business_admin' }, 'orders')).toEqual(['Orders'])
  expect(labels({ role: 'customer' }, '')).toEqual([])
  expect(labels(null, '')).toEqual([])
  expect(labels({ role: 'super_admin' }, 'roller')).toEqual([])
})
