import { businesses } from './businesses.ts'
import type { CatalogFacts, CatalogProduct } from './types.ts'

/* Facts for trade and shipping, from what the products specify: packed weight and size are those of the goods with their usual packing. */

type Specified = Pick<CatalogProduct, 'slug' | 'category' | 'business' | 'shippingClass' | 'specifications'>

/** Packed weight in kilograms and size in millimeters of products that the rest of their facts does not give. */
const PACKED: Readonly<Record<string, readonly [weightKg: number, packageMm: string]>> = {
  'slit-mat-900x620-double': [10, '910x630x160'],
  'plain-mat-250x250': [3, '260x260x400'],
  'ecomat-trial-mats': [1, '610x440x70'],
  'kiln-row-surplus-mats': [5, '610x440x160'],
  'lindhorst-pm-420': [240, '800x700x1160'],
  'chipmaster-mini': [74, '700x500x800'],
  // in parts, to assemble
  'infeed-table-640': [29.4, '1040x740x220'],
  'roll-stand-1050': [25.3, '1240x440x180'],
  'chip-cart-400': [24.2, '1100x640x140'],
  // in a light carton
  'cutting-cassette-chipmaster-pro': [29.8, '540x230x230'],
  'motor-chipmaster-compact': [29.8, '480x270x310'],
  // folded once
  'pallet-mat-1200x800-double': [13.8, '810x610x260'],
  'pallet-pad-1200x1000': [12.2, '1210x510x160'],
}

/** Begins of article numbers by business. */
const PREFIXES: Readonly<Record<string, string>> = {
  'North Fold Works': 'NF',
  'Second Wave Packaging': 'SW',
  'Karlsund Maskin': 'KM',
  'Lindhorst Kartontechnik': 'LK',
  'Lakeside Fiber Supply': 'LF',
  'Carton Clair': 'CC',
  'Kiln Row Ceramics': 'KR',
}

/** HS codes for planning, by category: cutting machines for board, their parts, articles of board. */
const HS_CODES: Readonly<Record<CatalogProduct['category'], string>> = {
  'mat-maker': '844110',
  'chip-maker': '844110',
  accessories: '844190',
  'replacement-parts': '844190',
  mat: '482390',
  chip: '482390',
}

/** Returns the HS code for planning: conveyors and extractors are machines of their own, other accessories parts of cutting machines. */
function hsCodeOf({ category, slug }: Specified): string {
  if (category !== 'accessories') return HS_CODES[category]
  if (slug.includes('conveyor')) return '842833'
  return slug.includes('extractor') ? '842139' : HS_CODES.accessories
}

/** Countries of the businesses that are in the European Union. */
const EU = ['IE', 'SE', 'DE', 'FR']

/** Contact in the European Union for makers outside of it; a demo address. */
const RESPONSIBLE = ['Reflute Demo Compliance', 'Musterweg 1, 50733 Köln, Germany', 'compliance@reflute.test'].join('\n')

/**
 * Makers of products that their sellers only trade in; they name no responsible person yet, so that the products are not offered to private
 * buyers in the European Union.
 */
const OTHER_MAKERS: Readonly<Record<string, string>> = {
  'cutter-roller-pm-650': ['Alpwerk Walzen (demo)', 'Musterstrasse 4, 8400 Winterthur, Switzerland', 'safety@alpwerk.test'].join('\n'),
  'filter-cartridge-45': ['Tyne Filtration (demo)', '3 Sample Quay, Newcastle NE1 3DX, United Kingdom', 'safety@tynefiltration.test'].join(
    '\n',
  ),
}

const MACHINE_WARNINGS =
  'Rotating blades behind the hood. Disconnect the power before you open it or clear a jam. Remove staples and tape from the board. Wear eye and ear protection. Not for children.'
const BLADE_WARNINGS = 'Sharp edges: wear cut-resistant gloves. Fit it only with the machine disconnected from power.'
const MATERIAL_WARNINGS = 'Keep dry and away from open fire. Small pieces are not for children under three years.'

/** Returns a GTIN-13 of the range for use inside one company (prefix 20), which no product elsewhere has. */
function gtinOf(number: number): string {
  const digits = `20${String(number).padStart(10, '0')}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return digits + String((10 - (sum % 10)) % 10)
}

const numbersIn = (text = '') => [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([digits]) => Number(digits.replaceAll(',', '')))
const upTo = (value: number, step: number) => Math.ceil(value / step) * step

/** Returns the packed size in millimeters. */
function sizeOf(rows: ReadonlyMap<string, string>, { shippingClass }: Specified, net: number): [number, number, number] {
  const [volume = 0] = numbersIn(rows.get('Volume'))
  const liters = volume * 1000
  const sheet = rows.get('Sheet size')
  const dimensions = numbersIn(rows.get('Dimensions'))
  if (rows.get('Format') !== undefined) {
    if (rows.has('Roll diameter')) {
      const [diameter = 300] = numbersIn(rows.get('Roll diameter'))
      const [width = 600] = numbersIn(rows.get('Roll width'))
      return [diameter + 20, diameter + 20, width + 10]
    }
    const [length = 600, width = 400] = numbersIn(sheet)
    if (sheet) return [length + 10, width + 10, upTo((liters * 1_000_000) / (length * width), 10)]
    const box = numbersIn(rows.get('Box size') ?? (rows.get('Format')?.includes('bulk') ? rows.get('Bag size') : undefined))
    const [a = 0, b = 0, c = 0] = box
    if (c > 0) return [a, b, c]
    const side = upTo(Math.cbrt(liters * 1_000_000), 10) // a filled bag is about as high as wide
    return [side, side, side]
  }
  const [length = 0, width = 0, height = 0] = dimensions
  if (height > 0) return shippingClass === 'freight' ? [length + 120, width + 120, height + 160] : [length + 40, width + 40, height + 40]
  const side = upTo(Math.cbrt((net / 2.5) * 1_000_000), 10) // small parts in a box, mostly steel and padding
  const [long = 0] = numbersIn(rows.get('Length'))
  return [Math.max(side * 2, long + 60), side, side]
}

function unitOf({ category, slug }: Specified, format: string | undefined): CatalogFacts['saleUnit'] {
  if (/(^|-)(set|knives|kit)(-|$)/.test(slug)) return 'set'
  if (format === undefined) return 'piece'
  if (format === 'Roll') return 'roll'
  if (category === 'chip') return slug.endsWith('box') ? 'box' : 'bag'
  return 'pack'
}

/** Returns the content of a pack: square meters of mats, pieces of sleeves and strips, liters of loose fill. */
function contentOf(
  rows: ReadonlyMap<string, string>,
  category: CatalogProduct['category'],
): Pick<CatalogFacts, 'contentAmount' | 'contentUnit'> {
  const [area] = numbersIn(rows.get('Area per pack'))
  const [count] = numbersIn(rows.get('Pieces per pack'))
  const [volume] = numbersIn(rows.get('Volume'))
  const format = rows.get('Format')
  if (count !== undefined && (format === 'Sleeve' || format === 'Edge strip')) return { contentAmount: count, contentUnit: 'piece' }
  if (category === 'mat' && area !== undefined) return { contentAmount: area, contentUnit: 'm2' }
  if (category === 'chip' && volume !== undefined) return { contentAmount: Math.round(volume * 1000), contentUnit: 'l' }
  return { contentAmount: '', contentUnit: '' }
}

function warningsOf(category: CatalogProduct['category']): string {
  if (category === 'mat-maker' || category === 'chip-maker') return MACHINE_WARNINGS
  return category === 'mat' || category === 'chip' ? MATERIAL_WARNINGS : BLADE_WARNINGS
}

/** Products that are sold two by two. */
const PAIRS = ['kiln-row-surplus-chips']

/** Returns the facts of a product of the first catalog; `number` counts the products from 1. */
export function factsOf(product: Specified, number: number): CatalogFacts {
  const rows = new Map(product.specifications)
  const business = businesses.find(({ name }) => name === product.business)
  if (!business) throw new Error(`No business ${product.business}`)
  const [net = 1] = numbersIn(rows.get('Weight') ?? rows.get('Pack weight'))
  const isMaterial = rows.has('Format') && rows.has('Pack weight')
  const packing = product.shippingClass === 'freight' && !isMaterial ? Math.max(12, net * 0.09) : 0.3 + net * 0.04
  const isMachine = product.category === 'mat-maker' || product.category === 'chip-maker'
  const { address, postalCode, city, country, email, countryCode } = business
  return {
    sku: `${PREFIXES[product.business] ?? 'RF'}-${1000 + number}`,
    mpn: product.slug.toUpperCase(),
    brand: product.business,
    gtin: gtinOf(number),
    weightKg: PACKED[product.slug]?.[0] ?? Math.round((net + packing) * 10) / 10,
    packageMm: PACKED[product.slug]?.[1] ?? sizeOf(rows, product, net).join('x'),
    storagePlace: `${'ABCD'[number % 4]}-${String((number % 12) + 1).padStart(2, '0')}-${(number % 5) + 1}`,
    hsCode: hsCodeOf(product),
    originCountry: countryCode,
    saleUnit: unitOf(product, isMaterial ? rows.get('Format') : undefined),
    ...contentOf(rows, product.category),
    ...(PAIRS.includes(product.slug) ? { minQuantity: 2, quantityStep: 2 } : { minQuantity: 1, quantityStep: 1 }),
    taxClass: 'standard',
    warrantyMonths: rows.get('Warranty')?.startsWith('24 months') ? 24 : '',
    warrantyText: isMachine
      ? 'The maker repairs or replaces, free of charge, every part that fails because of a fault in material or make. Blades, belts and other wearing parts are excluded. Report a fault with the serial number and a photo.'
      : '',
    safetyManufacturer: OTHER_MAKERS[product.slug] ?? [product.business, `${address}, ${postalCode} ${city}, ${country}`, email].join('\n'),
    safetyResponsible: EU.includes(countryCode) ? '' : RESPONSIBLE,
    safetyWarnings: warningsOf(product.category),
  }
}
