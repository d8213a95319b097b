import { isDrawing } from './picture.ts'
import type { ProductFacts } from './product-facts.ts'
import { type ColumnsOf, columnsOf, NEEDED_KEYS, type NeededKey, PRODUCT_FIELDS } from './product-fields.ts'
import { type SafetyGap, safetyGap } from './product-safety.ts'

/** Names of facts in links and saved views, where they differ. */
const NAMES = { originCountry: 'origin' } as const
type NameOf<Key extends NeededKey> = Key extends keyof typeof NAMES ? (typeof NAMES)[Key] : Key
/** Needs beside single facts: they decide where a product can be sold, too. */
export const FURTHER_NEEDS = ['safety', 'specifications', 'pictureText'] as const
export type FurtherNeed = (typeof FURTHER_NEEDS)[number]
/** A fact, or what else decides where a product can be sold, as calls name it. */
export type ReadinessKey = NameOf<NeededKey> | FurtherNeed

/** Facts that a product needs, by the name of their row in the list. */
export const NEEDED_FACTS: ReadonlyMap<ReadinessKey, NeededKey> = new Map(
  NEEDED_KEYS.map((key): [ReadinessKey, NeededKey] => [key === 'originCountry' ? NAMES[key] : key, key]),
)

/** All of these, in the order of the list. */
export const READINESS_KEYS: readonly ReadinessKey[] = [...NEEDED_FACTS.keys(), ...FURTHER_NEEDS]

/** One of these: whether the product has it, and what to do or what is there. */
type Readiness = { key: ReadinessKey; ok: boolean; text: string }

/** Texts about the facts that product safety needs; without them a product is not offered to consumers in the European Union. */
const SAFETY_NEEDS: Readonly<Record<SafetyGap, string>> = {
  maker: "Add the maker's name, postal address and email.",
  responsible: "Add a responsible person in the European Union, because the maker's address doesn't end with one of its countries.",
  type: 'Add the MPN or the SKU.',
}

type Rated = Pick<ProductFacts, 'sku' | 'mpn' | 'safety' | ColumnsOf<NeededKey>> & {
  specifications: readonly unknown[]
  /** Labels of the specifications that its category requires and it lacks. */
  missingAttributes: readonly string[]
  /** Its category has specifications, and it has a value of none. */
  lacksTyped: boolean
  images: readonly { url: string; alt: string }[]
  /** True if its business has a postal address: it is the maker's contact where the product names none. */
  hasBusinessAddress: boolean
  isBusinessInEu: boolean
}

/** Says of each fact whether the product has it. A drawing of the shop describes itself. None of them is needed to save a product. */
export function readinessOf(product: Rated): Readiness[] {
  const gap = safetyGap(product)
  const facts = [...NEEDED_FACTS].map(([key, field]): Readiness => {
    const ok = columnsOf([field]).every((column) => product[column] !== null)
    return { key, ok, text: PRODUCT_FIELDS[field][ok ? 'label' : 'needs'] }
  })
  const { missingAttributes, lacksTyped, specifications, images } = product
  const isDescribed = images.every(({ url, alt }) => isDrawing(url) || alt.trim() !== '')
  let lacking = specifications.length === 0 ? 'Add at least one specification.' : null
  if (lacksTyped) lacking = 'Fill in at least one specification of its category.'
  if (missingAttributes.length > 0) lacking = `Add these specifications: ${missingAttributes.join(', ')}.`
  return [
    ...facts,
    { key: 'safety', ok: gap === null, text: gap === null ? PRODUCT_FIELDS.safety.label : SAFETY_NEEDS[gap] },
    { key: 'specifications', ok: lacking === null, text: lacking ?? 'Specifications' },
    { key: 'pictureText', ok: isDescribed, text: isDescribed ? 'Alt text of each picture' : 'Add an alt text to each picture.' },
  ]
}
