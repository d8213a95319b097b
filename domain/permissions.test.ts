import { expect, test } from 'vitest'
import { DUTIES, DUTY_KEYS, type Duty, mayAct, mayCall, type PermissionKey } from './permissions.ts'
import { ROLES, STAFF_ROLES } from './user.ts'

const admin = (...duties: Duty[]) => ({ role: 'application_admin' as const, duties })

test.each<[Duty[], PermissionKey, boolean]>([
  [['all'], 'people.write', true],
  [['all'], 'journal.read', false],
  [['orders'], 'orders.write', true],
  [['orders'], 'payments.write', true],
  [['orders'], 'people.read', true],
  [['orders'], 'people.write', false],
  [['orders'], 'catalog.read', false],
  [['catalog'], 'catalog.write', true],
  [['catalog'], 'orders.read', false],
  [['content'], 'content.write', true],
  [['content'], 'catalog.write', false],
  [['finance'], 'journal.read', true],
  [['finance'], 'finance.write', true],
  [['finance'], 'people.read', false],
  [['finance'], 'settings.read', false],
  [['finance'], 'catalog.read', false],
  [['finance'], 'orders.read', false],
  [['read_only'], 'orders.read', true],
  [['read_only'], 'orders.write', false],
  [['read_only'], 'journal.read', false],
  [['catalog', 'finance'], 'journal.read', true],
  [['catalog', 'finance'], 'catalog.write', true],
  [[], 'orders.read', false],
])('an application admin with %j and %s: %s', (duties, key, expected) => {
  expect(mayAct(admin(...duties), key)).toBe(expected)
})

test('only all duties reach accounts of others: with them, one could make an account that has all', () => {
  expect(DUTIES.filter((duty) => DUTY_KEYS[duty].includes('people.write'))).toEqual(['all'])
})

test('who changes something may read it, and who reads people reads what their page shows', () => {
  for (const duty of DUTIES) {
    const keys = new Set<string>(DUTY_KEYS[duty])
    for (const key of keys) expect(keys, `${duty}: ${key}`).toContain(key.replace('.write', '.read'))
    if (keys.has('people.read')) expect([...keys]).toEqual(expect.arrayContaining(['orders.read', 'support.read']))
  }
})

test('duties count for application admins only: a super admin has every key, others none', () => {
  for (const role of ROLES) {
    if (role === 'application_admin') continue
    const isSuper = role === 'super_admin'
    expect(mayAct({ role, duties: [] }, 'journal.read')).toBe(isSuper)
    expect(mayAct({ role, duties: ['all'] }, 'any')).toBe(isSuper)
    expect(mayCall({ access: STAFF_ROLES, permission: 'orders.read' }, { role, duties: ['all'] })).toBe(isSuper)
  }
  expect(mayCall({ access: STAFF_ROLES, permission: 'any' }, null)).toBe(false)
  expect(mayCall({ access: 'anyone', permission: null }, null)).toBe(true)
})
