import { expect, test } from 'vitest'
import { cpuTimeOf } from '#server/testing/cpu-time.ts'
import { hashPassword, needsRehash, verifyPassword } from './password.ts'
import { hashToken, isToken, newToken } from './token.ts'

test('a password is kept as argon2id with 19 MiB, two passes and a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
  expect(needsRehash(one)).toBe(false)
})

test('a password is verified exactly as it was typed', async () => {
  const phc = await hashPassword(' pässword ')
  expect(await verifyPassword(' pässword ', phc)).toBe(true)
  expect(await verifyPassword('pässword', phc)).toBe(false)
  expect(await verifyPassword(' pässword '.normalize('NFD'), phc)).toBe(false)
})

test('a hash with older parameters still verifies and asks to be renewed', async () => {
  // argon2id of 'password' with the salt 'somesalt', from the reference implementation's tests
  const older = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  expect(await verifyPassword('password', older)).toBe(true)
  expect(await verifyPassword('Password', older)).toBe(false)
  expect(needsRehash(older)).toBe(true)
})

test('without a hash, or with an unreadable one, no password is right, at the same cost', async () => {
  const phc = await hashPassword('correct horse')
  const timeOf = async (known: string | null) => {
    const times = []
    for (let run = 0; run < 7; run += 1) {
      times.push(await cpuTimeOf(async () => expect(await verifyPassword('something else', known)).toBe(false)))
    }
    return Math.min(...times)
  }
  const [real, none, unreadable] = [await timeOf(phc), await timeOf(null), await timeOf('plain text')]
  expect(none).toBeGreaterThan(real / 4) // without the hash it would be a thousandth
  expect(unreadable).toBeGreaterThan(real / 4)
})

test('a token is 256 random bits with a prefix, and only its SHA-256 is kept', () => {
  const token = newToken()
  expect(isToken(token)).toBe(true)
  expect(newToken()).not.toBe(token)
  expect(hashToken(token)).toMatch(/^[\w-]{43}$/)
  expect(isToken('rf_short')).toBe(false)
  expect(isToken(`${token}x`)).toBe(false)
})
