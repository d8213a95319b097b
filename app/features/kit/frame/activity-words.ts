import type { Activity } from '#contract/reporting/dashboard.ts'

type Target = Pick<Activity, 'action' | 'targetType' | 'targetId' | 'targetName'>

/** Phrases of actions whose name does not spell them out. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  ['login', 'signed in'],
  ['logout', 'signed out'],
  ['login_failed', 'failed to sign in as'],
  ['login_refused', 'was refused sign-in as'],
  ['register', 'created an account'],
  ['super_admin_created', 'created the super admin'],
  ['name_changed', 'changed their name to'],
  ['new_email_requested', 'requested a change of the email address'],
  ['new_email_cancelled', 'canceled the change of the email address'],
  ['email_verified', 'confirmed the email address'],
  ['email_changed', 'changed the email address'],
  ['email_change_undone', 'undid the change of the email address'],
  ['step_up', 'confirmed their identity'],
  ['second_factor_failed', 'failed the second factor of'],
  ['totp_added', 'added an authenticator app'],
  ['totp_removed', 'removed the authenticator app'],
  ['token.create', 'created an API token of'],
  ['token.revoke', 'revoked an API token of'],
  ['passkey_added', 'added a passkey'],
  ['passkey_renamed', 'renamed a passkey'],
  ['passkey_removed', 'removed a passkey'],
  ['recovery_codes_created', 'created recovery codes'],
  ['user.reset_second_factor', 'reset the two-factor sign-in of'],
  ['verification_sent', 'requested another confirmation email'],
  ['password_changed', 'changed the password'],
  ['password_reset', 'reset the password by email'],
  ['password_reset_requested', 'requested a password link for'],
  ['password_check_failed', 'entered a wrong password'],
  ['session_ended', 'signed out another device'],
  ['other_sessions_ended', 'signed out all other devices'],
  ['account_exported', 'downloaded their data'],
  ['account_deleted', 'deleted their account'],
  ['account_expired', 'deleted an inactive account'],
  ['audit.purge', 'purged old entries of the audit log'],
  ['user.create', 'added the user'],
  ['user.edit', 'changed the user'],
  ['user.duties', 'changed the duties of'],
  ['user.terms', 'changed the payment terms of the user'],
  ['user.delete', 'deleted the user'],
  ['user.reset_link', 'emailed a password link to'],
  ['user.end_sessions', 'signed out everywhere:'],
  ['user.lockdown', 'locked the account of'],
  ['business.register', 'applied with the business'],
  ['business.owner', 'assigned a business to'],
  ['business.edit', 'changed the business'],
  ['business.check', 'recorded a check of the business'],
  ['business.uncheck', 'withdrew a check of the business'],
  ['business.confirm', 'confirmed the details of the business'],
  ['business.registers', 'changed the register numbers of the business'],
  ['business.register_confirm', 'confirmed a register number of the business'],
  ['business.register_withdraw', 'withdrew a register number of the business'],
  ['team.invite', 'invited a person to the team of the business'],
  ['team.withdraw', 'withdrew an invitation to the team of the business'],
  ['team.join', 'joined the team of the business'],
  ['team.change', 'changed the role of a person on the team of the business'],
  ['team.leave', 'left the team of the business'],
  ['team.remove', 'removed a person from the team of the business'],
  ['webhook.add', 'added the webhook'],
  ['webhook.change', 'changed the webhook'],
  ['webhook.remove', 'deleted the webhook'],
  ['webhook.rotate', 'rotated the secret of the webhook'],
  ['webhook.off', 'turned off the webhook'],
  ['business.delete', 'deleted the business'],
  ['business.approved', 'approved the business'],
  ['business.rejected', 'rejected the business'],
  ['business.suspended', 'suspended the business'],
  ['business.pending', 'moved back to review:'],
  ['order.place', 'placed the order'],
  ['order.exceed_limit', 'exceeded a Pay Later limit with the order'],
  ['order.release_milestone', 'continued without a due payment of the order'],
  ['order.move', 'changed the status of the order'],
  ['order.cancel', 'canceled the order'],
  ['order.address', 'corrected the delivery address of the order'],
  ['order.tags', 'changed the tags of the order'],
  ['order.paper_copies', 'asked for paper copies with the order'],
  ['order.paper_copy_sent', 'marked a paper copy of the order as sent or not sent'],
  ['order.ship_parcel', 'shipped a parcel of the order'],
  ['order.deliver_parcel', 'delivered a parcel of the order'],
  ['order.tracking', 'corrected the tracking number of the order'],
  ['order.change', 'changed the unpaid order'],
  ['order.expire', 'canceled the unpaid order'],
  ['order.pay', 'recorded the payment of the order'],
  ['order.payment_problem', 'reported a problem with the payment of the order'],
  ['order.payment_checked', 'checked the payment of the order'],
  ['bank_file.add', 'added the bank statement'],
  ['bank_file.dismiss', 'dismissed a transfer of the bank statement'],
  ['bank_file.restore', 'brought back a dismissed transfer of the bank statement'],
  ['order.refund', 'refunded the order'],
  ['order.refund_failed', 'failed to refund the order'],
  ['order.dispute', 'A dispute was opened for order'],
  ['order.dispute_won', 'The dispute was won for order'],
  ['order.dispute_lost', 'The dispute was lost for order'],
  ['note.add', 'added a note about'],
  ['note.delete', 'deleted a note about'],
  ['message.reply', 'answered the message'],
  ['quote.request', 'requested the quote'],
  ['quote.start', 'began the quote'],
  ['quote.assign', 'named the seller of the quote'],
  ['quote.send', 'sent an offer for the quote'],
  ['quote.accept', 'accepted the offer of the quote'],
  ['quote.decline', 'declined the quote'],
  ['quote.withdraw', 'withdrew the quote'],
  ['quote.message', 'wrote a message about the quote'],
  ['return.request', 'requested the return'],
  ['return.approved', 'approved the return'],
  ['return.received', 'received the return'],
  ['return.refunded', 'refunded the return'],
  ['return.declined', 'declined the return'],
  ['commission.change', 'changed the commission'],
  ['payout.prepare', 'prepared the payout'],
  ['payout.sent', 'sent the payout'],
  ['payout.paid', 'recorded the arrival of the payout'],
  ['payout.failed', 'recorded the failure of the payout'],
  ['payouts.file', 'downloaded the bank file of the payouts'],
  ['payouts.hold', 'held the payouts of the business'],
  ['payouts.release', 'released the payouts of the business'],
  ['payout_account.change', 'changed the payout account of the business'],
  ['payout_account.connect', 'connected a Stripe account to the business'],
  ['payout_account.disconnect', 'disconnected the Stripe account of the business'],
  ['payout_account.stripe', 'updated the Stripe account of the business'],
  ['job.retry', 'ran the job again'],
  ['mail.resend', 'resent the email'],
  ['catalog.import', 'imported a catalog'],
  ['catalog.import.failed', 'failed to import a catalog'],
  ['catalog.import.rejected', 'was refused a catalog import'],
  ['catalog.import.problems', 'downloaded the problems of a catalog import'],
  ['picture.fetch.failed', 'could not fetch a picture of the product'],
  ['catalog.import.undo', 'undid a catalog import'],
  ['product.business', 'changed the business of the product'],
  ['product.address', 'changed the address of the product'],
  ['product.reimport', 'reimported the product'],
  ['product.facts', 'set trade facts of the product'],
  ['product.featured', 'featured or unfeatured the product'],
  ['product.prices', 'changed the prices of the product'],
  ['product.status', 'changed the status of the product'],
  ['product.recalled', 'recalled the product'],
  ['product.recall_ended', 'ended the recall of the product'],
  ['product.paper_added', 'added a paper to the product'],
  ['product.paper_removed', 'removed a paper from the product'],
  ['product.proof_accepted', 'accepted a proof of the product'],
  ['product.proof_withdrawn', 'withdrew a proof of the product'],
  ['product.stock', 'changed the stock of the product'],
  ['product.undo', 'undid a change of the product'],
  ['shipping_zone.create', 'added the shipping zone'],
  ['shipping_zone.edit', 'changed the shipping zone'],
  ['shipping_zone.move', 'moved the shipping zone'],
  ['shipping_zone.delete', 'deleted the shipping zone'],
  ['business.dispatch', 'changed the dispatch address of the business'],
  ['business.pause', 'changed the pause of the business'],
  ['category.specifications', 'set the specifications of the category'],
  ['settings.change', 'changed the settings'],
  ['markets.change', 'changed the markets'],
  ['synonym.import', 'imported synonyms from the file'],
  ['business.tax', 'changed the tax details of the business'],
  ['business.document-terms', 'changed the invoice terms of the business'],
  ['account.invoice-form', 'changed the invoice format'],
  ['notice.send', 'sent the report'],
  ['notice.decide', 'decided on the report'],
  ['notice.object', 'objected to the decision on the report'],
  ['withdrawal.receive', 'sent the withdrawal'],
  ['withdrawal.link', 'identified the order of the withdrawal'],
  ['withdrawal.accepted', 'accepted the withdrawal'],
  ['withdrawal.refused', 'refused the withdrawal'],
  ['certificate.send', 'sent the tax certificate'],
  ['certificate.review', 'decided on the tax certificate'],
  ['vat-id.confirm', 'confirmed the VAT ID'],
  ['search.dismiss', 'dismissed the search'],
  ['search.measure', 'measured the search quality'],
  ['search.reindex', 'rebuilt the search index'],
  ['subscriber.unsubscribe', 'unsubscribed a newsletter subscriber'],
  ['subscriber.erase', 'erased a newsletter subscriber'],
])

const VERBS: ReadonlyMap<string, string> = new Map([
  ['create', 'added'],
  ['edit', 'changed'],
  ['change', 'changed'],
  ['delete', 'deleted'],
  ['restore', 'restored'],
  ['upload', 'uploaded'],
  ['publish', 'published'],
  ['duplicate', 'copied'],
  ['move', 'moved'],
  ['run', 'ran'],
  ['undo', 'undid'],
])

/** True for sign-in, sign-out and changes of one's own account, where actor and target are the same person. */
const isAboutOneself = (action: string): boolean => !action.includes('.') && !/_(failed|refused|created|requested)$/.test(action)

/** Returns the verb phrase of an action, followed by the name of its target: "changed the business". */
export function activityWords({ action, targetType, targetId }: Target): string {
  const known = ACTIONS.get(action)
  if (known !== undefined) return known
  const [noun = '', verb = ''] = action.split('.')
  if (verb === 'export') return `exported the ${targetId.replaceAll(/[-_]/g, ' ')}`
  const thing = (targetType || noun).replaceAll(/[-_]/g, ' ')
  const done = VERBS.get(verb)
  return done === undefined ? `${action.replaceAll(/[._-]/g, ' ')}:` : `${done} the ${thing}`
}

/** Actions of visitors who have not signed in. */
const BY_VISITORS = new Set(['business.register', 'login_failed', 'login_refused', 'password_reset_requested'])

/** Decisions of the bank, which have no actor. */
const BY_NOBODY = new Set(['order.dispute', 'order.dispute_won', 'order.dispute_lost'])

/** Returns the actor's name; null where the phrase is a complete sentence. */
export function activityActor({ action, actorName }: Pick<Activity, 'action' | 'actorName'>): string | null {
  if (BY_NOBODY.has(action)) return null
  return actorName === 'System' && BY_VISITORS.has(action) ? 'A visitor' : actorName
}

/** Returns the target's name; null where the phrase contains it. */
export function activityName({ action, targetName }: Target): string | null {
  return action === 'password_check_failed' || isAboutOneself(action) ? null : targetName
}

/** Beginning of the address of a single record, by type. */
const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['user', '/admin/users?search='],
  ['order', '/admin/orders/'],
  ['promotion', '/admin/promotions/'],
  ['mail', '/admin/mails/'],
  ['settings', '/admin/settings/'],
  ['post', '/admin/blog/'],
  ['message', '/admin/messages/'],
  ['claim', '/admin/claims/'],
])

/** Address of the list, for types without a page for each record. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['category', '/admin/categories'],
  ['specification', '/admin/specifications'],
  ['shipping_zone', '/admin/shipping'],
  ['synonym', '/admin/search/synonyms'],
  ['tax-rule', '/admin/tax'],
  ['tax-registration', '/admin/tax/registrations'],
  ['exchange-rate', '/admin/tax/exchange-rates'],
  ['certificate', '/admin/tax/certificates'],
  ['vat-id', '/admin/tax/vat-ids'],
  ['search', '/admin/search'],
  ['import', '/admin/import'],
  ['payout', '/admin/payouts'],
  ['setting', '/admin/settings'],
  ['subscriber', '/admin/newsletter'],
  ['job', '/admin/jobs'],
])

/** Returns the page where staff find the target; null if there is none. */
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
