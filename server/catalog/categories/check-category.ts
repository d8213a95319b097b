import type { CategoryBody } from '#contract/catalog/categories.ts'
import { isSlug } from '#domain/product.ts'
import { isUuid } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/failure.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { findFormerOwner } from './category-list.ts'

/** Refuses a taken value at its field. */
function refuseTaken(): never {
  const message = 'A category with this value already exists'
  return refuse('category_taken', { errors: [{ field: 'value', message }] })
}

/** Turns a unique violation into the refusal of a taken value; rethrows other errors. */
export function refuseIfTaken(error: unknown): never {
  if (violatedConstraint(error) === 'categories_value_unique') refuseTaken()
  throw error
}

/** Returns a form's trimmed value and label. Refuses when one is missing, or when the value is no slug or looks like an id (B224, B225). */
export function checkNames({ value = '', label = '' }: CategoryBody): { value: string; label: string } {
  const missing = Object.entries({ value, label }).filter(([, text]) => text === '')
  if (missing.length > 0) {
    refuse('category_incomplete', { errors: missing.map(([field]) => ({ field, message: 'Please fill in this field' })) })
  }
  if (!isSlug(value)) {
    refuseField('value', 'Use lowercase letters a-z, digits and single hyphens, at most 80 characters, such as mat-maker.')
  }
  if (isUuid(value)) refuseField('value', "The value can't look like an id.")
  return { value, label }
}

/** Refuses a value that redirects to another category. */
export async function refuseReserved(tx: Db, value: string, ownId: string | null): Promise<void> {
  const owner = await findFormerOwner(tx, value)
  if (!owner || owner.id === ownId) return
  const facts = { label: owner.label }
  refuse('category_value_reserved', {
    facts,
    errors: [{ field: 'value', message: `${owner.label} used this value before, and old links still do` }],
  })
}
