import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { NETWORK_HOURS } from '#domain/pay-later.ts'
import { pluralize } from '#domain/text.ts'
import { DAY_MS, RESTORABLE_MS } from '#domain/time.ts'
import type { Config } from '#server/platform/config.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { importFolder, mediaFolder } from '#server/platform/folders.ts'
import { deleteOldNotifications } from '#server/platform/notifications/notification-record.ts'
import type { Work } from '#server/platform/vendors/queue.ts'
import {
  deleteCategories,
  deleteDrafts,
  deleteMailed,
  deleteMedia,
  deleteNetworks,
  deleteOldChanges,
  deletePosts,
  deleteProductChanges,
  deleteProducts,
  deleteResults,
  deleteSessions,
  deleteTokens,
  deleteUsedKeys,
  listKeptImports,
  listUnusedMedia,
} from './expired-rows.ts'

const UNUSED_PICTURE_MS = DAY_MS
const DRAFT_MS = DAY_MS
const KEY_MS = 2 * DAY_MS
const LINK_MS = 30 * DAY_MS
/** Retention of calculator results that no signed-in user has saved. */
const RESULT_MS = 30 * DAY_MS
const EMAIL_MS = 90 * DAY_MS
const NOTIFICATION_MS = 90 * DAY_MS
const NETWORK_MS = NETWORK_HOURS * 3_600_000
/** Retention of bulk changes, which are undone within minutes. */
const CHANGE_MS = DAY_MS
const BATCH = 200
const PAUSE_MS = 20

/** Repeats a deletion in small batches, so that requests do not wait for it. @returns the number of rows */
async function drain(db: Db, signal: AbortSignal, remove: (tx: Db, limit: number) => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    signal.throwIfAborted()
    const removed = await inTransaction(db, (tx) => remove(tx, BATCH))
    all += removed
    if (removed < BATCH) return all
    await pause(PAUSE_MS)
  }
}

/** Deletes the files of pictures: `name.webp` and its other sizes, such as `name-480.webp`. */
async function deletePictureFiles(config: Config, urls: readonly string[]): Promise<void> {
  const stem = (name: string) => name.replace(/^.*\//, '').replace(/(?:-\d+)?\.\w+$/, '')
  const deleted = new Set(urls.map(stem))
  const folder = mediaFolder(config)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) if (deleted.has(stem(name))) await rm(join(folder, name), { force: true })
}

async function purgeMedia({ config, db, now }: Deps, signal: AbortSignal): Promise<number> {
  const unused = await listUnusedMedia(db, new Date(now().getTime() - UNUSED_PICTURE_MS))
  for (let at = 0; at < unused.length; at += BATCH) {
    signal.throwIfAborted()
    const some = unused.slice(at, at + BATCH)
    // rows first: a file without a row is harmless
    await deleteMedia(
      db,
      some.map(({ id }) => id),
    )
    await deletePictureFiles(
      config,
      some.map(({ url }) => url),
    )
  }
  return unused.length
}

/** Deletes the files of abandoned drafts, and of imports that can no longer be undone. */
async function purgeImportFiles({ config, db, now }: Deps): Promise<number> {
  const kept = new Set(await listKeptImports(db, new Date(now().getTime() - RESTORABLE_MS)))
  const folder = importFolder(config)
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const name of names) {
    if (kept.has(name)) continue
    const path = join(folder, name)
    const changed = await stat(path).catch(() => null)
    if (!changed || now().getTime() - changed.mtimeMs < DRAFT_MS) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

/**
 * Deletes for good what was deleted 90 days ago, and what has expired: unused pictures, sessions, links, idempotency keys, sent emails and
 * files of old imports. Anything that an order names stays.
 * @returns a summary of what was deleted
 */
export async function purgeDeleted(deps: Deps, { signal }: Pick<Work, 'signal'>): Promise<string> {
  const { db } = deps
  const now = deps.now()
  const before = (age: number) => new Date(now.getTime() - age)
  const removed: [string, number][] = [
    ['product', await drain(db, signal, (tx, limit) => deleteProducts(tx, before(RESTORABLE_MS), limit))],
    ['category', await drain(db, signal, (tx, limit) => deleteCategories(tx, before(RESTORABLE_MS), limit))],
    ['article', await drain(db, signal, (tx, limit) => deletePosts(tx, before(RESTORABLE_MS), limit))],
    ['picture', await purgeMedia(deps, signal)],
    ['session', await drain(db, signal, (tx, limit) => deleteSessions(tx, now, limit))],
    ['link', await drain(db, signal, (tx, limit) => deleteTokens(tx, before(LINK_MS), limit))],
    ['idempotency key', await drain(db, signal, (tx, limit) => deleteUsedKeys(tx, before(KEY_MS), limit))],
    ['calculation', await drain(db, signal, (tx, limit) => deleteResults(tx, before(RESULT_MS), limit))],
    ['email', await drain(db, signal, (tx, limit) => deleteMailed(tx, before(EMAIL_MS), limit))],
    ['notification', await drain(db, signal, (tx, limit) => deleteOldNotifications(tx, before(NOTIFICATION_MS), limit))],
    ['order network', await drain(db, signal, (tx, limit) => deleteNetworks(tx, before(NETWORK_MS), limit))],
    ['unfinished import', await drain(db, signal, (tx, limit) => deleteDrafts(tx, before(DRAFT_MS), limit))],
    ['undo record', await drain(db, signal, (tx, limit) => deleteOldChanges(tx, before(RESTORABLE_MS), limit))],
    ['bulk change', await drain(db, signal, (tx, limit) => deleteProductChanges(tx, before(CHANGE_MS), limit))],
    ['import file', await purgeImportFiles(deps)],
  ]
  const summary = removed.filter(([, count]) => count > 0).map(([noun, count]) => pluralize(count, noun))
  return summary.length === 0 ? 'Nothing was due.' : `Removed ${summary.join(', ')}.`
}
