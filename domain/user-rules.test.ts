import { expect, test } from 'vitest'
import { checkNewUser, checkUserChange, checkUserRemoval, endsSessions, rolesFor } from './user-rules.ts'

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
