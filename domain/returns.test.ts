import { expect, test } from 'vitest'
import { MACHINE_WARRANTY_MONTHS, RETURN_DAYS, returnDays, warrantyMonths } from './returns.ts'

test('S331 machines may come back within 30 days, accessories, parts and materials within 14', () => {
  expect(RETURN_DAYS).toEqual({ machines: 30, accessories: 14, parts: 14, materials: 14 })
  const categories = ['mat-maker', 'chip-maker', 'accessories', 'replacement-parts', 'mat', 'chip', 'added-later']
  expect(categories.map(returnDays)).toEqual([30, 30, 14, 14, 14, 14, 14])
})

test('S330 a machine has two years of warranty, or more where its seller gives more; other products what their seller gives', () => {
  expect(MACHINE_WARRANTY_MONTHS).toBe(24)
  expect([warrantyMonths('mat-maker', null), warrantyMonths('chip-maker', 12), warrantyMonths('mat-maker', 36)]).toEqual([24, 24, 36])
  expect([warrantyMonths('accessories', null), warrantyMonths('replacement-parts', 12)]).toEqual([null, 12])
})
