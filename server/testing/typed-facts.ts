import type { ProductBody } from '#contract/catalog/product-edits.ts'
import { eachPlain, type PlainField, type PlainKey } from '#domain/product-fields.ts'

/** Returns a value of a fact's kind that differs from none, as people type it. */
function sampleOf(field: PlainField): string | number | boolean {
  const texts = { code: 'X-1', name: 'Foldline', terms: 'We repair it.', gtin: '4012345678901', hsCode: '480890', country: 'DE' }
  if (field.kind === 'number') return Math.max(field.min ?? 0, Math.min(field.max, 6))
  if (field.kind === 'choice') return Object.keys(field.choices).at(-1) ?? ''
  return field.kind === 'flag' ? true : texts[field.kind]
}

/** A value of each fact of one column, as a form sends it. */
export const TYPED_FACTS = eachPlain<Required<Pick<ProductBody, PlainKey>>>(sampleOf)
