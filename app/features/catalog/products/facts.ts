import type { ProductType } from '#domain/product.ts'

/** One line of a specification as a card or the head of a page shows it. */
interface Fact {
  label: string
  value: string
}

/** A name in `specifications`, and a shorter label for it where there is one. */
type FactName = readonly [name: string, label?: string]

/** What tells goods of a category apart, most telling first. */
const FACTS_OF_CATEGORY: Readonly<Record<string, readonly FactName[]>> = {
  'mat-maker': [['Throughput'], ['Power'], ['Feed width'], ['Dimensions'], ['Weight']],
  'chip-maker': [['Throughput'], ['Power'], ['Feed width'], ['Dimensions'], ['Weight']],
  'replacement-parts': [['Fits'], ['Material'], ['Service life'], ['Weight'], ['Dimensions'], ['Length'], ['Diameter']],
  accessories: [['Fits'], ['Dimensions'], ['Power'], ['Material'], ['Weight'], ['Load']],
  mat: [['Sheet size'], ['Roll width'], ['Pieces per pack', 'Pieces'], ['Roll length'], ['Thickness'], ['Pack weight'], ['Volume']],
  chip: [['Box size'], ['Bag size'], ['Volume'], ['Pack weight'], ['Piece size']],
}

/** For categories that the platform added later. */
const FACTS_OF_TYPE: Readonly<Record<ProductType, readonly FactName[]>> = {
  machine: [['Throughput'], ['Power'], ['Fits'], ['Dimensions'], ['Material'], ['Weight']],
  material: [['Sheet size'], ['Volume'], ['Pieces per pack', 'Pieces'], ['Pack weight']],
}

/** On a card, and on one line of a list, there is room for this many facts and for this many characters of a value. */
const CARD = { facts: 2, characters: 24 } as const
const ROW = { facts: 3, characters: 40 } as const

interface Specified {
  baseCategory: string
  type: ProductType
  specifications: Readonly<Record<string, string>>
}

/** The `count` most telling lines of the product's specifications; fewer when the seller gave fewer. */
export function keyFacts({ baseCategory, type, specifications }: Specified, count: number): Fact[] {
  const given = new Map(Object.entries(specifications).map(([name, value]) => [name.trim().toLowerCase(), { label: name, value }]))
  const preferred = (FACTS_OF_CATEGORY[baseCategory] ?? FACTS_OF_TYPE[type]).flatMap(([name, label = name]) => {
    const fact = given.get(name.toLowerCase())
    given.delete(name.toLowerCase())
    return fact ? [{ label, value: fact.value }] : []
  })
  return [...preferred, ...given.values()].filter(({ value }) => value.trim() !== '').slice(0, count)
}

/** Two facts, cut to what fits on a card: the first of several models is named, the others are counted. */
export function cardFacts(product: Specified): Fact[] {
  return cut(product, CARD)
}

/** The same for one line of a list. */
export function rowFacts(product: Specified): Fact[] {
  return cut(product, ROW)
}

function cut(product: Specified, { facts, characters }: { facts: number; characters: number }): Fact[] {
  return keyFacts(product, facts).map(({ label, value }) => ({ label, value: shortened(label, value, characters) }))
}

function shortened(label: string, value: string, most: number): string {
  if (value.length <= most) return value
  const parts = value.split(/\s*[,;(]\s*/).filter(Boolean)
  const [first = value] = parts
  return label === 'Fits' && parts.length > 1 ? `${first} +${parts.length - 1}` : first
}
