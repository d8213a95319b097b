import { expect, test } from 'vitest'
import {
  changeNeedsStepUp,
  checkNewUser,
  checkUserChange,
  checkUserRemoval,
  creationNeedsStepUp,
  endsSessions,
  mayRestore,
  rolesFor,
} from './user-rules.ts'

const boss = { id: 'boss', role: 'super_admin', status: 'Active' } as const
const staff = { id: 'staff', role: 'application_admin', status: 'Active' } as const
const ann = { id: 'ann', role: 'customer', status: 'Active' } as const

test('B197 B198 a new user gets one of three roles; super_admin is offered only for who has it', () => {
  expect(rolesFor('customer')).toEqual(['customer', 'business_admin', 'application_admin'])
  expect(rolesFor('super_admin')).toEqual(['customer', 'business_admin', 'application_admin', 'super_admin'])
})

test('an application admin cannot change a super admin; nobody is made one; nobody changes their own role or status or deletes themselves', () => {
  expect(checkUserChange(staff, boss, {})).toEqual({ code: 'super_admin_protected' })
  expect(checkUserRemoval(staff, boss)).toEqual({ code: 'super_admin_protected' })
  expect(checkUserChange(boss, ann, { role: 'super_admin' })).toEqual({ code: 'super_admin_not_granted' })
  expect(checkUserChange(staff, staff, { role: 'super_admin' })).toEqual({ code: 'super_admin_not_granted' })
  expect(checkUserChange(staff, staff, { status: 'Inactive' })).toEqual({ code: 'own_role_or_status' })
  expect(checkUserRemoval(staff, staff)).toEqual({ code: 'own_account' })
  expect(checkUserChange(staff, staff, { role: 'application_admin', status: 'Active' })).toBeNull()
  expect(checkUserChange(boss, { ...boss, id: 'other' }, { role: 'super_admin', status: 'Suspended' })).toBeNull()
  expect(checkUserRemoval(staff, ann)).toBeNull()
})

test('sessions end where somebody may not sign in any more or has more rights than before, not where rights are taken', () => {
  expect(endsSessions(ann, { ...ann, status: 'Suspended' })).toBe(true)
  expect(endsSessions(ann, { ...ann, role: 'application_admin' })).toBe(true)
  expect(endsSessions(staff, { ...staff, role: 'customer' })).toBe(false)
  expect(endsSessions(staff, staff)).toBe(false)
})

test('B194 B195 the form of a new user says what is missing, then what is too short', () => {
  const form = { name: 'Ann', email: 'ann@test.test', password: 'abcdef' }
  expect(checkNewUser(form)).toBeNull()
  expect(checkNewUser({ ...form, name: ' ', password: '' })).toMatchObject({
    detail: 'Please fill in all fields',
    errors: [{ field: 'name' }, { field: 'password' }],
  })
  expect(checkNewUser({ ...form, email: 'ann' })?.errors[0]?.field).toBe('email')
  expect(checkNewUser({ ...form, password: '12345' })).toEqual({
    detail: 'Password must be at least 6 characters long',
    errors: [{ field: 'password', message: 'Password must be at least 6 characters long' }],
  })
  expect(checkNewUser({ ...form, password: 'x'.repeat(129) })?.errors[0]?.field).toBe('password')
})

test('B195 a password may have 128 characters, an address blanks around it; an invited user needs no password', () => {
  const form = { name: 'Ann', email: ' ann@test.test ', password: 'x'.repeat(128) }
  expect(checkNewUser(form)).toBeNull()
  expect(checkNewUser({ ...form, password: 'x'.repeat(129) })?.detail).toBe('Password must be at most 128 characters long')
  expect(checkNewUser({ ...form, password: '' })?.errors).toEqual([{ field: 'password', message: 'Please fill in this field' }])
  expect(checkNewUser({ ...form, password: '', invite: true })).toBeNull()
  expect(checkNewUser({ ...form, password: '123', invite: true })).toBeNull()
})

test('staff may change a customer in every way but to a super admin; who changes nothing of their own is not refused', () => {
  expect(checkUserChange(staff, ann, { role: 'business_admin', status: 'Suspended' })).toBeNull()
  expect(checkUserChange(staff, staff, {})).toBeNull()
})

test('a user who is no customer is created after step-up, and so is every change but that of a name', () => {
  const roles = ['customer', 'business_admin', 'application_admin', 'super_admin'] as const
  expect(roles.map(creationNeedsStepUp)).toEqual([false, true, true, true])
  expect(roles.map((role) => changeNeedsStepUp(role, ['name']))).toEqual([false, false, true, true])
  expect(roles.map((role) => changeNeedsStepUp(role, ['name', 'email']))).toEqual([true, true, true, true])
  expect(roles.map((role) => changeNeedsStepUp(role, []))).toEqual([false, false, false, false])
})

test('F7.3.2 staff may restore what they deleted themselves, super admins everything', () => {
  const staff = { id: 'a', role: 'application_admin' as const }
  expect([mayRestore(staff, 'a'), mayRestore(staff, 'b'), mayRestore(staff, null)]).toEqual([true, false, false])
  const boss = { id: 'c', role: 'super_admin' as const }
  expect([mayRestore(boss, 'a'), mayRestore(boss, null)]).toEqual([true, true])
})
