import writeXlsxFile from 'write-excel-file/node'

/* Files as other shops and spreadsheets write them. */

type Cell = string | number | null

/** Writes cells as RFC 4180 does. */
const csv = (rows: readonly (readonly Cell[])[], separator = ','): string =>
  rows
    .map((row) =>
      row
        .map((cell) => {
          const text = String(cell ?? '')
          return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
        })
        .join(separator),
    )
    .join('\r\n')

const SHOPIFY_HEADERS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Product Category',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option1 Linked To',
  'Option2 Name',
  'Option2 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Price',
  'Variant Compare At Price',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Gift Card',
  'SEO Title',
  'Variant Image',
  'Cost per item',
  'Price / International',
  'Status',
]

/**
 * A Shopify product export: of `rows` rows three make a product with the variants 30 cm, 60 cm and 90 cm. Every tenth product is of the
 * vendor `otherVendor`, every eighth has no type, and every fifth has -4 units of its first variant.
 */
export function shopifyExport(rows: number, mark: string, vendor: string, otherVendor: string): string {
  const widths = ['30 cm', '60 cm', '90 cm']
  const lines = Array.from({ length: rows }, (_, at): Cell[] => {
    const product = Math.floor(at / widths.length)
    const variant = at % widths.length
    const isFirst = variant === 0
    const first: Record<string, Cell> = {
      Title: `Kraft roll ${mark} ${product}`,
      'Body (HTML)': `<p>Padding from <strong>used</strong> board.</p><ul><li>Roll ${product}</li></ul>`,
      Vendor: product % 10 === 9 ? otherVendor : vendor,
      Type: product % 8 === 7 ? '' : 'Rolls',
      Tags: 'kraft, recycled',
      Published: 'true',
      'Option1 Name': 'Width',
      'Gift Card': 'false',
      Status: 'active',
    }
    const own: Record<string, Cell> = {
      Handle: `kraft-${mark}-${product}`,
      'Option1 Value': widths[variant] ?? '',
      'Variant SKU': `K-${product}-${variant}`,
      'Variant Inventory Tracker': 'shopify',
      'Variant Inventory Qty': isFirst && product % 5 === 4 ? -4 : 10 + variant,
      'Variant Price': (12.5 + variant).toFixed(2),
      'Image Src': `https://cdn.shopify.test/${product}-${variant}.jpg`,
      'Image Position': variant + 1,
    }
    return SHOPIFY_HEADERS.map((header) => own[header] ?? (isFirst ? (first[header] ?? '') : ''))
  })
  return csv([SHOPIFY_HEADERS, ...lines])
}

const WOO_HEADERS = [
  'ID',
  'Type',
  'SKU',
  'Name',
  'Published',
  'Is featured?',
  'Short description',
  'Description',
  'In stock?',
  'Stock',
  'Regular price',
  'Categories',
  'Images',
  'Parent',
  'Attribute 1 name',
  'Attribute 1 value(s)',
  'Attribute 1 visible',
]

/** A WooCommerce product export: a simple product, a variable one by SKU with two variations, and one by ID with one. */
export function wooExport(mark: string): string {
  const row = (values: Record<string, Cell>): Cell[] => WOO_HEADERS.map((header) => values[header] ?? '')
  const category = 'Shop > Mats'
  return csv([
    WOO_HEADERS,
    row({
      ID: 1,
      Type: 'simple',
      SKU: `tape-${mark}`,
      Name: `Tape ${mark}`,
      Published: 1,
      Stock: -3,
      'Regular price': '4.90',
      Categories: category,
    }),
    row({
      ID: 2,
      Type: 'variable',
      SKU: `mat-${mark}`,
      Name: `Mat ${mark}`,
      Published: 1,
      Description: 'Soft\\nand strong',
      Categories: category,
      Images: 'https://woo.test/a.jpg, https://woo.test/b.jpg',
      'Attribute 1 name': 'Thickness',
      'Attribute 1 value(s)': '5 mm, 9 mm',
    }),
    row({
      ID: 3,
      Type: 'variation',
      SKU: `mat-${mark}-5`,
      Name: `Mat ${mark} - 5 mm`,
      Published: 1,
      Stock: 7,
      'Regular price': '19.90',
      Parent: `mat-${mark}`,
      'Attribute 1 name': 'Thickness',
      'Attribute 1 value(s)': '5 mm',
    }),
    row({
      ID: 4,
      Type: 'variation',
      Name: `Mat ${mark}`,
      Published: 1,
      Stock: 2,
      'Regular price': '29.90',
      Parent: `mat-${mark}`,
      'Attribute 1 name': 'Thickness',
      'Attribute 1 value(s)': '9 mm',
    }),
    row({
      ID: 8,
      Type: 'variable',
      Name: `Liner ${mark}`,
      Published: 1,
      Categories: category,
      'Attribute 1 name': 'Color',
      'Attribute 1 value(s)': 'Brown',
    }),
    row({
      ID: 9,
      Type: 'variation, virtual',
      Name: `Liner ${mark}`,
      Published: 1,
      Stock: 5,
      'Regular price': '9.00',
      Parent: 'id:8',
      'Attribute 1 name': 'Color',
      'Attribute 1 value(s)': 'Brown',
    }),
  ])
}

const WINDOWS_1252: Readonly<Record<string, number>> = { '€': 0x80, '„': 0x84, '“': 0x93, '–': 0x96 }

/** Encodes text as a German Excel saves "CSV": Windows-1252. */
const windows1252 = (text: string): Buffer => Buffer.from([...text].map((letter) => WINDOWS_1252[letter] ?? letter.codePointAt(0) ?? 0x3f))

/** A price list of a German Excel: Windows-1252, `sep=;`, decimal commas. */
export function germanPriceList(mark: string, business: string): Buffer {
  const rows = [
    ['Artikelnummer', 'Bezeichnung', 'Beschreibung', 'Preis (€)', 'Bestand', 'Kategorie', 'Hersteller'],
    [`Säge-${mark}`, `Säge „groß“ ${mark}`, 'Für Wellpappe – 2,5 mm', '1.234,50', '12', 'Accessories', business],
    [`Messer-${mark}`, `Messer ${mark}`, 'Größe 3; gehärtet', '9,90 €', '1.500', 'Replacement Parts', business],
  ]
  return windows1252(`sep=;\r\n${csv(rows, ';')}\r\n`)
}

/**
 * A workbook of two sheets: notes, and a price list with a title above headers of which two pairs are merged, and a category merged
 * downwards.
 */
export function mergedWorkbook(mark: string, business: string): Promise<Buffer> {
  const text = (value: string, more: object = {}) => ({ value, type: String, ...more })
  const number = (value: number) => ({ value, type: Number })
  const product = (at: number, usd: number, eur: number, category: ReturnType<typeof text> | null) => [
    text(`board-${mark}-${at}`),
    text(`Board ${mark} ${at}`),
    category,
    text(business),
    number(usd),
    number(eur),
    number(at),
  ]
  return writeXlsxFile([
    { sheet: 'Notes', data: [[text('Price list of the fall')], [text('Ask Ann about discounts')]] },
    {
      sheet: 'Prices 2026',
      data: [
        [text(`Boards ${mark}`, { columnSpan: 7 }), null, null, null, null, null, null],
        [],
        [
          text('Product', { columnSpan: 2 }),
          null,
          text('Category', { rowSpan: 2 }),
          text('Vendor', { rowSpan: 2 }),
          text('Price', { columnSpan: 2 }),
          null,
          text('Stock', { rowSpan: 2 }),
        ],
        [text('SKU'), text('Name'), null, null, text('USD'), text('EUR'), null],
        product(1, 10.5, 9.5, text('Accessories', { rowSpan: 2 })),
        product(2, 20.5, 18.5, null),
        product(3, 30, 27, text('Mats')),
      ],
    },
  ]).toBuffer()
}
