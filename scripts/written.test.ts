import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '#app/lib/calls.ts'
import { officeCalls } from '#app/lib/office-calls.ts'
import { callLines } from '#contract/client.ts'
import { contract } from '#contract/index.ts'
import { SETTING_NAMES } from '../server/platform/config.ts'
import { SETTING_HELP } from '../server/platform/setting-texts.ts'
import { AREAS } from './areas.ts'
import { writeCalls } from './write-calls.ts'
import { PAGES } from './write-docs.ts'

test('app/lib/calls.ts and office-calls.ts have each call of the contract as it is now (npm run calls)', () => {
  expect({ ...calls, ...officeCalls }).toEqual(callLines(contract))
  for (const [name, text] of Object.entries(writeCalls())) {
    expect(readFileSync(join(import.meta.dirname, '..', 'app', 'lib', name), 'utf8'), name).toBe(text)
  }
})

test.each(Object.keys(PAGES))('%s is what the code says now (npm run docs)', (path) => {
  expect(readFileSync(join(import.meta.dirname, '..', path), 'utf8')).toBe(PAGES[path]?.())
})

test.each(['docs/architecture.md', 'CONTRIBUTING.md'])('every file that %s names is there', (path) => {
  const root = join(import.meta.dirname, '..')
  const named = [...readFileSync(join(root, path), 'utf8').matchAll(/`((?:app|contract|domain|drawings|scripts|server)\/[\w/.-]+\.tsx?)`/g)]
  expect(named.length).toBeGreaterThan(3)
  expect(named.map(([, file = '']) => file).filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('the table of areas has every area, from the top', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/architecture.md'), 'utf8')
  const [, table = ''] = page.split('| Area, from the top |')
  expect([...(table.split('\n\n')[0] ?? '').matchAll(/^\| \[?(\w+)/gm)].map(([, area]) => area)).toEqual([...AREAS])
})

test('every setting has its help, once', () => {
  expect(SETTING_HELP.flatMap(({ names }) => names).sort()).toEqual([...SETTING_NAMES].sort())
})
