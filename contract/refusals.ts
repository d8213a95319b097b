import { type FieldError, type Problem, statusText } from './errors.ts'

/**
 * All refusals: code, HTTP status and message. Where the specification has a text, the message is that text to the letter. `{name}` is
 * filled in from the refusal's facts.
 */
export const REFUSALS = {
  // request
  malformed_json: [400, "The request body isn't valid JSON."],
  bad_parameter: [400, 'A parameter of this request is invalid.'],
  body_too_deep: [400, 'The request body is nested too deeply or has too many fields.'],
  invalid_input: [422, 'Please check the marked fields.'],
  unsupported_media_type: [415, 'This endpoint accepts {expected}.'],
  body_too_large: [413, 'The request is too large.'],
  method_not_allowed: [405, "This path doesn't support {method}."],
  not_found: [404, 'Not found.'],
  too_many_requests: [429, 'Too many requests. Try again in {seconds} seconds.'],
  not_ready: [503, "The shop isn't ready yet. Try again in a moment."],
  busy: [503, 'The shop is busy. Try again in a moment.'],
  disk_full: [503, "The shop can't save anything right now. Try again in a few minutes."],
  files_unavailable: [503, "Files can't be saved right now. Try again in a moment."],
  internal: [500, 'Something went wrong on our side. Try again. If it happens again, send us this number: {requestId}'],
  // access
  unauthenticated: [401, 'Please sign in.'],
  session_ended: [401, 'Your session has ended. Please sign in again.'],
  forbidden: [403, "You don't have permission to do this."],
  password_change_required: [403, 'Please choose a new password first.'],
  step_up_required: [403, "Confirm it's you to continue."],
  second_factor_required: [403, 'Set up two-factor sign-in to continue.'],
  invalid_second_factor: [401, "That code isn't valid. Enter the newest code from your app."],
  challenge_expired: [401, 'This sign-in took too long. Enter your password again.'],
  second_factor_unconfigured: [409, "Authenticator apps aren't available: SECRETS_KEYS is not set on the server."],
  totp_exists: [409, 'You already use an authenticator app. Remove it before you add another one.'],
  too_many_passkeys: [409, 'You can save up to {max} passkeys. Remove one first.'],
  no_second_factor: [409, 'Add an authenticator app or a passkey first.'],
  own_second_factor: [403, "You can't reset your own two-factor sign-in here. Use your account page."],
  first_password_expired: [403, 'This first password expired after {hours} hours. Use "Forgot your password?" to set a new one.'],
  invalid_credentials: [401, 'Invalid email or password'],
  account_not_active: [403, 'This account is not active. Contact support for assistance.'],
  email_taken: [409, 'A user with this email already exists'],
  missing_credentials: [422, 'Please enter both email and password'],
  password_too_short: [422, 'Password must be at least {min} characters long'],
  password_too_long: [422, 'Password must be at most {max} characters long'],
  password_blank: [422, 'Password must have at least one letter, digit or sign'],
  password_common: [422, 'This password is too common. Choose another one.'],
  password_unchanged: [422, 'Please choose a password that differs from your current one'],
  wrong_password: [422, 'This is not your current password'],
  email_verified: [409, 'Your email address is already confirmed.'],
  last_super_admin: [409, "You're the last super admin. Make someone else a super admin before you delete your account."],
  super_admin_protected: [403, 'Only a super admin may change the account of a super admin.'],
  super_admin_not_granted: [403, "Super admins can't be created here, only on the server."],
  own_role_or_status: [403, "You can't change your own role or status."],
  own_account: [403, "You can't delete your own account here. Use your account page."],
  user_not_active: [409, "This user isn't active and can't sign in. Change the status first."],
  link_invalid: [422, 'This link has expired or was already used. Request a new one.'],
  business_email_taken: [409, 'A business with this email already exists'],
  business_owned: [409, 'Your account already belongs to a business.'],
  business_type_fixed: [409, "A business with products can't change its type. Contact support."],
  business_suspended: [403, 'Your business is suspended. Contact support for assistance.'],
  business_has_orders: [409, 'This business has {orders}. Complete or cancel its open orders first.'],
  approval_reserved: [403, 'Only super admins approve businesses.'],
  trader_checks_open: [409, 'Complete these checks first: {list}.'],
  invalid_review: [409, "A business that is {from} can't become {to}."],
  unreadable_picture: [422, "This picture can't be read. Choose a JPG, PNG, WebP or SVG file."],
  notice_unreadable: [422, 'Choose the official notice as an SVG or PNG file.'],
  business_not_approved: [403, 'Your business is not approved to sell.'],
  rates_unreadable: [422, 'Nothing was imported. Correct these lines and choose the file again.'],
  not_sold_there: [409, '{text}'],
  tax_unavailable: [503, "We can't calculate tax right now. Try again in a minute."],
  needs_freight_quote: [409, '{name} needs a {kind} quote for {country}. Request a quote to continue.'],
  // products
  slug_taken: [409, 'Another product has this URL. Choose a different one.'],
  sku_taken: [409, 'You already have a product with SKU {sku}.'],
  product_has_orders: [409, 'A product with orders stays with its business.'],
  duplicate_products: [400, 'This request contains a product twice.'],
  stock_below_zero: [409, "The stock can't go below zero."],
  review_pending: [403, "New products are reviewed before they go on sale. This one becomes active once it's approved."],
  product_suspended: [409, 'This product is suspended. Contact support.'],
  selection_changed: [409, 'The list has changed: {found} match now, not {expected}. Check the list and select again.'],
  selection_too_large: [409, 'At most {max} products can be changed at once, and {found} match. Narrow the list.'],
  price_out_of_range: [409, '{name} would cost {price}. Nothing was changed. Choose another percentage or rounding.'],
  too_many_views: [409, 'You can save up to {max} views of a list. Remove one first.'],
  restore_reserved: [403, 'Someone else deleted this. Ask a super admin to restore it.'],
  undo_over: [409, 'This change can no longer be undone. It was undone already, or too much time has passed.'],
  picture_in_use: [409, 'This picture is still in use: {place}. Remove it there first.'],
  picture_quota: [409, 'You can upload up to {max} pictures a day. Upload more tomorrow.'],
  // cart
  invalid_quantity: [422, 'Please select a valid quantity'],
  out_of_stock: [409, 'Product is out of stock'],
  insufficient_stock: [409, 'Only {available} items available'],
  below_minimum: [422, 'The minimum quantity for {name} is {min}.'],
  not_a_multiple: [422, '{name} is sold in multiples of {step}.'],
  promo_invalid: [422, 'Invalid promo code or minimum order not met'],
  freight_standard_only: [422, '{productName} ships as freight, so only standard shipping is available.'],
  promo_code_taken: [409, 'The promo code {code} already exists.'],
  // orders
  cart_empty: [409, 'Your cart is empty.'],
  price_changed: [409, 'Your cart has changed since you last saw it. Review it and try again.'],
  total_changed: [409, 'Your total is now {amount}. Review your order and place it again.'],
  stock_gone: [409, '{names}'],
  invalid_transition: [409, "An order that is {from} can't become {to}."],
  edit_conflict: [409, 'Someone else changed this in the meantime. Review it and make your change again.'],
  not_on_its_way: [409, 'You can correct the tracking number only while the shipment is on its way.'],
  order_unpaid: [409, "The card payment of this order hasn't arrived yet. Until then, you can only cancel the whole order."],
  milestone_unpaid: [
    409,
    'This order waits for a payment of {amount}, due {when}. Record the payment, or ask staff to continue without it.',
  ],
  already_paid: [409, 'This order is already paid.'],
  order_cancelled: [409, "This order was canceled and can't be paid."],
  order_by_card: [409, 'This order is paid by card. Its payment is recorded automatically.'],
  payment_noted: [
    409,
    "This payment is already recorded: {method}, reference {reference}, for order {number}. If it's another payment, use a different reference.",
  ],
  idempotency_key_missing: [400, "This call requires an Idempotency-Key, so that it's never executed twice."],
  not_returnable: [409, '{name} can no longer be returned. Its return window has closed.'],
  not_delivered: [409, "These items haven't been delivered yet."],
  too_many_returned: [409, 'You can return up to {left} of {name}.'],
  invalid_return: [409, "A return that is {from} can't become {to}."],
  return_restocked: [409, 'These items are already back in stock. Refund them instead.'],
  invalid_withdrawal: [409, "A withdrawal that is {from} can't become {to}."],
  nothing_withdrawn: [409, 'This order has nothing left to withdraw from. It was already refunded or returned.'],
  notice_decided: [409, 'This report was already decided. It can be decided again if the seller objects.'],
  objection_over: [409, "You can't object to this decision, or the time to object is over."],
  no_deduction: [409, 'Only the refund of a withdrawal can have a deduction, and only staff can make one.'],
  no_invoice: [409, "This invoice isn't ready yet. It's created when the order is paid or shipped."],
  no_datev_client: [409, 'Enter the DATEV consultant and client numbers in Settings first.'],
  no_exchange_rate: [409, "There's no exchange rate for {currency} on or before {day}. Add one under Tax, then try again."],
  no_customs: [409, "These products don't cross customs, so they need no customs invoice."],
  e_invoice_waiting: [409, "This e-invoice isn't ready yet. It's created within minutes. The PDF is ready now."],
  prefix_taken: [409, 'The prefix {prefix} is taken. Choose another one.'],
  prefix_fixed: [409, "Your prefix can't change after your first document."],
  no_documents: [404, 'No documents in this month. Choose another month.'],
  pieces_gone: [409, 'You can still refund up to {left} of {name}.'],
  payment_unavailable: [503, "The payment service isn't responding. You weren't charged. Try again in a moment."],
  payment_processing: [409, 'Your payment is being processed. Wait for its result.'],
  card_amount: [422, "{amount} can't be charged to a card. Choose Submit Order (Pay Later), or contact us."],
  pay_later_off: [409, "Pay Later isn't available right now. Pay by card."],
  pay_later_reserved: [409, 'Pay Later is for customers and approved businesses. Pay by card.'],
  pay_later_limit: [409, 'You can have up to {limit} open with Pay Later{until}. You have {left} left, and this order is {order}. {ways}.'],
  bad_signature: [400, 'The signature of this message is invalid.'],
  refund_too_large: [409, 'You can still refund up to {amount}.'],
  invalid_payout: [409, "A payout that is {from} can't become {to}."],
  payout_by_stripe: [409, 'Stripe sends this payout and updates its status automatically.'],
  payouts_on_hold: [
    409,
    'Payouts of {business} are on hold until {until}, because {reason}. Wait until then, or ask a super admin to release them.',
  ],
  payouts_not_on_hold: [409, "Payouts of {business} aren't on hold."],
  payout_account_changed: [
    409,
    'The payout account of {business} was changed after {number} was prepared. Mark {number} as failed and prepare it again.',
  ],
  payout_disputed: [
    409,
    '{number} is on hold because of a payment dispute. Send it once the dispute is won, or mark {number} as failed and prepare the remaining amount again.',
  ],
  stripe_not_configured: [409, "This shop doesn't send payouts through Stripe."],
  stripe_not_ready: [
    409,
    "This seller's Stripe account can't receive payouts right now. Send it later, or mark it as failed to pay another way next time.",
  ],
  stripe_refused: [
    422,
    "Stripe can't open an account with the country and email of your business profile. Check them, or use a bank account.",
  ],
  stripe_unavailable: [503, "Stripe isn't responding. Try again in a moment."],
  disputed: [409, 'This payment is disputed. Answer it in Stripe first.'],
  nothing_to_refund: [409, 'This order has nothing left to refund.'],
  address_final: [409, 'The delivery address can no longer be corrected because a part has shipped or the order was canceled.'],
  order_not_cancellable: [409, 'This order can no longer be canceled.'],
  part_not_cancellable: [409, 'This part of the order can no longer be canceled.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was already used with another request.'],
  idempotency_in_progress: [409, 'The same request is still running. Try again in a second.'],
  payment_not_configured: [503, 'Payment processing is not configured. Please contact support to complete your order.'],
  // blog
  blog_not_found: [404, 'Article Not Found'],
  blog_not_available: [403, 'Article Not Available'],
  post_slug_taken: [409, 'Another article already has this URL.'],
  post_archived: [409, "An archived post can't be published. Change its status first."],
  // categories
  rates_in_force: [409, "Rates that were in force can't change. End this rule and add a new one."],
  rate_overlap: [409, 'There is already a rate for {place} at this time.'],
  registration_taken: [409, 'There is already a registration for {place}.'],
  exchange_rate_taken: [409, 'There is already a rate of {currency} for {day}.'],
  certificate_decided: [409, 'This certificate was already {status}.'],
  paper_of_sold_product: [409, 'This product was sold, so its papers stay for its buyers. Add a new revision instead.'],
  too_many_certificates: [409, 'You can have up to {max} certificates.'],
  synonym_taken: [409, '“{term}” is already in another group.'],
  synonym_rows: [422, "{rows} of this file can't be imported. Nothing was changed."],
  attribute_taken: [409, 'Another specification has this key.'],
  attribute_in_use: [409, '{products} this specification. Remove it from them first.'],
  choice_in_use: [409, '{products} {choices}. Choose another value for them first.'],
  category_incomplete: [422, 'Category value and label are required'],
  category_taken: [409, 'A category with this value already exists'],
  category_value_reserved: [409, '{label} used this value before, and its old links still do. Choose a different one.'],
  category_in_use: [409, '{products} in this category. Move them to another category first.'],
  category_kind_fixed: [409, "A category with products can't change from {from} to {to}."],
  // addresses
  too_many_addresses: [409, 'You can save up to {max} addresses. Delete one first.'],
  // emails
  mail_not_again: [409, '{reason}'],
  // lists
  export_too_large: [422, 'A spreadsheet holds up to {rows} rows. Narrow the list, or export it as CSV.'],
  // import
  no_catalog_file: [409, 'No catalog file configured'],
  unreadable_file: [422, "This file can't be read: {reason}"],
  import_changed: [409, 'This file was already imported or has changed. Choose it again.'],
  import_file_gone: [409, 'The file of this import is no longer available. Choose it again.'],
  import_not_undoable: [409, "This import can't be undone: {reason}"],
  job_not_failed: [409, 'Only failed jobs can be retried.'],
  import_running: [409, 'Another import is running. Wait until it has finished.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>

export type RefusalCode = keyof typeof REFUSALS

/** A refusal with the facts of its message. `detail` replaces the message; `extra` members are added to the problem document. */
export interface Refusal {
  code: RefusalCode
  facts?: Record<string, string | number>
  detail?: string
  errors?: FieldError[]
  extra?: Record<string, unknown>
}

/** Returns the message of a refusal with its facts filled in. */
export function refusalText({ code, facts = {}, detail }: Refusal): string {
  return (detail ?? REFUSALS[code][1]).replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole))
}

/** Returns the problem document of a refusal. */
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
