import type { FieldError } from '#contract/errors.ts'
import type { TaxRule, TaxRuleBody } from '#contract/pricing/tax.ts'
import { plainPostalCode } from '#domain/postal-code.ts'
import { addDays } from '#domain/time.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/failure.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { readToday } from '#server/platform/settings/setting-groups.ts'
import { placeErrors, placeName } from './check-place.ts'
import { deleteRule, hadRate, insertRule, lockRule, type RuleRow, type RuleValues, storeRule } from './rule-list.ts'

/** A request that changes the rules of taxes. */
export interface TaxWrite {
  actor: Actor
  requestId: string
}

const SCALE = 10_000

/** Presents a rate on a day. */
export function presentRule({ rate, createdAt: _createdAt, ...rule }: RuleRow, today: string): TaxRule {
  return { ...rule, percent: rate / SCALE, isFixed: rule.validFrom <= today }
}

function postcodeErrors({ country, postcodeFrom, postcodeTo }: TaxRuleBody): FieldError[] {
  const [from, to] = [postcodeFrom ?? '', postcodeTo ?? '']
  if ((from === '') !== (to === '')) {
    return [{ field: from === '' ? 'postcodeFrom' : 'postcodeTo', message: 'Please enter both ends of the range, or leave both empty.' }]
  }
  const isBackward = plainPostalCode(to, country).padEnd(12, 'Z') < plainPostalCode(from, country).padEnd(12, '0')
  return from !== '' && isBackward ? [{ field: 'postcodeTo', message: "The last postal code can't be before the first." }] : []
}

/** Returns the values of a form. Refuses one that is wrong. */
function valuesOf({ percent, version: _version, ...form }: TaxRuleBody): RuleValues {
  const errors = [...placeErrors(form), ...postcodeErrors({ ...form, percent })]
  if (errors.length > 0) refuse('invalid_input', { errors })
  const { country } = form
  const codeOf = (code: string | null) => (code ? plainPostalCode(code, country) : null)
  return { ...form, rate: Math.round(percent * SCALE), postcodeFrom: codeOf(form.postcodeFrom), postcodeTo: codeOf(form.postcodeTo) }
}

function refuseOverlap(error: unknown, values: RuleValues): never {
  if (violatedConstraint(error) === 'tax_rules_overlap') {
    const facts = { place: placeName(values) }
    const message = `There is already a rate for ${facts.place} at this time.`
    refuse('rate_overlap', { facts, errors: [{ field: 'validFrom', message }] })
  }
  throw error
}

const auditedRule = ({ rate, ...values }: RuleValues) => ({ ...values, percent: rate / SCALE })
const valuesIn = ({ id: _id, createdAt: _createdAt, version: _version, ...values }: RuleRow): RuleValues => values

/** Adds a rate; in the past only where none was in force. Refuses `rates_in_force`, `rate_overlap`. */
export async function addRule({ db, now }: Deps, { actor, requestId }: TaxWrite, body: TaxRuleBody): Promise<TaxRule> {
  const values = valuesOf(body)
  return inTransaction(db, async (tx) => {
    await takeLock(tx, 'tax-rules')
    const today = await readToday(tx, now())
    if (values.validFrom < today && (await hadRate(tx, values, today))) refuse('rates_in_force')
    const row = await insertRule(tx, values, now()).catch((error) => refuseOverlap(error, values))
    const audit = { actor, action: 'tax-rule.create', targetType: 'tax-rule', targetId: row.id, after: auditedRule(values), requestId }
    await recordAudit(tx, audit)
    return presentRule(row, today)
  })
}

/** Refuses to change what was in force: only the last day may, and not to one that is over. */
function requireFuture(before: RuleRow, values: RuleValues, today: string): void {
  if (before.validFrom > today) {
    if (values.validFrom < today) refuse('rates_in_force')
    return
  }
  const { validTo: _end, ...kept } = valuesIn(before)
  const isSame = Object.entries(kept).every(([name, value]) => values[name as keyof typeof kept] === value) // names of the same type
  const isOver = before.validTo !== null && before.validTo < today
  const endsLater = values.validTo === null || values.validTo >= addDays(today, -1)
  if (!isSame || (values.validTo !== before.validTo && (isOver || !endsLater))) refuse('rates_in_force')
}

/** Changes a rate; of one that was in force only its last day. Refuses `not_found`, `edit_conflict`, `rates_in_force`, `rate_overlap`. */
export async function changeRule({ db, now }: Deps, { actor, requestId }: TaxWrite, id: string, body: TaxRuleBody): Promise<TaxRule> {
  return inTransaction(db, async (tx) => {
    await takeLock(tx, 'tax-rules')
    const today = await readToday(tx, now())
    const before = found(await lockRule(tx, id))
    if (body.version !== undefined && body.version !== before.version) refuseStale(['tax-rule', id], presentRule(before, today))
    const values = valuesOf(body)
    requireFuture(before, values, today)
    const row = await storeRule(tx, id, values).catch((error) => refuseOverlap(error, values))
    const audit = { actor, action: 'tax-rule.change', targetType: 'tax-rule', targetId: id, requestId }
    await recordAudit(tx, { ...audit, before: auditedRule(valuesIn(before)), after: auditedRule(values) })
    return presentRule(row, today)
  })
}

/** Deletes a rate that was never in force. Refuses `not_found`, `rates_in_force`. */
export async function removeRule({ db, now }: Deps, { actor, requestId }: TaxWrite, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = found(await lockRule(tx, id))
    if (before.validFrom <= (await readToday(tx, now()))) refuse('rates_in_force')
    await deleteRule(tx, id)
    const audit = { actor, action: 'tax-rule.delete', targetType: 'tax-rule', targetId: id, requestId }
    await recordAudit(tx, { ...audit, before: auditedRule(valuesIn(before)) })
  })
}
