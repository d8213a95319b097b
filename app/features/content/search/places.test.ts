import { expect, test } from 'vitest'
import type { Role } from '#domain/user.ts'
import { workPlaces } from './places.ts'

const labels = (user: { role: Role } | null, search: string) =>
  workPlaces(user && { ...user, duties: ['all'] }, search).map(({ label }) => label)

test('D24 staff find their back office by name and by other words; others have none', () => {
  expect(labels({ role: 'super_admin' }, '').slice(0, 3)).toEqual(['Super Admin', 'Application Dashboard', 'Orders'])
  expect(labels({ role: 'application_admin' }, '')).toHaveLength(10)
  expect(labels({ role: 'super_admin' }, 'audit')[0]).toBe('Audit log')
  expect(labels({ role: 'application_admin' }, 'audit')).not.toContain('Audit log')
  expect(labels({ role: 'application_admin' }, 'promo')).toEqual(['Promotions'])
  expect(labels({ role: 'application_admin' }, 'coupon')).toEqual(['Promotions'])
  expect(labels({ role: 'application_admin' }, 'order')[0]).toBe('Orders')
  expect(labels({ role: 'application_admin' }, 'Back Off').slice(0, 2)).toEqual(['Application Dashboard', 'Orders'])
  expect(labels({ role: 'business_admin' }, 'dash')).toEqual(['Business Dashboard'])
  expect(labels({ role: 'business_admin' }, 'orders')).toEqual(['Orders'])
  expect(labels({ role: 'customer' }, '')).toEqual([])
  expect(labels({ role: 'customer' }, 'coupon')).toEqual([])
  expect(labels(null, '')).toEqual([])
  expect(labels({ role: 'super_admin' }, 'roller')).toEqual([])
  expect(workPlaces({ role: 'application_admin', duties: ['finance'] }, 'promo')).toEqual([])
  expect(workPlaces({ role: 'application_admin', duties: ['finance'] }, 'datev').map(({ label }) => label)).toEqual(['Accounting'])
})

test('super admins find the import where the settings let them in', () => {
  const found = (on: boolean) =>
    workPlaces({ role: 'super_admin', duties: ['all'] }, 'catalog import', { superAdminImport: on }).map(({ label }) => label)
  expect(found(false)).not.toContain('Catalog Import')
  expect(found(true)[0]).toBe('Catalog Import')
})
