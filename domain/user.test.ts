import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  erasedEmail,
  FIRST_PASSWORD_HOURS,
  firstWord,
  isErasedEmail,
  isFirstPasswordExpired,
  isStaffRole,
  localPart,
  maskEmail,
  normalizeEmail,
  ROLES,
  roleLabel,
  USER_STATUSES,
} from './user.ts'

test.each([
  ['super_admin', 'Super Admin'],
  ['application_admin', 'Application Admin'],
  ['business_admin', 'Business Admin'],
  ['customer', 'Customer'],
  ['auditor', 'auditor'],
  ['', ''],
  ['constructor', 'constructor'],
])('S265 B9 the badge of %j reads %j', (role, label) => {
  expect(roleLabel(role)).toBe(label)
})

test('S185 B165 there are four roles and four states', () => {
  expect(ROLES).toEqual(['super_admin', 'application_admin', 'business_admin', 'customer'])
  expect(USER_STATUSES).toEqual(['Active', 'Inactive', 'Suspended', 'Deleted'])
})

test.each([
  ['Ann Smith', 'a@b.c', 'Ann'],
  ['  Ann\tSmith', 'a@b.c', 'Ann'],
  ['Ann', 'a@b.c', 'Ann'],
  ['', 'ann.smith@b.c', 'ann.smith'],
  ['   ', 'ann@b.c', 'ann'],
  ['', 'no-at-sign', 'no-at-sign'],
])('S45 the menu of %j with %j reads %j', (name, email, expected) => {
  expect(firstWord(name, email)).toBe(expected)
})

test.each([
  [' Ann@Example.COM ', 'ann@example.com'],
  ['JOSE\u0301@X.es', 'jos\u00e9@x.es'],
  ['jos\u00e9@x.es', 'jos\u00e9@x.es'],
])('S199 the address %j is kept as %j', (email, expected) => {
  expect(normalizeEmail(email)).toBe(expected)
})

test('keeping an address twice is keeping it once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (email) => {
      expect(normalizeEmail(normalizeEmail(email))).toBe(normalizeEmail(email))
    }),
  )
})

test('an address is masked so that its owner knows it and nobody else learns it', () => {
  expect(maskEmail('ann@example.com')).toBe('a***@example.com')
  expect(maskEmail('"a@b"@example.com')).toBe('"***@example.com')
})

test('the placeholder of a deleted address is recognized, and no real address is', () => {
  expect(isErasedEmail(erasedEmail('4f1c'))).toBe(true)
  expect(isErasedEmail('deleted-4f1c@example.com')).toBe(false)
})

test('the staff of the shop are its two kinds of admins', () => {
  expect(ROLES.filter(isStaffRole)).toEqual(['super_admin', 'application_admin'])
})

test('F7.3.20 a first password that staff set ends after 72 hours', () => {
  const setAt = new Date('2026-03-01T12:00:00Z')
  expect(FIRST_PASSWORD_HOURS).toBe(72)
  expect(isFirstPasswordExpired(setAt, new Date('2026-03-04T11:59:59.999Z'))).toBe(false)
  expect(isFirstPasswordExpired(setAt, new Date('2026-03-04T12:00:00Z'))).toBe(true)
})

test.each([
  [' ann@example.com ', 'ann'],
  ['"a@b"@example.com', '"a@b"'],
  ['ann', 'ann'],
])('the address %j without its domain is %j', (email, expected) => {
  expect(localPart(email)).toBe(expected)
})
