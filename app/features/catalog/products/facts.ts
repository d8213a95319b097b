import { figure } from '#app/lib/format.ts'
import type { Product } from '#contract/catalog/products.ts'
import type { ProductType } from '#domain/product.ts'
import { isStatement, proofsOn, unverified } from '#domain/statement.ts'
import { pluralize } from '#domain/text.ts'
import { inLargerUnits } from '#domain/us-units.ts'

/** One specification on a card or at the top of a page. */
export interface Fact {
  label: string
  value: string
}

/** A name in `specifications`, with a shorter label where there is one. */
type FactName = readonly [name: string, label?: string]

/** The weight of the product itself; with its packaging it has the packed weight. */
const NET_WEIGHT: readonly FactName[] = [['Net weight'], ['Weight', 'Net weight']]

/** The specifications that distinguish products of a category, most important first. */
const FACTS_OF_CATEGORY: Readonly<Record<string, readonly FactName[]>> = {
  'mat-maker': [['Throughput'], ['Supply'], ['Power'], ['Feed width'], ['Dimensions'], ...NET_WEIGHT],
  'chip-maker': [['Throughput'], ['Supply'], ['Power'], ['Feed width'], ['Dimensions'], ...NET_WEIGHT],
  'replacement-parts': [['Fits'], ['Supply'], ['Material'], ['Service life'], ...NET_WEIGHT, ['Dimensions'], ['Length'], ['Diameter']],
  accessories: [['Fits'], ['Supply'], ['Dimensions'], ['Power'], ['Material'], ...NET_WEIGHT, ['Load']],
  mat: [['Sheet size'], ['Roll width'], ['Pieces per pack', 'Pieces'], ['Roll length'], ['Thickness'], ['Pack weight'], ['Volume']],
  chip: [['Box size'], ['Bag size'], ['Volume'], ['Pack weight'], ['Piece size']],
}

/** For categories added later. */
const FACTS_OF_TYPE: Readonly<Record<ProductType, readonly FactName[]>> = {
  machine: [['Throughput'], ['Supply'], ['Power'], ['Fits'], ['Dimensions'], ['Material'], ...NET_WEIGHT],
  material: [['Sheet size'], ['Volume'], ['Pieces per pack', 'Pieces'], ['Pack weight']],
}

/** Maximum number of facts, and of characters in a value, on a card and in a row of a list. */
const CARD = { count: 2, characters: 24 } as const
const ROW = { count: 3, characters: 40 } as const
export const ROW_FACTS = ROW.count

interface Specified {
  baseCategory: string
  type: ProductType
  specifications: Readonly<Record<string, string>>
}

/** Returns the product's `count` most important specifications; fewer when the seller gave fewer. */
export function keyFacts({ baseCategory, type, specifications }: Specified, count: number): Fact[] {
  const given = new Map(Object.keys(specifications).map((name) => [name.trim().toLowerCase(), name]))
  const facts: Fact[] = []
  const add = (label: string, name: string) => {
    const value = specifications[name] ?? ''
    if (facts.length < count && value.trim() !== '') facts.push({ label, value: inLargerUnits(value) })
  }
  for (const [preferred, label = preferred] of FACTS_OF_CATEGORY[baseCategory] ?? FACTS_OF_TYPE[type]) {
    const name = given.get(preferred.toLowerCase())
    if (name === undefined) continue
    given.delete(preferred.toLowerCase())
    add(label, name)
    if (facts.length === count) return facts
  }
  for (const name of given.values()) add(name, name)
  return facts
}

/** Returns the proofs of a product's statements that staff have accepted and that have not ended. */
export const proofsOf = ({ papers }: Pick<Product, 'papers'>, now = new Date()): Product['papers'] =>
  proofsOn(papers, now.toISOString().slice(0, 10))

/**
 * Returns the rows of a product as its page, its data sheet and comparisons show them: typed ones under the name of their specification.
 */
export function shownRows({
  specificationRows,
  attributes,
  papers,
}: Pick<Product, 'specificationRows' | 'attributes' | 'papers'>): Product['specificationRows'] {
  const isProven = proofsOf({ papers }).length > 0
  return specificationRows.map(({ name, value }) => {
    const typed = attributes.find(({ rowName }) => rowName === name.trim().toLowerCase())
    const shown = typed?.number === undefined ? inLargerUnits(value) : typed.display
    return { name: typed?.label ?? name, value: !isProven && isStatement(name, typed?.key) ? unverified(shown) : shown }
  })
}

/** Returns the two first of the facts, shortened for a card: the first of several models is named, the others are counted. */
export const cardFacts = (facts: readonly Fact[]): Fact[] => cut(facts, CARD)

/** As `cardFacts`, for a row of a list, with one more. */
export const rowFacts = (facts: readonly Fact[]): Fact[] => cut(facts, ROW)

function cut(facts: readonly Fact[], { count, characters }: { count: number; characters: number }): Fact[] {
  return facts.slice(0, count).map(({ label, value }) => ({ label, value: shortened(label, value, characters) }))
}

/** Returns a supply without the current of its fuse: "230 V, 50/60 Hz, 1-phase". The frequency is never left out. */
const shortSupply = (value: string) =>
  value
    .replace(/, (?:\d+ A|from the machine)\b/g, '')
    .replace(/\b(single|three)[- ]phase\b/i, (_, phases: string) => (phases.toLowerCase() === 'three' ? '3-phase' : '1-phase'))

function shortened(label: string, given: string, most: number): string {
  const value = label === 'Supply' ? shortSupply(given) : given
  if (value.length <= (label === 'Supply' ? ROW.characters : most)) return value
  const models = value.split(/\s*[,;(]\s*/).filter(Boolean)
  const [first = value] = models
  return label === 'Fits' && models.length > 1 ? `${first} +${figure(models.length - 1)}` : first
}

/** Formats the quantities that may be ordered: "5 units, in steps of 3"; null where every quantity may. */
export function quantityText({ minQuantity, quantityStep }: Pick<Product, 'minQuantity' | 'quantityStep'>): string | null {
  if (minQuantity === 1 && quantityStep === 1) return null
  const steps = quantityStep === 1 ? '' : `, in steps of ${figure(quantityStep)}`
  return `${pluralize(minQuantity, 'unit')}${steps}`
}
