/** Treatment of a column that holds personal data, or may. */
interface Treatment {
  /** In the person's export. */
  isExported?: boolean
  /** Deleted, emptied or replaced when the account is erased. */
  isErased?: boolean
  /** Reason why it stays when the account is erased. */
  kept?: string
}

const EXPORTED: Treatment = { isExported: true, isErased: true }
const ERASED: Treatment = { isErased: true }
const placeholder = 'the id leads to the placeholder of the erased user'
const KEPT_ID: Treatment = { kept: placeholder }
const KEPT_STAFF: Treatment = { kept: 'what staff and sellers did for the shop; the id leads to a placeholder once they are erased' }
const NO_PERSON: Treatment = { kept: 'not about a person' }
const BUSINESS: Treatment = { kept: 'of a company; it stays when its admin leaves' }
const ACCOUNTING: Treatment = { isExported: true, kept: 'accounting records; reduced when the account is erased, see decision 008' }

/**
 * Columns that refer to a user or may hold personal data, as `table.column`. A test finds those that are missing here, by their references and
 * names; columns with other names are listed where they hold such data.
 */
export const PERSONAL_COLUMNS: Readonly<Record<string, Treatment>> = {
  'addresses.form': EXPORTED,
  'addresses.user_id': EXPORTED,
  'attributes.names': NO_PERSON,
  'audit_entries.actor_id': { isExported: true, kept: placeholder },
  'audit_entries.after': { kept: 'the audit log is append-only; addresses are masked, secrets are left out' },
  'audit_entries.before': { kept: 'the audit log is append-only; addresses are masked, secrets are left out' },
  'audit_entries.actor_name': { isExported: true, kept: 'the audit log is append-only; it is deleted after its years' },
  'blog_posts.author_id': KEPT_STAFF,
  'business_reviews.reviewer_id': KEPT_STAFF,
  'businesses.address': BUSINESS,
  'businesses.dispatch': BUSINESS,
  'businesses.applicant_id': KEPT_ID,
  'businesses.email': BUSINESS,
  'businesses.name': BUSINESS,
  'businesses.phone': BUSINESS,
  'carts.user_id': EXPORTED,
  'cart_items.user_id': EXPORTED,
  'catalog_imports.actor_id': KEPT_STAFF,
  'catalog_imports.file_name': NO_PERSON,
  'contact_messages.answered_by_id': KEPT_STAFF,
  'contact_messages.company': EXPORTED,
  'contact_messages.details': EXPORTED,
  'contact_messages.email': EXPORTED,
  'contact_messages.message': EXPORTED,
  'contact_messages.name': EXPORTED,
  'contact_messages.phone': EXPORTED,
  'contact_messages.user_id': EXPORTED,
  'deleted_categories.deleted_by': KEPT_STAFF,
  'erasures.user_id': { kept: 'so that a restored backup forgets the person again; the id leads to a placeholder' },
  'idempotency_keys.user_id': ERASED,
  'idempotency_keys.response': ERASED,
  'import_mappings.user_id': ERASED,
  'login_challenges.user_id': ERASED,
  'media_files.url': { isExported: true, kept: 'pictures of products; those of returns become unused and are deleted' },
  'media_files.user_id': EXPORTED,
  'message_replies.author_id': KEPT_STAFF,
  'message_replies.text': EXPORTED,
  'new_buyer_orders.network': { kept: 'cleared after a day' },
  'newsletter_subscribers.consent_text': EXPORTED,
  'newsletter_subscribers.email': EXPORTED,
  'notifications.text': EXPORTED,
  'notifications.title': EXPORTED,
  'notifications.user_id': EXPORTED,
  'order_events.actor_id': KEPT_ID,
  'order_events.actor_name': EXPORTED,
  'order_events.note': EXPORTED,
  'order_lines.name': NO_PERSON,
  'orders.customer': ACCOUNTING,
  'orders.search_text': ERASED,
  'orders.user_email': EXPORTED,
  'orders.user_id': KEPT_ID,
  'orders.user_name': EXPORTED,
  'locks.name': { kept: 'the user or the hashed network that an upload or order waited for; deleted within a day' },
  'outbox.payload': { isExported: true, isErased: true },
  'payments.actor_id': KEPT_STAFF,
  'payout_accounts.account_number': BUSINESS,
  'payout_accounts.holder': BUSINESS,
  'payout_accounts.iban': BUSINESS,
  'payouts.actor_id': KEPT_STAFF,
  'product_changes.actor_id': { kept: 'deleted after a day' },
  'products.deleted_by': KEPT_STAFF,
  'products.name': NO_PERSON,
  'promotions.deleted_by': KEPT_STAFF,
  'search_synonyms.updated_by': KEPT_STAFF,
  'zero_result_searches.dismissed_by': KEPT_STAFF,
  'promotion_uses.user_id': KEPT_ID,
  'rate_limits.key': { kept: 'a hash of the user or network, deleted within a day and left out of backups' },
  'recovery_codes.hash': ERASED,
  'recovery_codes.user_id': ERASED,
  'refunds.actor_id': KEPT_STAFF,
  'returns.note': EXPORTED,
  'returns.photos': EXPORTED,
  'returns.user_id': KEPT_ID,
  'saved_views.query': EXPORTED,
  'saved_views.user_id': EXPORTED,
  'schema_migrations.name': NO_PERSON,
  'seller_orders.business_name': BUSINESS,
  'sessions.network': EXPORTED,
  'sessions.user_agent': EXPORTED,
  'sessions.user_id': EXPORTED,
  'revisions.name': NO_PERSON,
  'settings.name': NO_PERSON,
  'shipping_zones.name': NO_PERSON,
  'staff_notes.author_id': KEPT_STAFF,
  'staff_notes.text': EXPORTED,
  'staff_notes.user_id': EXPORTED,
  'stock_movements.actor_id': KEPT_STAFF,
  'user_passkeys.credential_id': ERASED,
  'user_passkeys.name': EXPORTED,
  'user_passkeys.public_key': ERASED,
  'user_passkeys.user_id': EXPORTED,
  'user_tokens.new_email': ERASED,
  'user_tokens.token_hash': ERASED,
  'user_tokens.user_id': ERASED,
  'user_totp.secret': ERASED,
  'user_totp.user_id': EXPORTED,
  'users.email': EXPORTED,
  'users.email_verified_at': EXPORTED,
  'users.last_signed_in_at': { isExported: true, kept: 'a time that belongs to nobody once the name is gone' },
  'users.name': EXPORTED,
  'users.password_hash': ERASED,
  'users.pending_email': EXPORTED,
}
