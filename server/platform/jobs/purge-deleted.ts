import { setTimeout as pause } from 'node:timers/promises'
import { RETENTION_DAYS } from '#domain/retention.ts'
import { pluralize } from '#domain/text.ts'
import { DAY_MS } from '#domain/time.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { listAll, PROBES } from '#server/platform/files/files.ts'
import { deletePictures, stemOf } from '#server/platform/media/store-picture.ts'
import type { Work } from '#server/platform/vendors/queue.ts'
import {
  deleteLocks,
  deleteMedia,
  listCertificateFiles,
  listKeptImports,
  listPaperFiles,
  listPictureStems,
  listQuoteFiles,
  listUnusedMedia,
} from './expired-rows.ts'
import { purgeAudit } from './purge-audit.ts'
import { applyRule, type RetentionRule } from './retention-rule.ts'
import { purgeSearchWords } from './unused-words.ts'

const BATCH = 200
const PAUSE_MS = 20

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

const ruleStep = (rule: RetentionRule): PurgeStep => ({
  noun: rule.noun,
  ...(rule.plural && { plural: rule.plural }),
  run: (deps, signal) => drain(deps.db, signal, (tx, limit) => applyRule(tx, rule, daysBefore(deps, rule.days), limit)),
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

/**
 * Deletes the files below a prefix that were written more than `days` ago, but for those of which `isKept` is true.
 * @returns their number
 */
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

/** Deletes the files of papers without a row: of a deleted product, or of an upload that was cut short. */
async function purgePapers(deps: Deps, signal: AbortSignal): Promise<number> {
  const known = new Set(await listPaperFiles(deps.db))
  return purgeFiles(deps, signal, { prefix: 'papers/', days: RETENTION_DAYS.unusedPicture, isKept: (name) => known.has(name) })
}

/** Deletes the files of quotes without a row: of an erased account, or of one that was never sent. */
async function purgeQuoteFiles(deps: Deps, signal: AbortSignal): Promise<number> {
  const known = new Set(await listQuoteFiles(deps.db))
  return purgeFiles(deps, signal, { prefix: 'quotes/', days: RETENTION_DAYS.unusedPicture, isKept: (name) => known.has(name) })
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
  { noun: 'lock', run: forgetLocks },
  { noun: 'search word', run: forgetWords },
  { noun: 'picture', run: purgeMedia },
  { noun: 'import file', run: purgeImportFiles },
  { noun: 'email file', run: (deps, signal) => purgeFiles(deps, signal, EMAIL_FILES) },
  { noun: 'file of a check', plural: 'files of checks', run: (deps, signal) => purgeFiles(deps, signal, PROBE_FILES) },
  { noun: 'lost picture file', plural: 'lost picture files', run: purgeLostPictures },
  { noun: 'certificate file', plural: 'certificate files', run: purgeCertificates },
  { noun: 'paper file', run: purgePapers },
  { noun: 'quote file', run: purgeQuoteFiles },
  { noun: 'audit entry', plural: 'audit entries', run: purgeAudit },
]

/**
 * Removes for good what is retained no longer: rows of `rules`, files that nothing shows, and audit entries. Anything that an order names
 * stays.
 * @param first steps of areas above
 * @returns a summary of what was removed
 */
export async function purgeDeleted(
  deps: Deps,
  { signal }: Pick<Work, 'signal'>,
  rules: readonly RetentionRule[],
  first: readonly PurgeStep[] = [],
): Promise<string> {
  const counts = new Map<string, { count: number; plural: string | undefined }>()
  for (const { noun, plural, run } of [...first, ...rules.map(ruleStep), ...STEPS])
    counts.set(noun, { count: (counts.get(noun)?.count ?? 0) + (await run(deps, signal)), plural })
  const removed = [...counts].flatMap(([noun, { count, plural }]) => (count > 0 ? [pluralize(count, noun, plural)] : []))
  return removed.length === 0 ? 'Nothing was due.' : `Removed ${removed.join(', ')}.`
}
