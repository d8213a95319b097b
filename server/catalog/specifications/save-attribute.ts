import type { AttributeBody, CategoryAttributesBody, StaffAttribute } from '#contract/catalog/attributes.ts'
import type { FieldError } from '#contract/errors.ts'
import type { Choice } from '#domain/attribute.ts'
import { isSlug, slugify } from '#domain/product.ts'
import { pluralize } from '#domain/text.ts'
import { isSameDimension } from '#domain/units.ts'
import { lockCategory, updateCategory } from '#server/catalog/categories/category-list.ts'
import { changedFields } from '#server/catalog/product-edits/write-product.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/failure.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import {
  type AttributeRow,
  type AttributeValues,
  countChoices,
  countProducts,
  eraseAttribute,
  findKinds,
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
    const known =
      before.find((choice) => choice.value === value) ??
      (value === undefined ? before.find((choice) => choice.label.toLowerCase() === label.toLowerCase()) : undefined)
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

const using = (count: number) => `${pluralize(count, 'product')} ${count === 1 ? 'uses' : 'use'}`

/** Refuses what would take the specification from products, at a field of the form where there is one. */
async function refuseInUse(tx: Db, id: string, field?: 'kind' | 'unit'): Promise<void> {
  const count = await countProducts(tx, id)
  if (count === 0) return
  const message = `${using(count)} this specification, so its ${field === 'kind' ? 'kind' : 'kind of unit'} can't change.`
  refuse('attribute_in_use', { facts: { products: using(count) }, extra: { count }, ...(field && { errors: [{ field, message }] }) })
}

/** Refuses a change that would take values from products: another kind, a unit that measures something else, fewer choices. */
async function refuseLoss(tx: Db, before: AttributeRow, after: AttributeValues): Promise<void> {
  if (after.kind !== before.kind) await refuseInUse(tx, before.id, 'kind')
  if (before.unit !== null && !isSameDimension(before.unit, after.unit)) await refuseInUse(tx, before.id, 'unit')
  const dropped = before.choices.filter(({ value }) => after.choices.every((choice) => choice.value !== value))
  if (dropped.length === 0) return
  const used = await countChoices(
    tx,
    before.id,
    dropped.map(({ value }) => value),
  )
  const lost = dropped.filter(({ value }) => used.has(value))
  if (lost.length === 0) return
  const count = lost.reduce((sum, { value }) => sum + (used.get(value) ?? 0), 0)
  const facts = { products: using(count), choices: lost.map(({ label }) => label).join(', ') }
  const errors = [{ field: 'choices', message: `${facts.products} ${facts.choices}.` }]
  refuse('choice_in_use', { facts, extra: { count }, errors })
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

/**
 * Changes a specification; values of products follow. Refuses `not_found`, `edit_conflict` with the `current` one, and what would take
 * values from products: `attribute_in_use`, `choice_in_use`.
 */
export async function updateAttribute({ db }: Deps, { actor, requestId }: Write, id: string, body: AttributeBody): Promise<StaffAttribute> {
  return inTransaction(db, async (tx) => {
    const before = found(await lockAttribute(tx, id))
    if (body.version !== undefined && body.version !== before.version) refuseStale(['specification', id], await present(tx, id))
    const values = valuesOf(body, before)
    await refuseLoss(tx, before, values)
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

/** The uses of a category as the audit log has them: the keys in their order, and which are required, filters and compared. */
function useFacts(uses: CategoryAttributesBody['attributes'], all: readonly StaffAttribute[]) {
  const keysOf = (list: typeof uses) => list.map(({ id }) => all.find((attribute) => attribute.id === id)?.key ?? id)
  return {
    specifications: keysOf(uses),
    required: keysOf(uses.filter(({ isRequired }) => isRequired)),
    filters: keysOf(uses.filter(({ isFacet }) => isFacet)),
    compared: keysOf(uses.filter(({ isCompared }) => isCompared)),
  }
}

/**
 * Sets the specifications of a category; values of its products follow. Refuses `not_found`, an unknown specification at its place, and
 * `edit_conflict` with the `current` version and uses.
 */
export async function setUses(
  { db }: Deps,
  { actor, requestId }: Write,
  categoryId: string,
  { attributes: uses, version }: CategoryAttributesBody,
): Promise<StaffAttribute[]> {
  return inTransaction(db, async (tx) => {
    const category = found(await lockCategory(tx, categoryId))
    const ids = uses.map(({ id }) => id)
    const kinds = await findKinds(tx, ids)
    const errors = uses.flatMap(({ id, isFacet }, at) => {
      if (isFacet && kinds.get(id) === 'text')
        return [{ field: `attributes.${at}.isFacet`, message: "A specification with free text can't be a filter." }]
      if (!kinds.has(id)) return [{ field: `attributes.${at}`, message: "This specification doesn't exist." }]
      return ids.indexOf(id) < at ? [{ field: `attributes.${at}`, message: 'This specification is listed twice.' }] : []
    })
    if (errors.length > 0) refuse('invalid_input', { errors })
    const before = await listUses(tx, category.id)
    if (version !== undefined && version !== category.version)
      refuseStale(['category', category.id], { version: category.version, attributes: before })
    await storeUses(tx, category.id, uses)
    await updateCategory(tx, category.id, {})
    await retypeCategories(tx, [category.id])
    const all = await listAttributes(tx)
    const changed = changedFields(useFacts(before, all), useFacts(uses, all))
    const audit = { actor, action: 'category.specifications', targetType: 'category', targetId: category.id, requestId }
    if (changed) await recordAudit(tx, { ...audit, ...changed })
    return all
  })
}
