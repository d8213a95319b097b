import { expect, test } from 'vitest'
import { columnFor } from './pasted-lines.ts'

const rows = [{ number: 'A' }, { number: 'B' }, { number: 'C' }]

test.each([[['1', '2', '3']], [['1', '', '3']], [['1', '2', '']]])('a column with a line for each row is used: %j', (lines) => {
  expect(columnFor(lines, rows)).toEqual({ column: lines })
})

test('empty lines below the table are no places', () => {
  expect(columnFor(['1', '2', '3', '', ''], rows)).toEqual({ column: ['1', '2', '3'] })
})

test.each([
  [['1', '2', '3', '4'], 'You pasted 4 lines for 3 rows from A to the end. Nothing was filled in.'],
  [['1', '2'], 'You pasted 2 lines for 3 rows from A to the end. Nothing was filled in.'],
  [['1', '', '', '4'], 'You pasted 4 lines for 3 rows from A to the end. Nothing was filled in.'],
])('a column of another length is not used at all: %j', (lines, text) => {
  expect(columnFor(lines, rows)).toMatchObject({ problem: expect.stringContaining(text) })
})
