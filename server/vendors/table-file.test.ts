import { expect, test } from 'vitest'
import { readSpreadsheet } from './spreadsheet.ts'
import { csvRecords, xlsxFile } from './table-file.ts'

const titles = ['name', 'stock', 'since']
const rows = [
  ['=HYPERLINK("http://x")', 3, new Date('2026-03-04T05:06:00Z')],
  ['Zoë, "quoted"\nsecond line', -2, null],
] as const

test('a .csv export reads back as it was, and what looks like a formula is a text', async () => {
  const bytes = Buffer.concat([csvRecords([], titles), csvRecords(rows)])
  expect(bytes.toString('utf8')).toContain(`"'=HYPERLINK`)
  const read = await readSpreadsheet({ name: 'list.csv', bytes })
  expect(read).toEqual({
    sheets: [
      {
        name: '',
        rows: [titles, [`=HYPERLINK("http://x")`, '3', '2026-03-04T05:06:00.000Z'], ['Zoë, "quoted"\nsecond line', '-2', null]],
      },
    ],
  })
})

test('an .xlsx export keeps numbers as numbers and formulas as texts', async () => {
  const bytes = await xlsxFile([{ name: 'list', titles, widths: [20, 8, 20], rows }])
  const read = await readSpreadsheet({ name: 'list.xlsx', bytes })
  expect(read).toMatchObject({
    sheets: [{ name: 'list', rows: [titles, ['=HYPERLINK("http://x")', 3, expect.anything()], [rows[1][0], -2, null]] }],
  })
})

test('no cell of an .xlsx export is longer than Excel opens', async () => {
  const bytes = await xlsxFile([{ name: 'Long', titles: ['Text'], widths: [10], rows: [['x'.repeat(40_000)]] }])
  const read = await readSpreadsheet({ name: 'long.xlsx', bytes })
  expect('sheets' in read && String(read.sheets[0]?.rows[1]?.[0]).length).toBe(32_767)
})
