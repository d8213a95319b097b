import * as z from 'zod/mini'
import { Id, IdParams, pageFields, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { Amount } from '#contract/money.ts'
import { UploadedImage } from '#contract/platform/uploads.ts'
import { CURRENCIES } from '#domain/money.ts'
import { MAX_RETURN_PHOTOS, RETURN_REASONS, RETURN_STATUSES } from '#domain/return-request.ts'

const staff = ['application_admin', 'super_admin'] as const
const seller = ['business_admin'] as const

/** Goods on their way back to one seller, with what they are worth in the order's currency. */
export const Return = z.object({
  id: z.string(),
  number: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  businessId: z.string(),
  businessName: z.string(),
  customer: z.object({ name: z.string(), email: z.string() }),
  status: z.enum(RETURN_STATUSES),
  reason: z.enum(RETURN_REASONS),
  note: z.string(),
  photos: z.array(z.string()),
  /** What the seller answered last. */
  answer: z.nullable(z.string()),
  lines: z.array(
    z.object({
      productId: z.string(),
      slug: z.string(),
      name: z.string(),
      image: z.string(),
      quantity: z.int(),
      amount: Amount,
      isRestocked: z.boolean(),
    }),
  ),
  currency: z.enum(CURRENCIES),
  /** What the goods are worth: their price after discount, with their tax. */
  amount: Amount,
  /** What was sent back for them; null before, and where it was taken off what is owed. */
  refundedAmount: z.nullable(Amount),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The moves that the caller may make now. */
  nextStatuses: z.array(z.enum(RETURN_STATUSES)),
  version: z.int(),
})
export type Return = z.output<typeof Return>

export const ReturnBody = z.object({
  businessId: Id,
  lines: z.array(z.object({ productId: Id, quantity: z.int().check(z.gte(1)) })).check(z.minLength(1), z.maxLength(500)),
  reason: z.enum(RETURN_REASONS),
  note: z._default(text(1000), ''),
  /** Addresses that `returns.photos` answered to the same user. */
  photos: z._default(z.array(text(200)).check(z.maxLength(MAX_RETURN_PHOTOS)), []),
})
export type ReturnBody = z.output<typeof ReturnBody>

export const MoveReturnBody = z.object({
  status: z.enum(RETURN_STATUSES),
  /** What the customer reads; needed to decline. */
  answer: z.optional(text(1000)),
  /** Puts the pieces back into stock, once they are here. */
  restock: z.optional(z.boolean()),
  version: z.optional(z.int()),
})
export type MoveReturnBody = z.output<typeof MoveReturnBody>

const listFields = {
  ...pageFields,
  status: z.optional(z.enum(RETURN_STATUSES)),
  sort: z.optional(z.enum(['createdAt', '-createdAt'])),
}
const SellerReturnQuery = z.object(listFields)
const StaffReturnQuery = z.object({ ...listFields, businessId: z.optional(Id) })

const listOfSeller = endpoint({
  method: 'GET',
  path: '/api/business/returns',
  access: seller,
  summary: "Returns to the caller's own business, newest first; a search reads their number and the customer.",
  query: SellerReturnQuery,
  response: z.array(Return),
  list: true,
})

const listAll = endpoint({
  method: 'GET',
  path: '/api/admin/returns',
  access: staff,
  summary: 'All returns, newest first; a search reads their number and the customer.',
  query: StaffReturnQuery,
  response: z.array(Return),
  list: true,
})

export const returns = {
  photos: endpoint({
    method: 'POST',
    path: '/api/returns/photos',
    access: 'signedIn',
    summary: 'Keeps up to three `images` of goods that are to go back, drawn anew.',
    body: z.object({}),
    response: z.array(UploadedImage),
    files: { images: MAX_RETURN_PHOTOS },
    status: 201,
  }),
  request: endpoint({
    method: 'POST',
    path: '/api/orders/:id/returns',
    access: 'signedIn',
    summary: "Asks to send delivered goods of one seller back, within their window: the order's customer.",
    params: IdParams,
    body: ReturnBody,
    response: Return,
    status: 201,
    idempotent: true,
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/api/returns',
    access: 'signedIn',
    summary: "The caller's own returns, newest first.",
    query: z.object({ ...listFields, orderId: z.optional(Id) }),
    response: z.array(Return),
    list: true,
  }),
  listOfSeller,
  exportOfSeller: exportOf(listOfSeller, 'The same returns as one file.', { stepUp: true }),
  moveAsSeller: endpoint({
    method: 'PATCH',
    path: '/api/business/returns/:id',
    invalidates: true,
    access: seller,
    summary: 'Approves, receives, refunds or declines a return to the own business; pieces that came may go back into stock.',
    params: IdParams,
    body: MoveReturnBody,
    response: Return,
  }),
  listAll,
  exportAll: exportOf(listAll, 'The same returns as one file.', { stepUp: true }),
  move: endpoint({
    method: 'PATCH',
    path: '/api/admin/returns/:id',
    invalidates: true,
    access: staff,
    summary: 'Approves, receives, refunds or declines a return for its seller.',
    params: IdParams,
    body: MoveReturnBody,
    response: Return,
  }),
}
