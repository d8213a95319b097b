import { expect, test } from 'vitest'
import { readSpreadsheet } from './spreadsheet.ts'

const TEXT = 'Name;Preis\r\nSäge “groß”;1.234,50 €\r\n'
/** Windows-1252 bytes of `text`. */
const windows = (text: string) =>
  Buffer.from([...text].map((letter) => ({ '€': 0x80, '“': 0x93, '”': 0x94 })[letter] ?? letter.charCodeAt(0)))
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

async function read(bytes: Uint8Array, format = {}) {
  const found = await readSpreadsheet({ name: 'list.csv', bytes }, format)
  if ('unreadable' in found) throw new Error(found.unreadable)
  return { rows: found.sheets[0]?.rows, format: found.format }
}
const ROWS = [
  ['Name', 'Preis'],
  ['Säge “groß”', '1.234,50 €'],
]

test.each([
  ['UTF-8', Buffer.from(TEXT), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`), 'utf-8'],
  ['Windows-1252', windows(TEXT), 'windows-1252'],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le'), 'utf-16le'],
  ['UTF-16 of the other order with a mark', utf16be(`\ufeff${TEXT}`), 'utf-16be'],
  ['UTF-16 of the other order without a mark', utf16be(TEXT), 'utf-16be'],
])('F7.3.5 a .csv file in %s is read', async (_, bytes, encoding) => {
  expect(await read(bytes)).toEqual({ rows: ROWS, format: { encoding, separator: ';' } })
})

test.each([
  [
    'a line sep=;',
    'sep=;\r\nName;Preis\r\nA, B;1,50\r\n',
    ';',
    [
      ['Name', 'Preis'],
      ['A, B', '1,50'],
    ],
  ],
  [
    'a quoted line sep=,',
    '"sep=,"\nName,Price\nA;B;C,1\n',
    ',',
    [
      ['Name', 'Price'],
      ['A;B;C', '1'],
    ],
  ],
  [
    'tabs',
    'Name\tPrice\nA, B\t1,50\n',
    '\t',
    [
      ['Name', 'Price'],
      ['A, B', '1,50'],
    ],
  ],
  [
    'bars',
    'Name|Price\nA, B|1\n',
    '|',
    [
      ['Name', 'Price'],
      ['A, B', '1'],
    ],
  ],
  ['a title without a separator', 'Price list, fall, 2026\nName;Price;Stock\nA;1,50;2\nB;2,50;3\n', ';', undefined],
])('F7.3.5 a .csv file with %s is separated by it', async (_, text, separator, rows) => {
  const found = await read(Buffer.from(text))
  expect(found.format?.separator).toBe(separator)
  if (rows) expect(found.rows).toEqual(rows)
})

test('F7.3.5 a character set or separator that is chosen counts instead', async () => {
  const found = await read(Buffer.from('Naïve;1,5\n'), { encoding: 'windows-1252', separator: ',' })
  expect(found.rows).toEqual([['NaÃ¯ve;1', '5']])
})
