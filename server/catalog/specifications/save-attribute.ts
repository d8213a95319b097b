import type { AttributeBody, CategoryAttributesBody, StaffAttribute } from '#contract/catalog/attributes.ts'
import type { FieldError } from '#contract/errors.ts'
import type { Choice } from '#domain/attribute.ts'
import { isSlug, slugify } from '#domain/product.ts'
import { pluralize } from '#domain/text.ts'
import { lockCategory } from '#server/catalog/categories/category-list.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/failure.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import {
  type AttributeRow,
  type AttributeValues,
  countProducts,
  eraseAttribute,
  findAttributes,
  insertAttribute,
  listAttributes,
  listUsers,
  listUses,
  lockAttribute,
  retypeCategories,
  storeAttribute,
  storeUses,
} from './attribute-list.ts'

/** A request that changes specifications. */
interface Write {
  actor: Actor
  requestId: string
}

const MISSING = 'Please fill in this field'

/** Returns the choices with their values; one that is kept keeps its value and the texts that mean it. */
function choicesOf(given: AttributeBody['choices'], before: readonly Choice[], errors: FieldError[]): Choice[] {
  const seen = new Set<string>()
  return given.flatMap(({ value, label }, at) => {
    if (label === '') return []
    const known = before.find((choice) => choice.value === value)
    const own = known?.value ?? slugify(label)
    if (own === '') errors.push({ field: `choices.${at}.label`, message: 'A choice needs letters or digits.' })
    else if (seen.has(own)) errors.push({ field: `choices.${at}.label`, message: `${label} is listed twice` })
    seen.add(own)
    const names = [...new Set([...(known?.names ?? []), ...(known && known.label !== label ? [known.label.toLowerCase()] : [])])]
    return [{ value: own, label, ...(names.length > 0 && { names }) }]
  })
}

/** Returns the values of a form. Refuses one that lacks something. */
function valuesOf(body: AttributeBody, before: AttributeRow | null): AttributeValues {
  const errors: FieldError[] = []
  const { label, kind } = body
  if (label === '') errors.push({ field: 'label', message: MISSING })
  const key = before?.key ?? (body.key || slugify(label))
  if (label !== '' && !isSlug(key))
    errors.push({ field: 'key', message: 'A key has letters a-z, digits and single hyphens between them, at most 80 characters.' })
  const choices = kind === 'choice' ? choicesOf(body.choices, before?.choices ?? [], errors) : []
  if (kind === 'choice' && choices.length === 0 && errors.length === 0)
    errors.push({ field: 'choices', message: 'Enter at least one choice.' })
  if (errors.length > 0) refuse('invalid_input', { errors })
  const isNumber = kind === 'number'
  const names = [...new Set([label.toLowerCase(), ...(before?.names ?? [])])]
  return { key, label, kind, unit: isNumber ? body.unit : null, decimals: isNumber ? body.decimals : 0, choices, names }
}

function refuseIfTaken(error: unknown): never {
  if (violatedConstraint(error) === 'attributes_key_unique')
    refuse('attribute_taken', { errors: [{ field: 'key', message: 'Another specification has this key' }] })
  throw error
}

const factsOf = ({ key, label, kind, unit, decimals, choices }: AttributeValues) => ({
  key,
  label,
  kind,
  unit,
  decimals,
  choices: choices.map((choice) => choice.label),
})

/** Refuses what would take the specification from products. */
async function refuseInUse(tx: Db, id: string): Promise<void> {
  const count = await countProducts(tx, id)
  if (count > 0)
    refuse('attribute_in_use', { facts: { products: `${pluralize(count, 'product')} ${count === 1 ? 'uses' : 'use'}` }, extra: { count } })
}

async function present(tx: Db, id: string): Promise<StaffAttribute> {
  const [attribute] = await listAttributes(tx, id)
  return found(attribute)
}

/** Adds a specification. Refuses `attribute_taken`. */
export async function createAttribute({ db, now }: Deps, { actor, requestId }: Write, body: AttributeBody): Promise<StaffAttribute> {
  const values = valuesOf(body, null)
  return inTransaction(db, async (tx) => {
    const id = await insertAttribute(tx, values, now()).catch(refuseIfTaken)
    await recordAudit(tx, {
      actor,
      action: 'specification.create',
      targetType: 'specification',
      targetId: id,
      after: factsOf(values),
      requestId,
    })
    return present(tx, id)
  })
}

/** Changes a specification; values of products follow. Refuses `not_found`, `edit_conflict` with the `current` one, and `attribute_in_use` for another kind. */
export async function updateAttribute({ db }: Deps, { actor, requestId }: Write, id: string, body: AttributeBody): Promise<StaffAttribute> {
  return inTransaction(db, async (tx) => {
    const before = found(await lockAttribute(tx, id))
    if (body.version !== undefined && body.version !== before.version)
      refuse('edit_conflict', { extra: { current: await present(tx, id) } })
    const values = valuesOf(body, before)
    if (values.kind !== before.kind) await refuseInUse(tx, id)
    await storeAttribute(tx, id, values)
    await retypeCategories(tx, await listUsers(tx, id))
    const audit = { actor, action: 'specification.edit', targetType: 'specification', targetId: id, requestId }
    await recordAudit(tx, { ...audit, before: factsOf(before), after: factsOf(values) })
    return present(tx, id)
  })
}

/** Deletes a specification. Refuses `not_found`, and `attribute_in_use` with the `count` of products that have a value. */
export async function removeAttribute({ db }: Deps, { actor, requestId }: Write, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = found(await lockAttribute(tx, id))
    await refuseInUse(tx, id)
    await eraseAttribute(tx, id)
    await recordAudit(tx, {
      actor,
      action: 'specification.delete',
      targetType: 'specification',
      targetId: id,
      before: factsOf(before),
      requestId,
    })
  })
}

/** Sets the specifications of a category; values of its products follow. Refuses `not_found`, and an unknown specification at its place. */
export async function setUses(
  { db }: Deps,
  { actor, requestId }: Write,
  categoryId: string,
  { attributes: uses }: CategoryAttributesBody,
): Promise<StaffAttribute[]> {
  return inTransaction(db, async (tx) => {
    const category = found(await lockCategory(tx, categoryId))
    const ids = uses.map(({ id }) => id)
    const known = await findAttributes(tx, ids)
    const errors = ids.flatMap((id, at) => {
      if (!known.has(id)) return [{ field: `attributes.${at}`, message: 'This specification does not exist.' }]
      return ids.indexOf(id) < at ? [{ field: `attributes.${at}`, message: 'This specification is listed twice.' }] : []
    })
    if (errors.length > 0) refuse('invalid_input', { errors })
    const before = await listUses(tx, category.id)
    await storeUses(tx, category.id, uses)
    await retypeCategories(tx, [category.id])
    const all = await listAttributes(tx)
    const keysOf = (list: readonly { id: string }[]) => list.map(({ id }) => all.find((attribute) => attribute.id === id)?.key ?? id)
    const audit = { actor, action: 'category.specifications', targetType: 'category', targetId: category.id, requestId }
    await recordAudit(tx, { ...audit, before: { specifications: keysOf(before) }, after: { specifications: keysOf(uses) } })
    return all
  })
}
