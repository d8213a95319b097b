import { type FieldError, type Problem, statusText } from './errors.ts'

/**
 * The one table of refusals: code, HTTP status and the sentence a person reads. Where the specifications give a text, it is that text to the letter.
 * `{name}` in a sentence is filled from the refusal's facts.
 */
export const REFUSALS = {
  // request
  malformed_json: [400, 'The request body is not valid JSON.'],
  bad_parameter: [400, 'A parameter of this request is not valid.'],
  body_too_deep: [400, 'The request body is nested too deeply or has too many fields.'],
  invalid_input: [422, 'Please check the marked fields.'],
  unsupported_media_type: [415, 'This call takes {expected}.'],
  body_too_large: [413, 'This is too large to be accepted.'],
  method_not_allowed: [405, 'This address does not take {method}.'],
  not_found: [404, 'Not found.'],
  too_many_requests: [429, 'Too many requests. Please try again in {seconds} seconds.'],
  not_ready: [503, 'The shop is not ready yet. Please try again in a moment.'],
  busy: [503, 'The shop is busy. Please try again in a moment.'],
  disk_full: [503, "The shop can't save anything right now. Try again in a few minutes."],
  internal: [500, 'Something went wrong on our side. Please try again. If it happens again, tell us this number: {requestId}'],
  // who
  unauthenticated: [401, 'Please sign in.'],
  session_ended: [401, 'Your session has ended. Please sign in again.'],
  forbidden: [403, "You don't have permission to do this."],
  password_change_required: [403, 'Please choose a new password first.'],
  step_up_required: [403, "Confirm it's you to continue."],
  first_password_expired: [
    403,
    'This first password has expired: it was valid for {hours} hours. Use "Forgot your password?" to set a new one.',
  ],
  invalid_credentials: [401, 'Invalid email or password'],
  account_not_active: [403, 'This account is not active. Contact support for assistance.'],
  email_taken: [409, 'A user with this email already exists'],
  missing_credentials: [422, 'Please enter both email and password'],
  password_too_short: [422, 'Password must be at least {min} characters long'],
  password_too_long: [422, 'Password must be at most {max} characters long'],
  password_common: [422, 'This password is too common. Please choose another one.'],
  password_unchanged: [422, 'Please choose a password that differs from your current one'],
  wrong_password: [422, 'This is not your current password'],
  email_verified: [409, 'Your email address is already confirmed.'],
  last_super_admin: [409, 'You are the last super admin. Make somebody else one before you delete your account.'],
  super_admin_protected: [403, 'Only a super admin may change the account of a super admin.'],
  super_admin_not_granted: [403, 'Nobody is made a super admin here: that takes the server itself.'],
  own_role_or_status: [403, 'You cannot change your own role or status.'],
  own_account: [403, 'You cannot delete your own account here. Your account page can.'],
  user_not_active: [409, 'A user who is not active cannot sign in. Change the status first.'],
  link_invalid: [422, 'This link has expired or was already used. Please ask for a new one.'],
  business_email_taken: [409, 'A business with this email already exists'],
  business_owned: [409, 'Your account already belongs to a business.'],
  business_type_fixed: [409, 'A business with products cannot change its type by itself. Please contact support.'],
  business_suspended: [403, 'Your business is suspended. Contact support for assistance.'],
  business_has_orders: [409, 'This business has {orders}. Finish or cancel what is open first.'],
  approval_reserved: [403, 'Only super admins approve businesses.'],
  invalid_review: [409, 'A business that is {from} cannot become {to}.'],
  unreadable_picture: [422, 'This picture cannot be read. Please choose a JPG, PNG, WebP or SVG file.'],
  business_not_approved: [403, 'Your business is not approved to sell.'],
  // products
  slug_taken: [409, 'Another product has this address. Please choose another one.'],
  duplicate_products: [400, 'A product is named twice in this request.'],
  stock_below_zero: [409, "The stock can't go below zero."],
  review_pending: [403, 'The shop looks at products before it shows them. You will find this one under Active as soon as that is done.'],
  product_suspended: [409, 'This product is suspended. Please contact support.'],
  picture_in_use: [409, 'This picture is still shown: {place}. Take it out there first.'],
  picture_quota: [409, 'You can upload up to {max} pictures a day. Please go on tomorrow.'],
  // cart
  invalid_quantity: [422, 'Please select a valid quantity'],
  out_of_stock: [409, 'Product is out of stock'],
  insufficient_stock: [409, 'Only {available} items available'],
  promo_invalid: [422, 'Invalid promo code or minimum order not met'],
  freight_standard_only: [422, '{productName} ships as freight: only standard shipping is offered.'],
  promo_code_taken: [409, 'There is already a promo code {code}.'],
  // orders
  cart_empty: [409, 'Your cart is empty.'],
  price_changed: [409, 'Your cart has changed since you last saw it. Please check it and try again.'],
  stock_gone: [409, '{names}'],
  invalid_transition: [409, 'An order that is {from} cannot become {to}.'],
  edit_conflict: [409, 'Somebody else has changed this in the meantime. Please look at it again and repeat your change.'],
  not_on_its_way: [409, 'Only a part that is on its way has a tracking number to correct.'],
  order_unpaid: [409, 'The card payment of this order is not in yet. Until then it can only be cancelled as a whole.'],
  already_paid: [409, 'This order is paid already.'],
  order_cancelled: [409, 'This order was cancelled. It takes no payment any more.'],
  order_by_card: [409, 'This order is paid by card. Its payment is written down by itself.'],
  payment_noted: [
    409,
    'This payment is noted already: {method}, reference {reference}, for order {number}. Please add what tells the two apart.',
  ],
  idempotency_key_missing: [400, 'This call needs an Idempotency-Key, so that it never acts twice.'],
  not_returnable: [409, '{name} can no longer be returned: its window has closed.'],
  not_delivered: [409, 'These goods have not been delivered yet.'],
  too_many_returned: [409, 'Of {name}, {left} can be returned.'],
  invalid_return: [409, 'A return that is {from} cannot become {to}.'],
  return_restocked: [409, 'These goods are back in stock already. Refund them instead.'],
  no_invoice: [409, 'There is no invoice yet: the order is not paid and has not been sent.'],
  pieces_gone: [409, 'Of {name}, {left} can still be refunded.'],
  payment_unavailable: [503, 'The payment service does not answer. You were not charged. Please try again in a moment.'],
  payment_processing: [409, 'Your payment is being processed. Please wait for its result.'],
  card_amount: [422, '{amount} cannot be charged to a card. Please choose Submit Order (Pay Later), or contact us.'],
  pay_later_off: [409, 'Pay Later is not offered at the moment. Please pay by card.'],
  pay_later_reserved: [409, 'Pay Later is for customers and approved businesses. Please pay by card.'],
  pay_later_limit: [409, 'You can have up to {limit} open with Pay Later{until}. You have {left} left, and this order is {order}. {ways}.'],
  bad_signature: [400, 'The signature of this message is not valid.'],
  refund_too_large: [409, 'At most {amount} can still be refunded.'],
  invalid_payout: [409, 'A payout that is {from} cannot become {to}.'],
  payout_by_stripe: [409, 'Stripe sends this payout, and tells by itself what becomes of it.'],
  payouts_on_hold: [
    409,
    'Payouts of {business} are on hold until {until}, because {reason}. Wait until then, or ask a super admin to release them.',
  ],
  payouts_not_on_hold: [409, 'Payouts of {business} are not on hold.'],
  payout_account_changed: [
    409,
    'The payout account of {business} was changed after {number} was prepared. Mark {number} as failed and prepare it again.',
  ],
  payout_disputed: [
    409,
    'The money of {number} is held because of a payment dispute. Send it when the dispute is won, or mark {number} as failed and prepare again what is left.',
  ],
  stripe_not_configured: [409, 'This shop does not pay through Stripe.'],
  stripe_not_ready: [
    409,
    'This seller has no Stripe account that can be paid now. Send it later, or mark the payout as failed: the next one goes another way.',
  ],
  stripe_refused: [
    422,
    'Stripe does not open an account with the country and email of your business profile. Please check them, or use a bank account.',
  ],
  stripe_unavailable: [503, 'Stripe does not answer. Please try again in a moment.'],
  disputed: [409, 'This payment is disputed. Answer it in Stripe first.'],
  nothing_to_refund: [409, 'There is no money to send back for this order.'],
  order_not_cancellable: [409, 'This order can no longer be cancelled.'],
  part_not_cancellable: [409, 'This part of the order can no longer be cancelled.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was already used with another request.'],
  idempotency_in_progress: [409, 'The same request is still running. Please try again in a second.'],
  payment_not_configured: [503, 'Payment processing is not configured. Please contact support to complete your order.'],
  // blog
  blog_not_found: [404, 'Article Not Found'],
  blog_not_available: [403, 'Article Not Available'],
  post_slug_taken: [409, 'Another article already has this address.'],
  post_archived: [409, 'An archived post cannot be published. Change its status first.'],
  // categories
  category_incomplete: [422, 'Category value and label are required'],
  category_taken: [409, 'A category with this value already exists'],
  category_value_reserved: [409, 'This value belonged to {label} before, and its old links still use it. Please choose another one.'],
  category_in_use: [409, '{products} in this category. Move them to another category first.'],
  category_kind_fixed: [409, 'A category with products cannot change from {from} to {to}.'],
  // addresses
  too_many_addresses: [409, 'You can keep at most {max} addresses. Please delete one first.'],
  // mails
  mail_not_again: [409, '{reason}'],
  // lists
  export_too_large: [422, 'A spreadsheet takes at most {rows} rows. Please narrow the list or export it as CSV.'],
  // import
  no_catalog_file: [409, 'No catalog file configured'],
  unreadable_file: [422, 'This file cannot be read: {reason}'],
  import_changed: [409, 'This file was already imported or has changed. Please choose it again.'],
  import_file_gone: [409, 'The file of this import no longer exists. Please choose it again.'],
  import_not_undoable: [409, 'Only the last import can be undone, once.'],
  job_not_failed: [409, 'Only work that failed can be tried again.'],
  import_running: [409, 'Another import is running. Please wait until it has finished.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>

export type RefusalCode = keyof typeof REFUSALS

/** A refusal with the facts that its sentence names. `detail` replaces the sentence of the table; `extra` members are added to the answer. */
export interface Refusal {
  code: RefusalCode
  facts?: Record<string, string | number>
  detail?: string
  errors?: FieldError[]
  extra?: Record<string, unknown>
}

/** The sentence of a refusal, its facts filled in. */
export function refusalText({ code, facts = {}, detail }: Refusal): string {
  return (detail ?? REFUSALS[code][1]).replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole))
}

/** The problem document of a refusal. */
export function toProblem(refusal: Refusal): Problem {
  const status = REFUSALS[refusal.code][0]
  return {
    type: `/api/docs#${refusal.code}`,
    title: statusText(status),
    status,
    detail: refusalText(refusal),
    code: refusal.code,
    ...(refusal.errors && { errors: refusal.errors }),
    ...refusal.extra,
  }
}
