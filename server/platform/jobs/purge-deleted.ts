import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { NETWORK_HOURS } from '#domain/pay-later.ts'
import { importFolder } from '#server/catalog/imports/store-file.ts'
import type { Config } from '#server/platform/config.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { mediaFolder } from '#server/platform/media/store-picture.ts'
import { deleteOldNotices } from '#server/platform/notifications/notification-record.ts'
import type { Work } from '#server/platform/vendors/queue.ts'
import {
  deleteDrafts,
  deleteMailed,
  deleteMedia,
  deleteNetworks,
  deleteOldChanges,
  deletePosts,
  deleteProducts,
  deleteResults,
  deleteSessions,
  deleteTokens,
  deleteUsedKeys,
  listKeptImports,
  listUnusedMedia,
} from './expired-rows.ts'

const DAY_MS = 24 * 3_600_000
/** What is deleted can be brought back for so long (D307). */
const DELETED_MS = 90 * DAY_MS
const UNUSED_PICTURE_MS = DAY_MS
const DRAFT_MS = DAY_MS
const KEY_MS = 2 * DAY_MS
const LINK_MS = 30 * DAY_MS
/** How long results of the impact calculator stay that nobody signed in has stored. */
const RESULT_MS = 30 * DAY_MS
const MAILED_MS = 90 * DAY_MS
const TOLD_MS = 90 * DAY_MS
const NETWORK_MS = NETWORK_HOURS * 3_600_000
const BATCH = 200
const REST_MS = 20

/** Works through what a repository function removes, a little at a time, so that nobody waits for it. */
async function drain(db: Db, signal: AbortSignal, remove: (tx: Db, limit: number) => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    signal.throwIfAborted()
    const removed = await inTransaction(db, (tx) => remove(tx, BATCH))
    all += removed
    if (removed < BATCH) return all
    await pause(REST_MS)
  }
}

/** The files of a picture: `name.webp` and, of its other sizes, `name-480.webp`. */
async function dropPictures(config: Config, urls: readonly string[]): Promise<void> {
  const stem = (name: string) => name.replace(/^.*\//, '').replace(/(?:-\d+)?\.\w+$/, '')
  const gone = new Set(urls.map(stem))
  const folder = mediaFolder(config)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) if (gone.has(stem(name))) await rm(join(folder, name), { force: true })
}

async function purgeMedia({ config, db, now }: Deps, signal: AbortSignal): Promise<number> {
  const unused = await listUnusedMedia(db, new Date(now().getTime() - UNUSED_PICTURE_MS))
  for (let at = 0; at < unused.length; at += BATCH) {
    signal.throwIfAborted()
    const some = unused.slice(at, at + BATCH)
    // the rows go first: a file without a row is harmless and goes with the next picture of its name
    await deleteMedia(
      db,
      some.map(({ id }) => id),
    )
    await dropPictures(
      config,
      some.map(({ url }) => url),
    )
  }
  return unused.length
}

/** Files of imports: those of drafts that nobody went on with, and of imports longer ago than anything can be brought back. */
async function purgeImportFiles({ config, db, now }: Deps): Promise<number> {
  const kept = new Set(await listKeptImports(db, new Date(now().getTime() - DELETED_MS)))
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
 * Removes for good what was deleted 90 days ago, and what nobody needs any more: pictures that nothing shows, sessions, links and keys that
 * have expired, mails that were sent long ago, files of old imports. What an order names stays.
 * @returns what it removed, in words
 */
export async function purgeDeleted(deps: Deps, { signal }: Pick<Work, 'signal'>): Promise<string> {
  const { db } = deps
  const now = deps.now()
  const before = (age: number) => new Date(now.getTime() - age)
  const removed: [string, number][] = [
    ['products', await drain(db, signal, (tx, limit) => deleteProducts(tx, before(DELETED_MS), limit))],
    ['articles', await drain(db, signal, (tx, limit) => deletePosts(tx, before(DELETED_MS), limit))],
    ['pictures', await purgeMedia(deps, signal)],
    ['sessions', await drain(db, signal, (tx, limit) => deleteSessions(tx, now, limit))],
    ['links', await drain(db, signal, (tx, limit) => deleteTokens(tx, before(LINK_MS), limit))],
    ['keys', await drain(db, signal, (tx, limit) => deleteUsedKeys(tx, before(KEY_MS), limit))],
    ['calculations', await drain(db, signal, (tx, limit) => deleteResults(tx, before(RESULT_MS), limit))],
    ['mails', await drain(db, signal, (tx, limit) => deleteMailed(tx, before(MAILED_MS), limit))],
    ['notifications', await drain(db, signal, (tx, limit) => deleteOldNotices(tx, before(TOLD_MS), limit))],
    ['networks of orders', await drain(db, signal, (tx, limit) => deleteNetworks(tx, before(NETWORK_MS), limit))],
    ['unfinished imports', await drain(db, signal, (tx, limit) => deleteDrafts(tx, before(DRAFT_MS), limit))],
    ['kept changes of imports', await drain(db, signal, (tx, limit) => deleteOldChanges(tx, before(DELETED_MS), limit))],
    ['files of imports', await purgeImportFiles(deps)],
  ]
  const said = removed.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`)
  return said.length === 0 ? 'Nothing was due.' : `Removed ${said.join(', ')}.`
}
