import { expect, test } from 'vitest'
import type { GridColumn } from './columns.ts'
import { moveColumn, orderOf, pinsOf, visibilityOf } from './layout.ts'
import { USUAL_LOOK } from './use-look.ts'

const column = (id: string, rest: Partial<GridColumn<never>> = {}): GridColumn<never> => ({ id, title: id, cell: () => null, ...rest })
const COLUMNS = [
  column('name'),
  column('price'),
  column('stock', { isExtra: true }),
  column('state', { isFixed: true }),
  column('buttons', { isActions: true }),
]

test('F7.3.4 the first column and the buttons keep their places, the others are moved between them', () => {
  expect(pinsOf(COLUMNS)).toEqual({ start: ['name'], end: ['buttons'] })
  const moved = moveColumn(COLUMNS, USUAL_LOOK, 'state', -1)
  expect(orderOf(COLUMNS, moved)).toEqual(['name', 'price', 'state', 'stock', 'buttons'])
  expect(moveColumn(COLUMNS, moved, 'price', -1)).toBe(moved)
  expect(moveColumn(COLUMNS, moved, 'name', 1)).toBe(moved)
})

test('F7.3.4 a remembered order that names lost columns, or not all, still shows every column', () => {
  const look = { ...USUAL_LOOK, order: ['gone', 'state'] }
  expect(orderOf(COLUMNS, look)).toEqual(['name', 'state', 'price', 'stock', 'buttons'])
})

test('F7.3.4 what names a row, what is fixed and the buttons cannot be hidden', () => {
  const look = { ...USUAL_LOOK, toggled: ['name', 'price', 'stock', 'state', 'buttons'] }
  expect(visibilityOf(COLUMNS, look)).toEqual({ name: true, price: false, stock: true, state: true, buttons: true })
})
