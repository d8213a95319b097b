import { count } from '#app/lib/format.ts'
import type { StaffAttribute } from '#contract/catalog/attributes.ts'
import type { AttributeKind } from '#domain/attribute.ts'

/** Kinds of values as staff read them. */
export const KIND_LABELS: Readonly<Record<AttributeKind, string>> = { number: 'Number', choice: 'Choice', text: 'Text' }

/** Says what the values of a specification are: `Number in mm`, `Choice of 3`. */
export function kindText({ kind, unit, choices }: Pick<StaffAttribute, 'kind' | 'unit' | 'choices'>): string {
  if (kind === 'number') return unit ? `Number in ${unit}` : 'Number'
  return kind === 'choice' ? count(choices.length, 'choice') : KIND_LABELS.text
}
