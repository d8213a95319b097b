import { expect, test } from 'vitest'
import { readSpreadsheet } from './spreadsheet.ts'

const TEXT = 'Name;Preis\r\nSäge “groß”;1.234,50 €\r\n'
/** Windows-1252 bytes of `text`. */
const windows = (text: string) =>
  Buffer.from([...text].map((letter) => ({ '€': 0x80, '“': 0x93, '”': 0x94 })[letter] ?? letter.charCodeAt(0)))
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

async function read(bytes: Uint8Array, format = {}, name = 'list.csv') {
  const found = await readSpreadsheet({ name, bytes }, format)
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

const HEAD = 'SKU,Name,Price,Stock'
const rowsOf = async (...lines: string[]) => (await read(Buffer.from([HEAD, ...lines].join('\n')))).rows?.slice(1)

test.each([
  ['an inch sign in an unquoted cell', ['A,Roller 3/4" bore,19.90,5'], [['A', 'Roller 3/4" bore', '19.90', '5']]],
  [
    'two inch signs',
    ['A,1/2" to 3/4" adapter,1,2', 'B,Tube 2",3,4'],
    [
      ['A', '1/2" to 3/4" adapter', '1', '2'],
      ['B', 'Tube 2"', '3', '4'],
    ],
  ],
  [
    'quotes within quotes',
    ['A,"Sleeve "wide" 60 mm",4.20,80', 'B,Plain,1,2'],
    [
      ['A', 'Sleeve "wide" 60 mm', '4.20', '80'],
      ['B', 'Plain', '1', '2'],
    ],
  ],
  ['quotes within quotes before a separator', ['A,"Sleeve "wide", 60 mm",4.20,80'], [['A', 'Sleeve "wide", 60 mm', '4.20', '80']]],
  [
    'an inch sign at the end of quotes',
    ['A,"Tube 2"",4.50,5', 'B,"Tube 3"",5.50,6'],
    [
      ['A', 'Tube 2"', '4.50', '5'],
      ['B', 'Tube 3"', '5.50', '6'],
    ],
  ],
  ['a word in quotes at the beginning', ['A,"Best" mat,1,2'], [['A', '"Best" mat', '1', '2']]],
  ['escaped quotes of a database', ['A,"Roller 3/4\\" bore",1,2'], [['A', 'Roller 3/4" bore', '1', '2']]],
  [
    'quotes that never end',
    ['A,"Sleeve wide,1,2', 'B,Plain,3,4'],
    [
      ['A', 'Sleeve wide', '1', '2'],
      ['B', 'Plain', '3', '4'],
    ],
  ],
  [
    'quotes that never end at the end of the file',
    ['B,Plain,3,4', 'A,"open'],
    [
      ['B', 'Plain', '3', '4'],
      ['A', 'open'],
    ],
  ],
  [
    'quotes that begin in one row and end in the next',
    ['A,"Sleeve wide,1,2', 'B,Tube 2",3,4', 'C,"Long\ntext",5,6'],
    [
      ['A', 'Sleeve wide', '1', '2'],
      ['B', 'Tube 2"', '3', '4'],
      ['C', 'Long\ntext', '5', '6'],
    ],
  ],
  [
    'line breaks, commas and quotes beside a broken row',
    ['A,"One, ""two""\nthree",1,2', 'B,"Sleeve "x" y",3,4'],
    [
      ['A', 'One, "two"\nthree', '1', '2'],
      ['B', 'Sleeve "x" y', '3', '4'],
    ],
  ],
  [
    'spaces around quotes',
    ['A , "Sleeve" , 1 , 2', 'B,"x "y" z",3,4'],
    [
      ['A', 'Sleeve', '1', '2'],
      ['B', 'x "y" z', '3', '4'],
    ],
  ],
  [
    'an empty cell in quotes and a broken one',
    ['A,"",1,2', 'B,"x "y" z",,4'],
    [
      ['A', null, '1', '2'],
      ['B', 'x "y" z', null, '4'],
    ],
  ],
  [
    'only a quote',
    ['A,",1,2', 'B,x"y"z",3,4'],
    [
      ['A', '"', '1', '2'],
      ['B', 'x"y"z"', '3', '4'],
    ],
  ],
] as const)('a .csv file with %s is read', async (_, lines, rows) => {
  expect(await rowsOf(...lines)).toEqual(rows)
})

test('a .csv file whose rows are each one cell in quotes is read', async () => {
  const lines = ['"SKU,Name,Price"', '"A,""Sleeve, wide"",4.20"', '"B,""Tube 2"""""",1"'].join('\r\n')
  const rows = [
    ['SKU', 'Name', 'Price'],
    ['A', 'Sleeve, wide', '4.20'],
    ['B', 'Tube 2"', '1'],
  ]
  expect((await read(Buffer.from(lines))).rows).toEqual(rows)
})

test('a long .csv file with a broken quote in every row is read at once', async () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => `${at},"Sleeve "wide" ${at}${at % 3 === 0 ? '' : '"'},1,2`)
  const { rows } = await read(Buffer.from([HEAD, ...lines].join('\n')))
  expect(rows).toHaveLength(100_001)
  expect([rows?.[1], rows?.[2]]).toEqual([
    ['0', '"Sleeve "wide" 0', '1', '2'],
    ['1', 'Sleeve "wide" 1', '1', '2'],
  ])
})

test.each(['list.tsv', 'list.TXT', 'list.tab', 'list.xls'])('a table of tabs is read from %s, in Unicode too', async (name) => {
  const text = 'SKU\tName\tPrice EUR\r\nT-1\tMatte 2"\t19,90\r\n'
  const rows = [
    ['SKU', 'Name', 'Price EUR'],
    ['T-1', 'Matte 2"', '19,90'],
  ]
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le'), utf16be(`\ufeff${text}`)])
    expect((await read(bytes, {}, name)).rows).toEqual(rows)
})

const ITEM = (id: string, more = '') =>
  `<item><g:id>${id}</g:id><title>Mat ${id}</title><g:price>12.50 EUR</g:price><g:image_link>https://x.test/${id}.jpg</g:image_link>${more}</item>`
const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title><link>https://x.test</link>
${ITEM('A', '<description><![CDATA[<p>Soft & strong</p>]]></description>')}
${ITEM('B', '<g:additional_image_link>https://x.test/1.jpg</g:additional_image_link><g:additional_image_link>https://x.test/2.jpg</g:additional_image_link><g:shipping><g:country>DE</g:country><g:price>5 EUR</g:price></g:shipping>')}
${ITEM('C&amp;D')}</channel></rss>`

test('a product feed of Google is read: a column for each part, more than one for what comes again', async () => {
  const { rows, format } = await read(Buffer.from(FEED), {}, 'feed.xml')
  expect(format).toBeUndefined()
  expect(rows).toEqual([
    [
      'id',
      'title',
      'price',
      'image_link',
      'description',
      'additional_image_link',
      'additional_image_link',
      'shipping / country',
      'shipping / price',
    ],
    ['A', 'Mat A', '12.50 EUR', 'https://x.test/A.jpg', '<p>Soft & strong</p>', null, null, null, null],
    ['B', 'Mat B', '12.50 EUR', 'https://x.test/B.jpg', null, 'https://x.test/1.jpg', 'https://x.test/2.jpg', 'DE', '5 EUR'],
    ['C&D', 'Mat C&D', '12.50 EUR', 'https://x.test/C&amp;D.jpg'.replace('&amp;', '&'), null, null, null, null, null],
  ])
})

test.each([
  [
    'an Atom feed',
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="g"><title>T</title><entry><g:id>1</g:id><link href="https://x.test/1"/></entry><entry><g:id>2</g:id><link href="https://x.test/2"/></entry></feed>',
    [
      ['id', 'link'],
      ['1', 'https://x.test/1'],
      ['2', 'https://x.test/2'],
    ],
  ],
  [
    'a catalog with attributes and units',
    '<catalog><products><product sku="A-1"><name>Mat</name><price currency="EUR">12</price><weight unit="kg">1.5</weight></product><product sku="A-2"><name>Roll</name><price currency="EUR">13</price></product></products></catalog>',
    [
      ['sku', 'name', 'price', 'weight'],
      ['A-1', 'Mat', '12 EUR', '1.5 kg'],
      ['A-2', 'Roll', '13 EUR', null],
    ],
  ],
  [
    'one product',
    '<products><product><sku>A</sku><name>Mat</name></product></products>',
    [
      ['sku', 'name'],
      ['A', 'Mat'],
    ],
  ],
])('%s as XML is read', async (_, xml, rows) => {
  expect((await read(Buffer.from(xml), {}, 'feed.xml')).rows).toEqual(rows)
})

test.each([
  ['a document type', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><p><i><a>&a;</a><b>1</b></i></p>'],
  ['a tag that does not end', '<p><i><a>1</a>'],
  ['no products', '<p>text</p>'],
  ['no XML', 'name,price'],
  ['depth without end', '<a>'.repeat(100_000)],
  ['nothing', ' '],
])('an XML file with %s is refused', async (_, xml) => {
  await expect(read(Buffer.from(xml), {}, 'feed.xml')).rejects.toThrow(/^it (is|has|holds) .*\.$/)
})
