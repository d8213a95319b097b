import { isDrawing } from './picture.ts'
import type { ProductFacts } from './product-facts.ts'
import { type SafetyGap, safetyGap } from './product-safety.ts'

/** Facts that decide where a product can be sold, in the order of the list. */
export const READINESS_KEYS = ['weight', 'package', 'hsCode', 'origin', 'safety', 'specifications', 'pictureText'] as const
export type ReadinessKey = (typeof READINESS_KEYS)[number]

/** One of these facts: whether the product has it, and what to do or what is there. */
type Readiness = { key: ReadinessKey; ok: boolean; text: string }

const TEXTS: Readonly<Record<ReadinessKey, { has: string; needs: string }>> = {
  weight: { has: 'Packed weight', needs: 'Add the packed weight.' },
  package: { has: 'Packed size', needs: 'Add length, width and height of the package.' },
  hsCode: { has: 'HS code', needs: 'Add the HS code.' },
  origin: { has: 'Country of origin', needs: 'Choose the country of origin.' },
  safety: { has: 'Product safety', needs: '' }, // says what is missing, below
  specifications: { has: 'Specifications', needs: 'Add at least one specification.' },
  pictureText: { has: 'Alt text of each picture', needs: 'Add an alt text to each picture.' },
}

/** Texts about the facts that product safety needs; without them a product is not offered to consumers in the European Union. */
const SAFETY_NEEDS: Readonly<Record<SafetyGap, string>> = {
  maker: "Add the maker's name, postal address and email.",
  responsible: "Add a responsible person in the European Union, because the maker's address doesn't end with one of its countries.",
  type: 'Add the MPN or the SKU.',
}

type Rated = Pick<ProductFacts, 'sku' | 'mpn' | 'weightGrams' | 'packageLengthMm' | 'hsCode' | 'originCountry' | 'safety'> & {
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
  const has: Readonly<Record<ReadinessKey, boolean>> = {
    weight: product.weightGrams !== null,
    package: product.packageLengthMm !== null,
    hsCode: product.hsCode !== null,
    origin: product.originCountry !== null,
    safety: gap === null,
    specifications: product.specifications.length > 0 && product.missingAttributes.length === 0 && !product.lacksTyped,
    pictureText: product.images.every(({ url, alt }) => isDrawing(url) || alt.trim() !== ''),
  }
  const needs = (key: ReadinessKey) => {
    if (key === 'safety' && gap !== null) return SAFETY_NEEDS[gap]
    if (key !== 'specifications' || !(product.missingAttributes.length > 0 || product.lacksTyped)) return TEXTS[key].needs
    const { missingAttributes } = product
    return missingAttributes.length > 0
      ? `Add these specifications: ${missingAttributes.join(', ')}.`
      : 'Fill in at least one specification of its category.'
  }
  return READINESS_KEYS.map((key) => ({ key, ok: has[key], text: has[key] ? TEXTS[key].has : needs(key) }))
}
