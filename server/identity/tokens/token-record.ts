import { and, asc, type Column, desc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { SHORT_TOKEN_WARNING_DAYS, TOKEN_WARNING_DAYS, type TokenKind, type TokenScope } from '#domain/api-tokens.ts'
import { DEFAULT_SECURITY, requiresSecondFactor, type SecurityRules } from '#domain/second-factor.ts'
import { isStaffRole } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { apiTokens, businesses, businessMembers, settings, userPasskeys, users, userTotp } from '#server/platform/db/schema.ts'
import { statement } from '#server/platform/db/unit-of-work.ts'
import type { Actor } from '#server/platform/http/actor.ts'

type FoundActor = Omit<Actor, 'sessionId' | 'hasStepUp' | 'hasSecondFactor' | 'mustEnroll' | 'hasJustWritten' | 'token'>

interface TokenRow {
  id: string
  kind: TokenKind
  tokenName: string
  scopes: TokenScope[]
  /** Times as milliseconds since the epoch. */
  expiresAt: number
  lastUsedAt: number | null
  security: Partial<SecurityRules> | null
  hasSecondFactor: boolean
  actor: FoundActor
}

const milliseconds = (column: Column) => sql`(extract(epoch from ${column}) * 1000)::float8`

/** Reads the token of a secret, with all that a request must know of its owner. */
const readToken = statement<{ tokenHash: string }, TokenRow>(
  'api-token',
  () => sql`select ${apiTokens.id}, ${apiTokens.kind}, ${apiTokens.name} as "tokenName", ${apiTokens.scopes},
      ${milliseconds(apiTokens.expiresAt)} as "expiresAt", ${milliseconds(apiTokens.lastUsedAt)} as "lastUsedAt",
      (select ${settings.value} from ${settings} where ${settings.name} = 'security') as security,
      (exists (select 1 from ${userTotp} where ${userTotp.userId} = ${users.id} and ${userTotp.confirmedAt} is not null)
        or exists (select 1 from ${userPasskeys} where ${userPasskeys.userId} = ${users.id})) as "hasSecondFactor",
      json_build_object('userId', ${users.id}, 'name', ${users.name}, 'email', ${users.email}, 'role', ${users.role},
        'duties', ${users.duties}, 'status', ${users.status}, 'emailVerified', ${users.emailVerifiedAt} is not null,
        'mustChangePassword', ${users.mustChangePassword}, 'businessId', own.id, 'businessName', own.name,
        'businessStatus', own.business_status, 'memberKind', own.kind) as actor
    from ${apiTokens} join ${users} on ${users.id} = ${apiTokens.userId}
      left join lateral (
        select b.id, b.name, b.business_status, m.kind from ${businessMembers} m join ${businesses} b on b.id = m.business_id
        where m.user_id = ${users.id} and b.id = ${apiTokens.businessId} and ${users.role} = 'business_admin' and b.status <> 'Deleted'
      ) own on true
    where ${apiTokens.tokenHash} = ${sql.placeholder('tokenHash')} and ${apiTokens.revokedAt} is null and ${users.status} = 'Active'`,
)

/** Returns whether the owner still is whom the token acts for; triggers have revoked it otherwise. */
function isValid({ kind, actor }: TokenRow): boolean {
  if (kind === 'business') return actor.businessStatus === 'approved'
  return kind === 'person' || isStaffRole(actor.role)
}

/** Returns the actor of a live token, and its last recorded use; null for any other secret. A person's token acts as a customer. */
export async function findToken(db: Db, tokenHash: string, now: Date): Promise<{ actor: Actor; lastUsedAt: number | null } | null> {
  const [row] = await readToken(db, { tokenHash })
  if (!row || row.expiresAt <= now.getTime() || !isValid(row)) return null
  const { id, kind, tokenName, scopes, hasSecondFactor } = row
  const found: FoundActor = kind === 'person' ? { ...row.actor, role: 'customer', duties: [] } : row.actor
  const mustEnroll = !hasSecondFactor && requiresSecondFactor(found.role, { ...DEFAULT_SECURITY, ...row.security })
  const token = { id, kind, name: tokenName, scopes, expiresAt: new Date(row.expiresAt) }
  // what a token has just written, its next read must find
  const actor = { ...found, sessionId: '', hasStepUp: false, hasSecondFactor, mustEnroll, hasJustWritten: true, token }
  return { actor, lastUsedAt: row.lastUsedAt }
}

/** Records the use of a token, unless a use after `usedBefore` was recorded. */
export async function touchToken(db: Db, id: string, { now, usedBefore }: { now: Date; usedBefore: Date }): Promise<void> {
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, usedBefore))))
}

/** Tokens of one kind that a caller sees: of a person, of a business, of a member of staff; null: of all staff. */
export interface TokenSet {
  kind: TokenKind
  userId: string | null
  businessId: string | null
}

function isIn({ kind, userId, businessId }: TokenSet): SQL | undefined {
  return and(
    eq(apiTokens.kind, kind),
    userId === null ? undefined : eq(apiTokens.userId, userId),
    businessId === null ? undefined : eq(apiTokens.businessId, businessId),
  )
}

/** Row of a token with the name of its owner. */
export type ListedToken = Omit<typeof apiTokens.$inferSelect, 'tokenHash'> & { ownerName: string }

/** Lists tokens, newest first; those that ended, until they are deleted. */
export async function listTokensIn(db: Db, set: TokenSet): Promise<ListedToken[]> {
  const rows = await db
    .select({ token: apiTokens, ownerName: users.name })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(isIn(set))
    .orderBy(desc(apiTokens.createdAt), apiTokens.id)
  return rows.map(({ token: { tokenHash: _tokenHash, ...token }, ownerName }) => ({ ...token, ownerName }))
}

/** Lists all tokens of a person, of every kind, oldest first. */
export async function listTokensOf(db: Db, userId: string) {
  return db.select().from(apiTokens).where(eq(apiTokens.userId, userId)).orderBy(asc(apiTokens.createdAt), asc(apiTokens.id))
}

/** Returns the number of a person's tokens of one kind that have not ended. The caller holds the lock of the user. */
export function countTokens(tx: Db, userId: string, kind: TokenKind, now: Date): Promise<number> {
  const isLive = and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now))
  return tx.$count(apiTokens, and(eq(apiTokens.userId, userId), eq(apiTokens.kind, kind), isLive))
}

/** Stores a token. */
export async function insertToken(tx: Db, token: typeof apiTokens.$inferInsert): Promise<ListedToken['id']> {
  const [row] = await tx.insert(apiTokens).values(token).returning({ id: apiTokens.id })
  if (!row) throw new Error('The token was not stored')
  return row.id
}

/** Revokes a token that has not ended. @returns its owner, name and kind; null if there is none */
export async function revokeTokenIn(tx: Db, { id, ...set }: TokenSet & { id: string }, now: Date) {
  const isLive = and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now))
  const [row] = await tx
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(eq(apiTokens.id, id), isIn(set), isLive))
    .returning({ userId: apiTokens.userId, name: apiTokens.name, kind: apiTokens.kind })
  return row ?? null
}

/** Revokes all tokens of a user. @returns their number */
export async function revokeTokensOf(tx: Db, userId: string, now: Date): Promise<number> {
  const ended = await tx
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
    .returning({ id: apiTokens.id })
  return ended.length
}

/** Lists the tokens whose owners are to be warned of the end, with owner and business; each is listed until then. */
export async function listExpiring(db: Db, now: Date) {
  const [long, short] = [TOKEN_WARNING_DAYS, SHORT_TOKEN_WARNING_DAYS].map((days) => sql`make_interval(hours => ${24 * days}::int)`)
  const lifetime = sql`(${apiTokens.expiresAt} - ${apiTokens.createdAt})`
  return db
    .select({ token: apiTokens, name: users.name, email: users.email, business: businesses.name })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .leftJoin(businesses, eq(businesses.id, apiTokens.businessId))
    .where(
      and(
        isNull(apiTokens.revokedAt),
        gt(apiTokens.expiresAt, now),
        sql`${lifetime} >= ${short}`,
        sql`${apiTokens.expiresAt} <= ${now.toISOString()}::timestamptz + case when ${lifetime} > ${long} then ${long} else ${short} end`,
      ),
    )
}
