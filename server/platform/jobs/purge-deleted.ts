import { setTimeout as pause } from 'node:timers/promises'
import { RETENTION_DAYS } from '#domain/retention.ts'
import { pluralize } from '#domain/text.ts'
import { DAY_MS } from '#domain/time.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { listAll, PROBES } from '#server/platform/files/files.ts'
import { deletePictures, stemOf } from '#server/platform/media/store-picture.ts'
import { deleteOldNotifications } from '#server/platform/notifications/notification-record.ts'
import type { Work } from '#server/platform/vendors/queue.ts'
import {
  clearReturnPhotos,
  deleteCarts,
  deleteCategories,
  deleteChallenges,
  deleteClicks,
  deleteDrafts,
  deleteLocks,
  deleteMedia,
  deleteMessages,
  deleteNetworks,
  deleteNotices,
  deleteOldChanges,
  deletePosts,
  deleteProductChanges,
  deleteProducts,
  deleteResults,
  deleteSearchDays,
  deleteSearches,
  deleteSent,
  deleteSessions,
  deleteTokens,
  deleteUnconfirmed,
  deleteUnconfirmedWithdrawals,
  deleteUnsent,
  deleteUnsubscribed,
  deleteUsedKeys,
  deleteVatChecks,
  deleteWithdrawals,
  hashUnsubscribed,
  listCertificateFiles,
  listKeptImports,
  listPictureStems,
  listUnusedMedia,
} from './expired-rows.ts'
import { purgeAudit } from './purge-audit.ts'
import { purgeSearchWords } from './unused-words.ts'

const BATCH = 200
const PAUSE_MS = 20

/** Deletes or reduces at most `limit` rows from before a moment. @returns their number */
type Purge = (tx: Db, before: Date, limit: number) => Promise<number>

/** Kinds of rows with the days that they are kept; 0: until they end. */
const ROWS: readonly (readonly [noun: string, days: number, purge: Purge, plural?: string])[] = [
  ['product', RETENTION_DAYS.deleted, deleteProducts],
  ['category', RETENTION_DAYS.deleted, deleteCategories, 'categories'],
  ['article', RETENTION_DAYS.deleted, deletePosts],
  ['session', 0, deleteSessions],
  ['unfinished sign-in', RETENTION_DAYS.challenge, deleteChallenges],
  ['link', RETENTION_DAYS.link, deleteTokens],
  ['idempotency key', RETENTION_DAYS.idempotencyKey, deleteUsedKeys],
  ['message', RETENTION_DAYS.message, deleteMessages], // before the calculations that they name
  ['calculation', RETENTION_DAYS.result, deleteResults],
  ['email', RETENTION_DAYS.email, deleteSent],
  ['unsent email', RETENTION_DAYS.unsentEmail, deleteUnsent],
  ['notification', RETENTION_DAYS.notification, deleteOldNotifications],
  ['unconfirmed subscription', RETENTION_DAYS.unconfirmedSubscriber, deleteUnconfirmed],
  ['former subscriber', 0, hashUnsubscribed],
  ['former subscription', RETENTION_DAYS.formerSubscriber, deleteUnsubscribed],
  ['cart', RETENTION_DAYS.cart, deleteCarts],
  ['order network', RETENTION_DAYS.network, deleteNetworks],
  ['unfinished import', RETENTION_DAYS.draft, deleteDrafts],
  ['undo record', RETENTION_DAYS.import, deleteOldChanges],
  ['bulk change', RETENTION_DAYS.bulkChange, deleteProductChanges],
  ['zero-result search', RETENTION_DAYS.zeroResultSearch, deleteSearches],
  ['search click', RETENTION_DAYS.searchClick, deleteClicks],
  ['day of searches', RETENTION_DAYS.searchDay, deleteSearchDays, 'days of searches'],
  ['VAT ID check', RETENTION_DAYS.vatCheck, deleteVatChecks, 'VAT ID checks'],
  ['unconfirmed withdrawal', RETENTION_DAYS.unconfirmedWithdrawal, deleteUnconfirmedWithdrawals],
  ['withdrawal', RETENTION_DAYS.withdrawal, deleteWithdrawals],
  ['notice', RETENTION_DAYS.notice, deleteNotices],
  ['closed return', RETENTION_DAYS.returnPhoto, clearReturnPhotos],
]

/** A step of the purge. */
export interface PurgeStep {
  /** One of the things that it removes. */
  noun: string
  /** By default the noun with an "s". */
  plural?: string
  /** @returns the number removed */
  run: (deps: Deps, signal: AbortSignal) => Promise<number>
}

/** Repeats a deletion in small batches, so that requests do not wait for it. @returns the number of rows */
export async function drain(
  db: Db,
  signal: AbortSignal,
  remove: (tx: Db, limit: number) => Promise<number>,
  batch = BATCH,
): Promise<number> {
  for (let all = 0; ; ) {
    signal.throwIfAborted()
    const removed = await inTransaction(db, (tx) => remove(tx, batch))
    all += removed
    if (removed < batch) return all
    await pause(PAUSE_MS)
  }
}

const daysBefore = ({ now }: Deps, days: number) => new Date(now().getTime() - days * DAY_MS)

const rowStep = ([noun, days, purge, plural]: (typeof ROWS)[number]): PurgeStep => ({
  noun,
  ...(plural && { plural }),
  run: (deps, signal) => drain(deps.db, signal, (tx, limit) => purge(tx, daysBefore(deps, days), limit)),
})

async function purgeMedia(deps: Deps, signal: AbortSignal): Promise<number> {
  const { files, db } = deps
  const unused = await listUnusedMedia(db, daysBefore(deps, RETENTION_DAYS.unusedPicture))
  for (let at = 0; at < unused.length; at += BATCH) {
    signal.throwIfAborted()
    const some = unused.slice(at, at + BATCH)
    // rows first: a file without a row is harmless
    await deleteMedia(
      db,
      some.map(({ id }) => id),
    )
    for (const { url } of some) await deletePictures(files, url)
  }
  return unused.length
}

/** Deletes the files below a prefix that were written more than `days` ago, but for those of which `isKept` is true. @returns their number */
async function purgeFiles(
  deps: Deps,
  signal: AbortSignal,
  { prefix, days, isKept }: { prefix: string; days: number; isKept: (name: string) => boolean },
): Promise<number> {
  const before = daysBefore(deps, days)
  let removed = 0
  for await (const { key, writtenAt } of listAll(deps.files, prefix)) {
    signal.throwIfAborted()
    if (writtenAt > before || isKept(key.slice(prefix.length))) continue
    await deps.files.remove(key)
    removed += 1
  }
  return removed
}

/** Deletes the files of abandoned drafts, and of imports that can no longer be undone. */
async function purgeImportFiles(deps: Deps, signal: AbortSignal): Promise<number> {
  const kept = new Set(await listKeptImports(deps.db, daysBefore(deps, RETENTION_DAYS.import)))
  return purgeFiles(deps, signal, { prefix: 'imports/', days: RETENTION_DAYS.draft, isKept: (name) => kept.has(name) })
}

/** Deletes the files of pictures without a row: an upload that was cut short, or a deletion that could not reach the store. */
async function purgeLostPictures(deps: Deps, signal: AbortSignal): Promise<number> {
  const known = new Set(await listPictureStems(deps.db))
  const lost = { days: RETENTION_DAYS.unusedPicture, isKept: (name: string) => known.has(stemOf(name)) }
  const prefixes = ['media/', 'returns/']
  let removed = 0
  for (const prefix of prefixes) removed += await purgeFiles(deps, signal, { prefix, ...lost })
  return removed
}

/** Deletes the files of certificates without a row: of an erased account, or of an upload that was cut short. */
async function purgeCertificates(deps: Deps, signal: AbortSignal): Promise<number> {
  const known = new Set(await listCertificateFiles(deps.db))
  return purgeFiles(deps, signal, { prefix: 'certificates/', days: RETENTION_DAYS.unusedPicture, isKept: (name) => known.has(name) })
}

const PROBE_FILES = { prefix: PROBES, days: 1, isKept: () => false }
const EMAIL_FILES = { prefix: 'mail/', days: RETENTION_DAYS.emailFile, isKept: () => false }

/** Forgets names of locks, which is nothing that anybody has to know. */
async function forgetLocks({ db }: Deps, signal: AbortSignal): Promise<number> {
  await drain(db, signal, deleteLocks)
  return 0
}

/** Drops unused search words, which is nothing that anybody has to know either. */
async function forgetWords(deps: Deps, signal: AbortSignal): Promise<number> {
  await purgeSearchWords(deps, signal)
  return 0
}

const STEPS: readonly PurgeStep[] = [
  ...ROWS.map(rowStep),
  { noun: 'lock', run: forgetLocks },
  { noun: 'search word', run: forgetWords },
  { noun: 'picture', run: purgeMedia },
  { noun: 'import file', run: purgeImportFiles },
  { noun: 'email file', run: (deps, signal) => purgeFiles(deps, signal, EMAIL_FILES) },
  { noun: 'file of a check', plural: 'files of checks', run: (deps, signal) => purgeFiles(deps, signal, PROBE_FILES) },
  { noun: 'lost picture file', plural: 'lost picture files', run: purgeLostPictures },
  { noun: 'certificate file', plural: 'certificate files', run: purgeCertificates },
  { noun: 'audit entry', plural: 'audit entries', run: purgeAudit },
]

/**
 * Removes for good what is kept no longer (`domain/retention.ts`, and the settings): rows that were deleted, have expired or are too old, and files.
 * Anything that an order names stays.
 * @param more steps of areas above
 * @returns a summary of what was removed
 */
export async function purgeDeleted(deps: Deps, { signal }: Pick<Work, 'signal'>, more: readonly PurgeStep[] = []): Promise<string> {
  const removed: string[] = []
  for (const { noun, plural, run } of [...more, ...STEPS]) {
    const count = await run(deps, signal)
    if (count > 0) removed.push(pluralize(count, noun, plural))
  }
  return removed.length === 0 ? 'Nothing was due.' : `Removed ${removed.join(', ')}.`
}
