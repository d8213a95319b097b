import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HELP_PAGES } from './help-pages.ts'

test('every page that the search finds has an address of the shop, and is named once', () => {
  const routes = readFileSync('app/routes.ts', 'utf8')
  expect(HELP_PAGES.filter(({ href }) => !routes.includes(`route('${href.slice(1)}',`))).toEqual([])
  expect(new Set(HELP_PAGES.map(({ href }) => href)).size).toBe(HELP_PAGES.length)
})
