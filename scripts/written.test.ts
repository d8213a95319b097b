import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '#app/lib/calls.ts'
import { callLines } from '#contract/client.ts'
import { contract } from '#contract/index.ts'
import { SETTING_HELP, SETTING_NAMES } from '../server/platform/config.ts'
import { PAGES } from './write-docs.ts'

test('app/lib/calls.ts has each call of the contract as it is now (npm run calls)', () => {
  expect(calls).toEqual(callLines(contract))
})

test.each(Object.keys(PAGES))('%s is what the code says now (npm run docs)', (path) => {
  expect(readFileSync(join(import.meta.dirname, '..', path), 'utf8')).toBe(PAGES[path]?.())
})

test('every setting has its help, once', () => {
  expect(SETTING_HELP.flatMap(({ names }) => names).sort()).toEqual([...SETTING_NAMES].sort())
})
