import { createHash } from 'node:crypto'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { normalizeEmail } from '#domain/user.ts'

/** Beginning of a column that has the hash of an email address in its place. */
const HASHED = 'sha256:'

/** Returns what stands for an address that was removed: a hash that shows whether an address was the one. */
export const hashEmail = (email: string): string => `${HASHED}${createHash('sha256').update(normalizeEmail(email)).digest('hex')}`

/** `hashEmail` in SQL. */
export const hashedEmail = (email: SQLWrapper): SQL =>
  sql`(${sql.raw(`'${HASHED}'`)} || encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex'))`

/** Says whether the address was removed, and only its hash is left. */
export const isHashed = (email: string): boolean => email.startsWith(HASHED)

/** `isHashed` in SQL. */
export const isHashedEmail = (email: SQLWrapper): SQL => sql`starts_with(${email}, ${sql.raw(`'${HASHED}'`)})`
