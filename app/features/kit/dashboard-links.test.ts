import { expect, test } from 'vitest'
import type { Role } from '#domain/user.ts'
import { dashboardLinks } from './dashboard-links.ts'

test.each<[string, Role | null, readonly (readonly [string, string])[]]>([
  [
    'S261',
    'super_admin',
    [
      ['Super Admin', '/super-admin/dashboard'],
      ['Application Dashboard', '/admin'],
    ],
  ],
  ['S262', 'application_admin', [['Application Dashboard', '/admin']]],
  ['S263', 'business_admin', [['Business Dashboard', '/business/dashboard']]],
  ['S264', 'customer', []],
  ['S259', null, []],
])('%s the dashboards of %s', (_, role, expected) => {
  expect(dashboardLinks(role)).toEqual(expected.map(([label, to]) => ({ label, to })))
})
