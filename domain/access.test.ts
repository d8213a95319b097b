import { expect, test } from 'vitest'
import { type Access, guardTarget, mayEnter } from './access.ts'
import { ROLES, type Role } from './user.ts'

const STAFF = ['super_admin', 'application_admin'] as const

test.each<[string, Access, Role | null, null | '/login' | '/']>([
  ['S35 B34', 'signedIn', null, '/login'],
  ['S35 B34', STAFF, null, '/login'],
  ['S36 B35', STAFF, 'customer', '/'],
  ['S36 B35', STAFF, 'business_admin', '/'],
  ['S36 B35', ['business_admin'], 'super_admin', '/'],
  ['S36 B35', [], 'super_admin', '/'],
  ['S36 B35', [], null, '/login'],
  ['B231', STAFF, 'super_admin', null],
  ['B231', STAFF, 'application_admin', null],
  ['B232', ['super_admin'], 'application_admin', '/'],
  ['B233', ['business_admin'], 'business_admin', null],
  ['S37 B36', 'anyone', null, null],
  ['S37 B36', 'anyone', 'customer', null],
])('%s the guard for %j sends %s to %j', (_, access, role, expected) => {
  expect(guardTarget(access, role)).toBe(expected)
  expect(mayEnter(access, role)).toBe(expected === null)
})

test.each(ROLES)('S37 B36 S260 a guard with no role list admits %s', (role) => {
  expect(guardTarget('signedIn', role)).toBeNull()
})
