import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { checkPassword } from './password.ts'
import { MAX_PASSWORD, MIN_PASSWORD, MIN_STAFF_SET_PASSWORD } from './user.ts'

const ann = { email: 'annabel.smith@example.com', name: 'Annabel Smith' }

test.each([
  ['', 'password_too_short'],
  ['k7#mQ2x', 'password_too_short'],
  ['k7#mQ2xw', null],
  ['k7#mQ2xw9', null],
  ['🦊🐻🐼🐨🐯🦁🐮', 'password_too_short'],
  ['🦊🐻🐼🐨🐯🦁🐮🐷', null],
  ['k7'.repeat(63) + 'x', null],
  ['k7'.repeat(64), null],
  ['k7'.repeat(64) + 'x', 'password_too_long'],
  ['          ', 'password_blank'],
  ['\u200b\u200b\u00a0\u2800\u3164\u00ad\u200d\ufeff', 'password_blank'],
  ['password', 'password_common'],
  ['PassWord1', 'password_common'],
  ['Password123!', 'password_common'],
  ['P@ssw0rd', 'password_common'],
  ['12345678', 'password_common'],
  ['qwertyuiop', 'password_common'],
  ['iloveyou', 'password_common'],
  ['trustno1', 'password_common'],
  ['Reflute2026!', 'password_common'],
  ['cardboard', 'password_common'],
  ['1-Cardboard-1', 'password_common'],
  ['ecomat-2500', 'password_common'],
  ['reflutes', null],
  ['cardboard castle', null],
  ['annabel.smith', 'password_common'],
  ['Annabel.Smith1', 'password_common'],
  ['annabel2024', 'password_common'],
  ['Annabel Smith', 'password_common'],
  ['annabel.smith@example.com', 'password_common'],
  ['annabel and the whale', null],
  ['correct horse battery staple', null],
  ['password 12345678', null],
])('S199 the password %j answers %j', (password, code) => {
  expect(checkPassword(password, ann)).toEqual(code && { code })
})

test('a person without a name or a useful address may choose digits freely', () => {
  expect(checkPassword('82736451', { email: '1@x.y', name: '' })).toBeNull()
  expect(checkPassword('82736451', { email: '82736451@x.y', name: '' })).toEqual({ code: 'password_common' })
})

test('B195 B343 the lengths are 8 to 128, and 6 for what staff set', () => {
  expect([MIN_PASSWORD, MAX_PASSWORD, MIN_STAFF_SET_PASSWORD]).toEqual([8, 128, 6])
})

test('the list of common passwords holds whole passwords only', () => {
  expect(isCommonPassword('sunshine')).toBe(true)
  expect(isCommonPassword('sunshin')).toBe(false)
  expect(isCommonPassword('password 12345678')).toBe(false)
  expect(isCommonPassword('')).toBe(false)
})
