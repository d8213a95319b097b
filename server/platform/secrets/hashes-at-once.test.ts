import { expect, test } from 'vitest'
import { hashPassword } from './password.ts'

/* Apart from `password.test.ts`, which takes hashes of full strength: these are quick ones. */

test('R-E8: four hashes run, fifty wait, more are refused as busy, and the places come back', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('correct horse')))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(6)
  expect(refused[0]).toMatchObject({ reason: { refusal: { code: 'busy' } } })
  await expect(Promise.all(Array.from({ length: 54 }, () => hashPassword('correct horse')))).resolves.toHaveLength(54)
})
