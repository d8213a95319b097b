import { expect, test } from 'vitest'
import { EQUIPMENT, emptyTexts, MATERIALS } from './catalog.ts'

test.each([EQUIPMENT, MATERIALS])('the empty list of $type speaks of criteria only where there are some (S87, S94)', (catalog) => {
  for (const isNewShop of [true, false]) expect(emptyTexts(catalog, true, isNewShop)).toEqual({ title: catalog.empty })
  expect(emptyTexts(catalog, false, true).title).toBe('This shop is new.')
  const { title } = emptyTexts(catalog, false, false)
  expect(title).toMatch(/right now\.$/)
  expect(title).not.toContain('criteria')
})
