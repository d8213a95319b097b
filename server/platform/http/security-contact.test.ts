import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

/** Answer at the address that RFC 9116 fixes, and the policy that it names. */
async function securityTxt(settings: Record<string, string>) {
  const shop = await openTestShop({ PUBLIC_URL: 'https://shop.example/', ...settings })
  try {
    const read = (url: string) => shop.app.inject({ method: 'GET', url })
    const { statusCode, headers, body } = await read('/.well-known/security.txt')
    const fields = body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ') as [string, string])
    const { Policy: policy, ...known } = Object.fromEntries(fields)
    const policyPath = policy?.replace('https://shop.example', '') ?? '/nowhere'
    return { statusCode, headers, known, now: shop.deps.now(), policy: await read(policyPath) }
  } finally {
    await shop.close()
  }
}

test('who finds a weakness reads at /.well-known/security.txt whom to write to, and by which rules', async () => {
  const { statusCode, headers, known, now, policy } = await securityTxt({ SECURITY_CONTACT: 'security@shop.example' })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const { Expires: expires = '', ...others } = known
  expect(others).toEqual({
    Contact: 'mailto:security@shop.example',
    'Preferred-Languages': 'en',
    Canonical: 'https://shop.example/.well-known/security.txt',
  })
  expect(Math.abs(Date.parse(expires) - now.getTime() - 180 * DAY_MS)).toBeLessThan(60_000)
  expect(policy.statusCode).toBe(200)
  const promise = 'We answer within three working days and credit you in the changelog if you like'
  const inCode = readFileSync(join(import.meta.dirname, '../../../SECURITY.md'), 'utf8').replaceAll('\n', ' ')
  for (const rules of [policy.body, inCode]) expect(rules).toContain(promise)
  expect(policy.headers['content-type']).toBe('text/plain; charset=utf-8')
})

test('the contact may be a page; without one the address is 404', async () => {
  const { known } = await securityTxt({ SECURITY_CONTACT: 'https://shop.example/report?from=txt' })
  expect(known.Contact).toBe('https://shop.example/report?from=txt')
  expect((await securityTxt({})).statusCode).toBe(404)
})
