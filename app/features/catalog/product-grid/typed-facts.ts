import { withValue } from '#app/features/catalog/product-form/fact-values.ts'
import { textOf } from '#app/lib/form-text.ts'
import { getShop } from '#app/lib/shop.ts'
import type { FactsChange } from '#contract/catalog/product-edits.ts'
import { readImpactModel } from '#domain/impact.ts'
import { readLadderText } from '#domain/ladder-text.ts'
import { readFacts } from '#domain/product-facts.ts'
import { PRODUCT_FIELDS, SHARED_KEYS, type SharedKey } from '#domain/product-fields.ts'

const isRemovable = (key: SharedKey) => !('empty' in PRODUCT_FIELDS[key]) && PRODUCT_FIELDS[key].kind !== 'flag'

/** Facts that a product can do without. The others have a choice or a number for it. */
export const REMOVABLE: Partial<Record<keyof FactsChange, string>> = {
  ...Object.fromEntries(SHARED_KEYS.filter(isRemovable).map((key) => [key, PRODUCT_FIELDS[key].label])),
  impactModel: 'Calculator figures',
}

/** Name of the boxes for facts to remove. */
export const REMOVE = 'remove'

/** Texts that are not null where there is none. */
const TERMS: readonly string[] = SHARED_KEYS.filter((key) => PRODUCT_FIELDS[key].kind === 'terms')
const SHARES = ['impactModel.efficiency', 'impactModel.materialReduction']

function valueOf(name: string, text: string) {
  if (name === 'ladder') return readLadderText(text)
  return SHARES.includes(name) ? String(Number((Number(text) / 100).toFixed(8))) : text
}

/**
 * Reads the dialog's fields: those that are filled in, facts to remove, and what is wrong by field. A name with dots is a part of one fact.
 */
export function readTypedFacts(fields: FormData): { change: FactsChange; errors: Readonly<Record<string, string>> } {
  const filled = [...fields.keys()].filter((name) => name !== REMOVE && textOf(fields, name).trim() !== '')
  let change: FactsChange = {}
  for (const name of filled) change = withValue(change, name.split('.'), valueOf(name, textOf(fields, name).trim()))
  const errors = readFacts(change, getShop().timeZone).errors.map(({ field, message }) => [
    field.startsWith('ladder.') ? 'ladder' : field,
    message,
  ])
  const model = readImpactModel(change.impactModel ?? {})
  if ('errors' in model) errors.push(...model.errors.map(({ figure, message }) => [`impactModel.${figure}`, message]))
  for (const fact of fields.getAll(REMOVE).map(String)) {
    const name = filled.find((field) => field.split('.')[0] === fact)
    if (name) errors.push([name, 'Leave this field empty to remove the value.'])
    else change = { ...change, [fact]: TERMS.includes(fact) ? '' : null }
  }
  return { change, errors: Object.fromEntries(errors) }
}
