import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { TOKEN_KINDS, TOKEN_SCOPES } from '#domain/api-tokens.ts'
import { APPROVAL_STATUSES, BUSINESS_STATUSES, BUSINESS_TYPES, type BusinessStatus } from '#domain/business.ts'
import type { Pause } from '#domain/pause.ts'
import { PAYOUT_HOLD_REASONS } from '#domain/payout-hold.ts'
import { DUTIES } from '#domain/permissions.ts'
import { SIGN_IN_METHODS } from '#domain/second-factor.ts'
import { VAT_SCHEMES } from '#domain/tax-registration.ts'
import type { TraderChecks } from '#domain/trader.ts'
import { ROLES, USER_STATUSES } from '#domain/user.ts'
import { joined, normalized } from '#server/platform/text/normalized-columns.ts'
import { at, byName, bytea, cents, createdAt, deletedAt, id, lower, oneOf, stamp, version } from './columns.ts'

/** Changes by the deletion of a business, so that it can be restored. */
export interface BusinessDeletion {
  by: string
  /** Its status before. */
  status: BusinessStatus
  /** Products that were Active, and their versions since. */
  products: { id: string; version: number }[]
  /** Owners who were Active, and what they were made. */
  sellers: string[]
  /** Those among them who are members of its team, no owners; they are not among `sellers`. */
  members?: string[]
  released: 'deactivate' | 'customers'
}

/** Address that the products of a business leave from; the country by its ISO 3166 code. */
export interface DispatchAddress {
  address: string
  city: string
  state: string
  postalCode: string
  country: string
}

export const users = pgTable(
  'users',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    /** PHC string of argon2id; null until an invitation is accepted. */
    passwordHash: text(),
    mustChangePassword: boolean().notNull().default(false),
    role: text({ enum: ROLES }).notNull(),
    /** Duties of an application_admin; without meaning for other roles. */
    duties: text({ enum: DUTIES }).array().notNull().default(['all']),
    status: text({ enum: USER_STATUSES }).notNull().default('Active'),
    /** The business that it owned first, as versions before teams read it; `business_members` counts, and a trigger keeps it equal. */
    businessId: uuid().references(() => businesses.id),
    emailVerifiedAt: at(),
    /** A new address that staff entered and its owner has not confirmed: shown to staff, while `email` counts for sign-in and emails. */
    pendingEmail: text(),
    /** Days that staff gave the user to pay, and the most that may be open, in USD cents; null: as everybody. */
    termDays: integer(),
    limitUsdCents: cents(),
    /** Last sign-in, or the beginning of the account; for accounts older than this column at least the day that it was added. */
    lastSignedInAt: createdAt(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    deletedAt: deletedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('users_email_key').on(lower(t.email)),
    index('users_business_idx').on(t.businessId),
    index('users_staff_idx').on(t.role).where(sql`${t.role} <> 'customer'`),
    index('users_created_idx').on(t.createdAt),
    index('users_name_idx').on(byName(t.name)),
    index('users_search_idx').using('gin', sql`${normalized(joined(t.name, t.email))} gin_trgm_ops`),
    index('users_pending_search_idx')
      .using('gin', sql`${normalized(t.pendingEmail)} gin_trgm_ops`)
      .where(sql`${t.pendingEmail} is not null`),
    oneOf('users_role_check', t.role, ROLES),
    oneOf('users_status_check', t.status, USER_STATUSES),
  ],
)

/** Signed-in devices. Only the SHA-256 of the token is kept. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    tokenHash: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text().notNull().default(''),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    idleExpiresAt: at().notNull(),
    expiresAt: at().notNull(),
    /** When its user last proved who it is: at sign-in, or to confirm it. */
    stepUpAt: at(),
    /** Way of signing in; null for sessions older than this column. */
    method: text({ enum: SIGN_IN_METHODS }),
    /** First half of the network that it was signed in from, such as `203.0.*.*`. */
    network: text(),
    /** When its user last changed anything, in any session; noted only where there are replicas. */
    wroteAt: at(),
    /** Business that its user has chosen to act for; null: the first one. */
    businessId: uuid(),
  },
  (t) => [index('sessions_user_idx').on(t.userId), index('sessions_expires_idx').on(t.expiresAt)],
)

const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Authenticator app of a user. */
export const userTotp = pgTable('user_totp', {
  userId: userId().primaryKey(),
  /** Encrypted with a key of SECRETS_KEYS: id of the key, nonce, tag, ciphertext. */
  secret: bytea().notNull(),
  /** Null until the first code is entered: then it counts. */
  confirmedAt: at(),
  /** Number of the 30 seconds of the last code: each code works once. */
  lastStep: bigint({ mode: 'number' }),
})

/** Passkeys of users (WebAuthn credentials). */
export const userPasskeys = pgTable(
  'user_passkeys',
  {
    id: id(),
    userId: userId(),
    /** In base64url. */
    credentialId: text().notNull().unique('user_passkeys_credential_key'),
    publicKey: bytea().notNull(),
    /** Uses as the authenticator counts them; one that goes back was copied. 0 where it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    /** True if the authenticator syncs it between devices. */
    backedUp: boolean().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: at(),
  },
  (t) => [index('user_passkeys_user_idx').on(t.userId)],
)

/** Recovery codes, each for one sign-in. Only the SHA-256 is kept. */
export const recoveryCodes = pgTable('recovery_codes', { userId: userId(), hash: text().notNull(), usedAt: at() }, (t) => [
  primaryKey({ columns: [t.userId, t.hash] }),
])

const CHALLENGE_PURPOSES = ['login', 'register', 'step_up'] as const

/** Sign-ins and confirmations that wait for a second factor or a passkey. Only the SHA-256 of the token is kept. */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    hash: text().primaryKey(),
    /** Null for a sign-in by passkey, which says who it is. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: CHALLENGE_PURPOSES }).notNull(),
    /** Bytes that a passkey must sign, in base64url. */
    challenge: text().notNull(),
    attempts: integer().notNull().default(0),
    expiresAt: at().notNull(),
  },
  (t) => [
    index('login_challenges_user_idx').on(t.userId),
    index('login_challenges_expires_idx').on(t.expiresAt),
    oneOf('login_challenges_purpose_check', t.purpose, CHALLENGE_PURPOSES),
  ],
)

/** Erased accounts, so that a restored backup can forget them again. */
export const erasures = pgTable('erasures', {
  userId: uuid().primaryKey(),
  at: at().notNull(),
})

/**
 * API tokens. Only the SHA-256 of the secret is kept. Triggers end them with the password, role, status, duties or place in a team of their
 * owner, and with the approval of their business.
 */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    kind: text({ enum: TOKEN_KINDS }).notNull(),
    userId: userId(),
    /** Business that it acts for; null for the other kinds. */
    businessId: uuid().references(() => businesses.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    scopes: text({ enum: TOKEN_SCOPES }).array().notNull(),
    tokenHash: text().notNull().unique(),
    createdAt: createdAt(),
    expiresAt: at().notNull(),
    /** Last use, to the minute. */
    lastUsedAt: at(),
    /** When it was revoked, or ended before its time. */
    revokedAt: at(),
  },
  (t) => [
    index('api_tokens_user_idx').on(t.userId),
    index('api_tokens_business_idx').on(t.businessId),
    oneOf('api_tokens_kind_check', t.kind, TOKEN_KINDS),
    check('api_tokens_business_check', sql`(${t.kind} = 'business') = (${t.businessId} is not null)`),
  ],
)

const TOKEN_PURPOSES = ['reset', 'verify', 'invite', 'bootstrap', 'undo_email'] as const

/** One-use links in mails: reset, verification, invitation, undoing a change of address. Only the SHA-256 is kept. */
export const userTokens = pgTable(
  'user_tokens',
  {
    tokenHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: TOKEN_PURPOSES }).notNull(),
    /** The address that the link sets, where it sets one: a new one, or the one of before. */
    newEmail: text(),
    createdAt: createdAt(),
    expiresAt: at().notNull(),
    usedAt: at(),
  },
  (t) => [oneOf('user_tokens_purpose_check', t.purpose, TOKEN_PURPOSES)],
)

export const addresses = pgTable(
  'addresses',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    form: jsonb().$type<Record<string, string>>().notNull(),
    isDefault: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index('addresses_user_idx').on(t.userId), uniqueIndex('addresses_one_default').on(t.userId).where(sql`${t.isDefault}`)],
)

export const businesses = pgTable(
  'businesses',
  {
    id: id(),
    /** The address of its page, /producers/{slug}. */
    slug: text().notNull().unique(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    website: text(),
    contactPublic: boolean().notNull().default(false),
    address: text().notNull().default(''),
    city: text().notNull().default(''),
    country: text().notNull().default(''),
    postalCode: text().notNull().default(''),
    /** Address that its products leave from; null: the one above. */
    dispatch: jsonb().$type<DispatchAddress>(),
    description: text().notNull().default(''),
    businessType: text({ enum: BUSINESS_TYPES }).notNull(),
    logo: text(),
    status: text({ enum: BUSINESS_STATUSES }).notNull().default('Active'),
    /** Approval of its application. */
    businessStatus: text({ enum: APPROVAL_STATUSES }).notNull().default('pending'),
    applicantId: uuid(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    deletedAt: deletedAt(),
    /** Null while it is there. */
    deletion: jsonb().$type<BusinessDeletion>(),
    version: version(),
    /** Its payouts wait until then; null, or in the past: they do not. */
    payoutsHeldUntil: at(),
    payoutsHeldReason: text({ enum: PAYOUT_HOLD_REASONS }),
    stamp: stamp(),
    vatScheme: text({ enum: VAT_SCHEMES }).notNull().default('regular'),
    vatId: text(),
    /** When it agreed that the platform writes its invoices (Art. 224 Directive 2006/112/EC); null: it has not. */
    documentsAgreedAt: at(),
    legalName: text().notNull().default(''),
    /** Such as GmbH; '' for none. */
    legalForm: text().notNull().default(''),
    /** Person who acts for it. */
    representative: text().notNull().default(''),
    /** Register that it is in, and its number there; '' for none. */
    registerName: text().notNull().default(''),
    registerNumber: text().notNull().default(''),
    /** Tax number, such as an EIN; never public. Documents of sellers in the European Union without a VAT id have it. */
    taxId: text().notNull().default(''),
    /** When it stated that it offers only products that comply with the law. */
    selfCertifiedAt: at(),
    /** Checks that staff made of it. */
    checks: jsonb().$type<TraderChecks>().notNull().default({}),
    /** When it was asked by email for what is missing, first and again. */
    traderAskedAt: at(),
    traderRemindedAt: at(),
    /** When its sales in the United States first needed its details to be checked; null: they do not. */
    informSince: at(),
    /** Its sales in the United States of a year need its name and contact to be public. */
    informPublic: boolean().notNull().default(false),
    /** When it last confirmed its details. */
    informConfirmedAt: at(),
    /** Days on which it takes no orders; null: none were named. Over, or not begun, it does nothing. */
    pause: jsonb().$type<Pause>(),
  },
  (t) => [
    uniqueIndex('businesses_email_key').on(lower(t.email)).where(sql`${t.status} <> 'Deleted'`),
    index('businesses_name_idx').on(lower(t.name)),
    index('businesses_search_idx').using('gin', sql`${normalized(joined(t.name, t.description, t.city, t.country))} gin_trgm_ops`),
    index('businesses_staff_search_idx').using('gin', sql`${normalized(joined(t.name, t.email, t.city, t.country))} gin_trgm_ops`),
    index('businesses_likeness_idx').using('gin', sql`lower(${t.name}) gin_trgm_ops`),
    index('businesses_name_search_idx').using('gin', sql`${normalized(t.name)} gin_trgm_ops`),
    oneOf('businesses_type_check', t.businessType, BUSINESS_TYPES),
    oneOf('businesses_status_check', t.status, BUSINESS_STATUSES),
    oneOf('businesses_approval_check', t.businessStatus, APPROVAL_STATUSES),
    oneOf('businesses_vat_scheme_check', t.vatScheme, VAT_SCHEMES),
    oneOf('businesses_payouts_held_check', t.payoutsHeldReason, PAYOUT_HOLD_REASONS),
  ],
)

/** Views of the back office's lists that a user has saved: a name for search, filters and order. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Name of the list. */
    grid: text().notNull(),
    label: text().notNull(),
    /** Search, filters and order as the address has them. */
    query: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('saved_views_label').on(t.userId, t.grid, t.label)],
)
