import { and, arrayContains, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Quote, QuoteFile } from '#contract/quotes/quotes.ts'
import type { QuoteSide } from '#domain/quote-state.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { quoteFiles, quotes, quoteVersions } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { headOf, readWhole } from '#server/platform/files/files.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { storeSheet } from '#server/platform/media/store-sheet.ts'
import { findQuote, type QuoteScope } from './quote-record.ts'

/** Most files that an account may store in a day. */
const FILES_A_DAY = 30

/** Stores a file that a request or an offer of the caller can name. */
export async function addFile({ db, files, now }: Deps, actor: Actor, file: { name: string; bytes: Buffer } | null): Promise<QuoteFile> {
  if (!file || file.bytes.length === 0) return refuseField('file', 'Please choose a file')
  const since = new Date(now().getTime() - DAY_MS)
  const isNew = and(eq(quoteFiles.uploaderId, actor.userId), sql`${quoteFiles.createdAt} > ${since.toISOString()}::timestamptz`)
  if ((await db.$count(quoteFiles, isNew)) >= FILES_A_DAY) refuse('too_many_requests', { facts: { seconds: DAY_MS / 1000 } })
  const key = await storeSheet(files, 'quotes', file.bytes)
  const name =
    file.name
      .replace(/[\p{Cc}/\\]+/gu, ' ')
      .trim()
      .slice(-120) || 'file'
  const [row] = await db.insert(quoteFiles).values({ uploaderId: actor.userId, name, key, createdAt: now() }).returning()
  return { id: found(row).id, name }
}

/** Gives quotes the files that their sender has stored. Refuses, at the field, files of others. */
export async function claimFiles(tx: Db, userId: string, fileIds: readonly string[], quoteIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  const isOwn = and(inArray(quoteFiles.id, [...fileIds]), eq(quoteFiles.uploaderId, userId))
  const ids = sql.param([...quoteIds])
  const claimed = await tx
    .update(quoteFiles)
    .set({ quoteIds: sql`array(select distinct unnest(${quoteFiles.quoteIds} || ${ids}::uuid[]))` })
    .where(isOwn)
    .returning({ id: quoteFiles.id })
  if (claimed.length < new Set(fileIds).size) refuseField('fileIds', 'One of these files is no longer there. Please add it again.')
}

/** Condition: files of a quote that somebody may see; its buyer sees its own, and those of the offers that were sent. */
function filesOf(scope: QuoteScope, quoteId: string): SQL | undefined {
  const ofQuote = arrayContains(quoteFiles.quoteIds, [quoteId])
  if (scope === null || !('buyerId' in scope)) return ofQuote
  const isSent = sql`exists (select from ${quoteVersions} v where v.quote_id = ${quoteId} and v.content->'fileIds' ? ${quoteFiles.id}::text)`
  return and(ofQuote, or(eq(quoteFiles.uploaderId, scope.buyerId), isSent))
}

const isOfBuyer = (quoteId: string) =>
  sql<boolean>`coalesce(${quoteFiles.uploaderId} = (select q.buyer_id from ${quotes} q where q.id = ${quoteId}), false)`

/** Returns the files of a quote that somebody may see, oldest first, each with the side that added it. */
export function listFiles(db: Db, scope: QuoteScope, quoteId: string): Promise<Quote['files']> {
  return db
    .select({
      id: quoteFiles.id,
      name: quoteFiles.name,
      side: sql<QuoteSide>`case when ${isOfBuyer(quoteId)} then 'buyer' else 'seller' end`,
    })
    .from(quoteFiles)
    .where(filesOf(scope, quoteId))
    .orderBy(asc(quoteFiles.createdAt), asc(quoteFiles.id))
}

/** Returns a file of a quote that somebody may see. Refuses `not_found` for others. */
export async function readFile({ db, files }: Deps, scope: QuoteScope, { id, fileId }: { id: string; fileId: string }) {
  found(await findQuote(db, scope, id))
  const [file] = await db
    .select()
    .from(quoteFiles)
    .where(and(eq(quoteFiles.id, fileId), filesOf(scope, id)))
  const { key, name } = found(file)
  const { contentType } = headOf(key)
  const bytes = found(await readWhole(files, key))
  return { name: contentType === 'image/webp' ? name.replace(/(\.\w{1,5})?$/, '.webp') : name, type: contentType, bytes }
}
