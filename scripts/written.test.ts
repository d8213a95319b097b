import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '#app/lib/calls.ts'
import { callLines } from '#contract/client.ts'
import { contract } from '#contract/index.ts'
import { allCalls } from '../server/platform/http/openapi.ts'

test('app/lib/calls.ts has each call of the contract as it is now (npm run calls)', () => {
  expect(calls).toEqual(callLines(contract))
})

test('docs/access.md lists each call of the contract as it is now (npm run docs:access)', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/access.md'), 'utf8')
  expect(text.match(/^\| `/gm)).toHaveLength(allCalls().length)
  for (const { noun, name, endpoint } of allCalls()) expect(text).toContain(`\`${endpoint.method} ${endpoint.path}\` | ${noun}.${name} |`)
})
