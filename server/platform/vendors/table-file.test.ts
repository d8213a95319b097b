import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSpreadsheet } from './spreadsheet.ts'
import { csvRecords, unformula, withoutGuard, xlsxFile } from './table-file.ts'

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
    format: { encoding: 'utf-8', separator: ',' },
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

const written = (...cells: (string | number)[]) => csvRecords([cells]).toString('utf8')

test.each([
  ["x;=cmd|'/C calc'!A0", `"x;'=cmd|'/C calc'!A0"`],
  ['x\t+1', `"x\t'+1"`],
  ['x\n@SUM(1)', `"x\n'@SUM(1)"`],
  ['x\r\n-1+1', `"x\r\n'-1+1"`],
  ['x;"=1+1', `"x;""'=1+1"`],
  ["x;'=1", `"x;''=1"`],
  ['=1;=2', `"'=1;'=2"`],
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  ['a = b; c - d', '"a = b; c - d"'],
  ['-20', '-20'],
  ['-20.5', '-20.5'],
  ['-20+cmd', `'-20+cmd`],
  ['plain', 'plain'],
])('the text %j is written as %j', (text, cell) => {
  expect(written(text)).toBe(`${cell}\r\n`)
})

test('a negative number stays a number, and a title is no formula either', () => {
  expect(written(-5, -0.25)).toBe('-5,-0.25\r\n')
  expect(csvRecords([], ['x;=1', 'name']).toString('utf8')).toBe(`\uFEFF"x;'=1",name\r\n`)
})

const typed = fc.string({ unit: fc.constantFrom(';', '\t', '\r', '\n', ',', '"', "'", '=', '+', '-', '@', 'a', '1', ' ') })

test('whatever is typed comes back as it was typed', async () => {
  fc.assert(
    fc.property(typed, (text) => {
      expect(withoutGuard(unformula(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
  const texts = fc.sample(typed, 200).map((text) => `a${text}z`) // a reader trims what is around a text
  const read = await readSpreadsheet({ name: 'list.csv', bytes: csvRecords([texts], texts) })
  expect(read).toMatchObject({ sheets: [{ name: '', rows: [texts, texts] }], format: { separator: ',' } })
})

test('no cell is a formula, by whatever a reader separates and whether it knows quotes or not', () => {
  fc.assert(
    fc.property(typed, typed, (one, other) => {
      for (const separator of [/[;\r\n]/, /[\t\r\n]/]) {
        for (const cell of written(`a${one}`, other).split(separator)) {
          if (!cell.startsWith('a')) expect(cell.replace(/^"+/, '')).not.toMatch(/^[=+@]|^-(?!\d+(\.\d+)?$)/)
        }
      }
    }),
  )
})
