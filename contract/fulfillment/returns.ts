import * as z from 'zod/mini'
import { Id, IdParams, identifier, pageFields, requiredText, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { Amount, Money } from '#contract/money.ts'
import { UploadedImage } from '#contract/platform/uploads.ts'
import { CURRENCIES } from '#domain/money.ts'
import { MAX_RETURN_PHOTOS, RETURN_CAUSES, RETURN_REASONS, RETURN_STATUSES, RETURN_WISHES } from '#domain/return-request.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const seller = ['business_admin'] as const

/** Return of items to one seller, with their worth in the order's currency. */
export const Return = z.object({
  id: z.string(),
  number: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  businessId: z.string(),
  businessName: z.string(),
  customer: z.object({ name: z.string(), email: z.string() }),
  status: z.enum(RETURN_STATUSES),
  reason: z.enum(RETURN_CAUSES),
  /** Wish of the customer. */
  wish: z.enum(RETURN_WISHES),
  note: z.string(),
  photos: z.array(z.string()),
  /** Latest answer of the seller. */
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
  /** Worth of the items: their price after discount, with their tax. */
  amount: Amount,
  /** Amount that was refunded for them; null before, and when it was deducted from what is owed. */
  refundedAmount: z.nullable(Amount),
  /** Order of the products that are sent in exchange, and what of the return paid for it; null where nothing was exchanged. */
  exchange: z.nullable(z.object({ orderId: z.string(), orderNumber: z.string(), credit: Amount })),
  /** The withdrawal from the contract that it follows from, and the time by which its money is due; null for a voluntary return. */
  withdrawal: z.nullable(z.object({ number: z.string(), dueAt: z.string() })),
  /** Value that withdrawn products have lost, as staff deduct it; null for none. */
  deduction: z.nullable(z.object({ amount: Amount, reason: z.string() })),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The moves that the caller may make now. */
  nextStatuses: z.array(z.enum(RETURN_STATUSES)),
  version: z.int(),
})
export type Return = z.output<typeof Return>

/** Units of one seller's part of an order that the customer wants to send back. */
export const ReturnBody = z.object({
  businessId: Id,
  lines: z.array(z.object({ productId: Id, quantity: z.int().check(z.gte(1)) })).check(z.minLength(1), z.maxLength(500)),
  reason: z.enum(RETURN_REASONS),
  wish: z._default(z.enum(RETURN_WISHES), 'refund'),
  note: z._default(text(1000), ''),
  /** Addresses that `returns.photos` answered to the same user. */
  photos: z._default(z.array(identifier(200)).check(z.maxLength(MAX_RETURN_PHOTOS)), []),
})
export type ReturnBody = z.output<typeof ReturnBody>

/** The next status of a return, with what it needs. */
export const MoveReturnBody = z.object({
  status: z.enum(RETURN_STATUSES),
  /** Shown to the customer; needed to decline. */
  answer: z.optional(text(1000)),
  /** Restocks the units, once they have arrived. */
  restock: z.optional(z.boolean()),
  /** Of staff, for the refund of a withdrawal: lost value of the products, at most their price, and why. */
  deduction: z.optional(z.object({ amount: Money, reason: requiredText(500, 'Please enter the reason for the loss in value') })),
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
  token: 'read',
  summary: "Returns to the caller's own business, newest first; a search reads their number and the customer.",
  query: SellerReturnQuery,
  response: z.array(Return),
  list: true,
})

const listAll = endpoint({
  method: 'GET',
  path: '/api/admin/returns',
  access: STAFF_ROLES,
  token: 'read',
  permission: 'orders.read',
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
    summary: 'Stores up to three `images` for a return, re-encoded.',
    body: z.object({}),
    response: z.array(UploadedImage),
    files: { images: MAX_RETURN_PHOTOS },
    status: 201,
  }),
  photo: endpoint({
    method: 'GET',
    path: '/api/returns/photos/:file',
    access: 'signedIn',
    summary: 'A photo for a return, for the user who uploaded it, the seller of its return, and staff.',
    params: z.object({ file: z.string().check(z.regex(/^[\w-]{10,64}\.webp$/)) }),
    response: z.string(),
    produces: ['image/webp'],
  }),
  request: endpoint({
    method: 'POST',
    path: '/api/orders/:id/returns',
    access: 'signedIn',
    token: 'orders',
    summary: "Requests the return of delivered items of one seller within their return window, for the order's customer.",
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
    token: 'read',
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
    token: 'orders',
    money: 'onceItMoves',
    summary: "Approves, receives, refunds or declines a return to the caller's business; units that arrived can be restocked.",
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
    access: STAFF_ROLES,
    token: 'orders',
    permission: 'orders.write',
    money: 'onceItMoves',
    summary: 'Approves, receives, refunds or declines a return for its seller.',
    params: IdParams,
    body: MoveReturnBody,
    response: Return,
  }),
}
