import * as z from 'zod/mini'
import { IdParams, identifier, MAX_INT, Ok, pageFields, requiredIdentifier, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { Amount, Money } from '#contract/money.ts'
import { toMinor } from '#domain/money.ts'
import { PROMO_STATES, PROMO_TYPES } from '#domain/promotion.ts'
import { DEFAULT_TIME_ZONE, readMoment } from '#domain/time.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const PROMO_SORTS = ['-createdAt', 'createdAt', 'code', '-code', 'timesUsed', '-timesUsed', 'endsAt', '-endsAt'] as const

/** A promo code as staff see it; `value` is percent, USD, or 0 for free shipping. A missing limit is null. */
export const PromoCode = z.object({
  id: z.string(),
  code: z.string(),
  type: z.enum(PROMO_TYPES),
  value: Amount,
  /** EUR value of a fixed code; null for others. */
  valueEUR: z.nullable(Amount),
  description: z.string(),
  minimumOrder: z.nullable(Amount),
  minimumOrderEUR: z.nullable(Amount),
  isActive: z.boolean(),
  /** First instant at which it applies. */
  startsAt: z.nullable(z.string()),
  /** First instant at which it no longer applies. */
  endsAt: z.nullable(z.string()),
  usageLimit: z.nullable(z.int()),
  perCustomerLimit: z.nullable(z.int()),
  timesUsed: z.int(),
  /** Advertised to everybody on the cart page. */
  hinted: z.boolean(),
  /** A shipping code that waives freight as well as parcels. */
  includesFreight: z.boolean(),
  /** Current state. */
  state: z.enum(PROMO_STATES),
  createdAt: z.string(),
  version: z.int(),
})
export type PromoCode = z.output<typeof PromoCode>

const Limit = z.int().check(z.refine((value: number) => value >= 1 && value <= MAX_INT, { error: 'Please enter a whole number from 1' }))

/** A moment as ISO 8601; without an offset, or a day alone, in the time zone of the shop. */
const Moment = identifier(40).check(
  z.refine((text: string) => readMoment(text, { isEnd: false, timeZone: DEFAULT_TIME_ZONE }) !== null, {
    error: 'Please enter a date, or a date and a time',
  }),
)

const Code = z.pipe(
  requiredIdentifier(40, 'Please enter a code'),
  z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$/, { error: 'A code has 3 to 40 letters, digits, - or _' }), z.toUpperCase()),
)

const Fields = z.object({
  code: Code,
  type: z.enum(PROMO_TYPES),
  /** Percent (0.01 to 100) or an amount in USD; not needed for free shipping. */
  value: z.optional(z.nullable(Money)),
  /** Omitted: the same number as in USD. */
  valueEUR: z.optional(z.nullable(Money)),
  description: z._default(text(200), ''),
  minimumOrder: z.optional(z.nullable(Money)),
  minimumOrderEUR: z.optional(z.nullable(Money)),
  isActive: z._default(z.boolean(), true),
  /** First moment; of a day its beginning. */
  startsAt: z.optional(z.nullable(Moment)),
  /** First moment at which it is over; of a day its end. */
  endsAt: z.optional(z.nullable(Moment)),
  usageLimit: z.optional(z.nullable(Limit)),
  perCustomerLimit: z.optional(z.nullable(Limit)),
  hinted: z._default(z.boolean(), false),
  /** Only of a shipping code. */
  includesFreight: z._default(z.boolean(), false),
  version: z.optional(z.int()),
})
type Fields = z.output<typeof Fields>

const MAX_CENTS = MAX_INT

const isPercent = ({ type, value }: Fields) => type !== 'percentage' || ((value ?? 0) > 0 && (value ?? 0) <= 100)
const isPrice = (value: number | null | undefined) => (value ?? 0) > 0
const isSmall = (value: number | null | undefined) => (toMinor(value ?? 0) ?? 0) <= MAX_CENTS
const tooLarge = (path: string) => ({ error: 'This amount is too large', path: [path] })

/** A promotion as staff enter it; amounts in units of their currency, percentages above 0 up to 100. */
export const PromoCodeBody = Fields.check(
  z.refine(isPercent, { error: 'Please enter a percentage above 0, up to 100', path: ['value'] }),
  z.refine(({ type, value }: Fields) => type !== 'fixed' || isPrice(value), { error: 'Please enter an amount above 0', path: ['value'] }),
  z.refine(({ type, valueEUR }: Fields) => type !== 'fixed' || (valueEUR ?? null) === null || isPrice(valueEUR), {
    error: 'Please enter an amount above 0',
    path: ['valueEUR'],
  }),
  z.refine(({ value }: Fields) => isSmall(value), tooLarge('value')),
  z.refine(({ valueEUR }: Fields) => isSmall(valueEUR), tooLarge('valueEUR')),
  z.refine(({ minimumOrder }: Fields) => isSmall(minimumOrder), tooLarge('minimumOrder')),
  z.refine(({ minimumOrderEUR }: Fields) => isSmall(minimumOrderEUR), tooLarge('minimumOrderEUR')),
)
export type PromoCodeBody = z.output<typeof PromoCodeBody>
export type PromoCodeInput = z.input<typeof PromoCodeBody>

const list = {
  path: '/api/admin/promo-codes',
  access: STAFF_ROLES,
  permission: 'catalog.read' as const,
  query: z.object({
    ...pageFields,
    type: z.optional(z.enum(PROMO_TYPES)),
    state: z.optional(z.enum(PROMO_STATES)),
    sort: z.optional(z.enum(PROMO_SORTS)),
  }),
}

export const promotions = {
  list: endpoint({
    ...list,
    method: 'GET',
    summary: 'Lists promo codes with their number of uses, newest first; deleted ones with `state=deleted` only.',
    response: z.array(PromoCode),
    list: true,
  }),
  export: exportOf(list, 'Exports the promo codes.'),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/promo-codes/:id',
    access: STAFF_ROLES,
    permission: 'catalog.read',
    summary: 'Returns one promo code.',
    params: IdParams,
    response: PromoCode,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/promo-codes',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Creates a promo code; codes are unique, ignoring case.',
    body: PromoCodeBody,
    response: PromoCode,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/promo-codes/:id',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Changes a promo code. Carts follow at their next request; existing orders do not change.',
    params: IdParams,
    body: PromoCodeBody,
    response: PromoCode,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/promo-codes/:id',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Deletes a promo code. It stops working, its code can be reused, and orders that used it do not change.',
    params: IdParams,
    response: Ok,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/admin/promo-codes/:id/restore',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary:
      'Restores a deleted promo code, unless another one has its code by now. Staff restore what they deleted themselves, super admins everything.',
    params: IdParams,
    response: PromoCode,
  }),
}
