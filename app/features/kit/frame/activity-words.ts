import type { Activity } from '#contract/reporting/dashboard.ts'

type Target = Pick<Activity, 'action' | 'targetType' | 'targetId' | 'targetName'>

/** What was done, where the words are not made of the action's own parts. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  ['login', 'signed in'],
  ['logout', 'signed out'],
  ['login_failed', 'failed to sign in as'],
  ['login_refused', 'was kept from signing in as'],
  ['register', 'made an account'],
  ['super_admin_created', 'made a super admin:'],
  ['name_changed', 'took another name:'],
  ['new_email_requested', 'asked for another email address'],
  ['new_email_cancelled', 'kept the email address after all'],
  ['email_verified', 'confirmed the email address'],
  ['email_changed', 'changed the email address'],
  ['email_change_undone', 'undid the change of the email address'],
  ['step_up', 'confirmed the password'],
  ['verification_sent', 'asked for the confirmation mail again'],
  ['password_changed', 'changed the password'],
  ['password_reset', 'set a new password by mail'],
  ['password_reset_requested', 'asked for a password link for'],
  ['password_check_failed', 'mistyped the own password'],
  ['session_ended', 'signed out another device'],
  ['other_sessions_ended', 'signed out all other devices'],
  ['account_exported', 'took a copy of the own data'],
  ['account_deleted', 'deleted the own account'],
  ['user.create', 'added the user'],
  ['user.edit', 'changed the user'],
  ['user.delete', 'deleted the user'],
  ['user.reset_link', 'mailed a password link to'],
  ['user.end_sessions', 'signed out everywhere:'],
  ['business.register', 'applied with the business'],
  ['business.owner', 'gave a business to'],
  ['business.edit', 'changed the business'],
  ['business.delete', 'deleted the business'],
  ['business.approved', 'approved the business'],
  ['business.rejected', 'rejected the business'],
  ['business.suspended', 'suspended the business'],
  ['business.pending', 'put back under review:'],
  ['order.place', 'placed the order'],
  ['order.exceed_limit', 'went beyond a Pay Later limit with the order'],
  ['order.move', 'moved on the order'],
  ['order.cancel', 'cancelled the order'],
  ['order.tracking', 'corrected the tracking number of the order'],
  ['order.change', 'changed the unpaid order'],
  ['order.expire', 'gave up the unpaid order'],
  ['order.pay', 'noted the payment of the order'],
  ['order.payment_problem', 'met a problem with the payment of the order'],
  ['order.refund', 'refunded money of the order'],
  ['order.refund_failed', 'could not refund the order'],
  ['order.dispute', 'A dispute was opened for order'],
  ['order.dispute_won', 'The dispute was won for order'],
  ['order.dispute_lost', 'The dispute was lost for order'],
  ['return.request', 'asked to send goods back:'],
  ['return.approved', 'approved the return'],
  ['return.received', 'has the goods of the return'],
  ['return.refunded', 'refunded the return'],
  ['return.declined', 'declined the return'],
  ['commission.change', 'changed the commission'],
  ['payout.prepare', 'prepared the payout'],
  ['payout.sent', 'sent the payout'],
  ['payout.paid', 'noted the arrival of the payout'],
  ['payout.failed', 'noted the failure of the payout'],
  ['payouts.file', 'took the bank file of the payouts'],
  ['payouts.hold', 'put on hold the payouts of the business'],
  ['payouts.release', 'released the payouts of the business'],
  ['payout_account.change', 'changed where money goes for the business'],
  ['payout_account.connect', 'connected a Stripe account with the business'],
  ['payout_account.disconnect', 'disconnected the Stripe account of the business'],
  ['payout_account.stripe', 'learned from Stripe whether it can pay the business'],
  ['job.retry', 'ran the job again'],
  ['mail.resend', 'sent the mail again'],
  ['catalog.import', 'imported a catalogue'],
  ['catalog.import.failed', 'could not import a catalogue'],
  ['catalog.import.rejected', 'was refused the import of a catalogue'],
  ['catalog.import.undo', 'undid the import of a catalogue'],
  ['product.address', 'changed the address of the product'],
  ['product.reimport', 'imported again the product'],
  ['product.status', 'changed the status of the product'],
  ['settings.change', 'changed the settings'],
  ['subscriber.unsubscribe', 'ended the subscription of a newsletter reader'],
  ['subscriber.erase', 'erased a newsletter reader'],
])

const VERBS: ReadonlyMap<string, string> = new Map([
  ['create', 'added'],
  ['edit', 'changed'],
  ['change', 'changed'],
  ['delete', 'deleted'],
  ['restore', 'brought back'],
  ['upload', 'uploaded'],
  ['publish', 'published'],
  ['duplicate', 'copied'],
  ['move', 'moved'],
  ['run', 'ran'],
  ['undo', 'undid'],
])

/** Signing in and out, and what somebody does to the own account, is about who does it: the name would stand there twice. */
const isAboutOneself = (action: string): boolean => !action.includes('.') && !/_(failed|refused|created|requested)$/.test(action)

/** What was done, to be followed by the name of what it was done to: "changed the business". */
export function activityWords({ action, targetType, targetId }: Target): string {
  const known = ACTIONS.get(action)
  if (known !== undefined) return known
  const [noun = '', verb = ''] = action.split('.')
  if (verb === 'export') return `exported the ${targetId.replaceAll(/[-_]/g, ' ')}`
  const thing = (targetType || noun).replaceAll(/[-_]/g, ' ')
  const done = VERBS.get(verb)
  return done === undefined ? `${action.replaceAll(/[._-]/g, ' ')}:` : `${done} the ${thing}`
}

/** What happens before anybody is known to the shop. */
const BY_VISITORS = new Set(['business.register', 'login_failed', 'login_refused', 'password_reset_requested'])

/** What the bank decides: nobody here did it. */
const BY_NOBODY = new Set(['order.dispute', 'order.dispute_won', 'order.dispute_lost'])

/** Who did it; null where the words are a sentence of their own. */
export function activityActor({ action, actorName }: Pick<Activity, 'action' | 'actorName'>): string | null {
  if (BY_NOBODY.has(action)) return null
  return actorName === 'System' && BY_VISITORS.has(action) ? 'A visitor' : actorName
}

/** How what it was done to is called; null where the words say it already. */
export function activityName({ action, targetName }: Target): string | null {
  return action === 'password_check_failed' || isAboutOneself(action) ? null : targetName
}

/** Where one of a kind stands: its address without the id. */
const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['user', '/admin/users?search='],
  ['order', '/admin/orders/'],
  ['promotion', '/admin/promotions/'],
  ['mail', '/admin/mails/'],
  ['settings', '/admin/settings#'],
  ['post', '/admin/blog/'],
  ['message', '/admin/messages/'],
  ['claim', '/admin/claims/'],
])

/** Where the list of a kind stands that has no address for each. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['category', '/admin/categories'],
  ['import', '/admin/import'],
  ['payout', '/admin/payouts'],
  ['setting', '/admin/settings'],
  ['subscriber', '/admin/newsletter'],
  ['job', '/admin/jobs'],
])

/** Where staff find what it was done to; null where there is no such place. */
export function activityHref({ action, targetType, targetId, targetName }: Target, isSuper: boolean): string | null {
  if (targetId === 'unknown') return null
  if (action === 'commission.change') return '/admin/commissions'
  if (action === 'payouts.file') return '/admin/payouts'
  if (targetType === 'return') return `/admin/returns${targetName === null ? '' : `?search=${encodeURIComponent(targetName)}`}`
  if (targetType === 'product') return `/admin/products/${targetId}/edit`
  if (targetType === 'business') return isSuper ? `/super-admin/dashboard?business=${targetId}` : `/admin/businesses?search=${targetId}`
  const address = ADDRESSES.get(targetType)
  return address === undefined ? (PLACES.get(targetType) ?? null) : address + targetId
}
