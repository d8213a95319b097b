import type { BuyerKind } from '#domain/buyer-kind.ts'
import { territoryOf } from '#domain/tax-territory.ts'
import { isVatCheckGood, nextVatCheck, normalizeVatId, VAT_ID_ERROR, VAT_ID_NOTICES } from '#domain/vat-id.ts'
import { isOwnVatId } from '#server/identity/addresses/own-vat-ids.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { isPossibleVatId } from '#server/platform/vendors/vat-syntax.ts'
import { askVies, isInVies, type ViesAnswer } from '#server/platform/vendors/vies.ts'
import { findRequester } from './registration-list.ts'
import { findVatCheck, listDueChecks, storeVatCheck, type VatCheckRow } from './vat-check-record.ts'

/** Time in ms that a caller waits for VIES, and that a job does. */
const CALLER_MS = 3500
const JOB_MS = 20_000
const BATCH = 50

type CheckDeps = Pick<Deps, 'config' | 'db' | 'now'>

/** Stores an answer. One that is missing does not replace a valid one that still counts, and is asked for again later. */
async function store(db: Db, vatId: string, answer: ViesAnswer, at: Date): Promise<VatCheckRow> {
  const known = await findVatCheck(db, vatId)
  if (answer.status !== 'unavailable') {
    const settled = { attempts: 0, firstFailedAt: null, nextCheckAt: null, note: '', confirmedBy: null }
    return storeVatCheck(db, { vatId, ...answer, checkedAt: at, source: 'vies', createdAt: at, ...settled })
  }
  const firstFailedAt = known?.firstFailedAt ?? at
  const attempts = (known?.attempts ?? 0) + 1
  const retry = { attempts, firstFailedAt, nextCheckAt: nextVatCheck(firstFailedAt, attempts, at) }
  if (known && isVatCheckGood(known, at)) return storeVatCheck(db, { ...known, ...retry })
  return storeVatCheck(db, { vatId, ...answer, checkedAt: at, source: 'vies', createdAt: at, ...retry })
}

/** Stores a VAT id that nobody can be asked about, for staff to confirm. */
function storeUnasked(db: Db, vatId: string, at: Date): Promise<VatCheckRow> {
  return storeVatCheck(db, { vatId, status: 'unavailable', source: 'vies', checkedAt: at, createdAt: at, attempts: 0, nextCheckAt: null })
}

/** Result of a check for its caller. */
interface VatIdCheck {
  vatId: string
  /** `pending`: VIES has not answered yet, and is asked again. */
  status: 'valid' | 'invalid' | 'unavailable' | 'pending'
  name: string
  checkedAt: Date | null
}

/**
 * Checks a VAT id: by the platform's own ones and those of the sellers of a user's cart, by its check digit, then in VIES unless a valid
 * answer still counts. Answers within 4 s. Refuses an impossible one at `vatId`. Where nobody is asked (`VIES=off`, or a country that VIES
 * does not know), it is `unavailable` until staff confirm it.
 */
export async function verifyVatId({ config, db, now }: CheckDeps, text: string, cartOf?: string): Promise<VatIdCheck> {
  if (cartOf !== undefined && (await isOwnVatId(db, text, { cartOf }))) refuseField('vatId', VAT_ID_NOTICES.own)
  if (!isPossibleVatId(text)) refuseField('vatId', VAT_ID_ERROR)
  const vatId = normalizeVatId(text)
  const known = await findVatCheck(db, vatId)
  const present = ({ status, name, checkedAt }: VatCheckRow): VatIdCheck => ({ vatId, status, name, checkedAt })
  if (known && isVatCheckGood(known, now())) return present(known)
  if (config.viesApiBase === null || !isInVies(vatId)) return present(known ?? (await storeUnasked(db, vatId, now())))
  const requester = await findRequester(db, now())
  const begun = performance.now()
  const answer = await askVies(config.viesApiBase, vatId, { requester, timeoutMs: CALLER_MS })
  const isLate = answer.status === 'unavailable' && performance.now() - begun >= CALLER_MS
  const stored = present(await store(db, vatId, answer, now()))
  return isLate && stored.status === 'unavailable' ? { ...stored, status: 'pending' } : stored
}

/** A buyer whose VAT id may decide the tax of an order. */
interface VatBuyer {
  kind: BuyerKind
  vatId: string
  country: string
}

/**
 * Asks VIES about the VAT id of an order that nobody has answered yet, so that the order is decided by an answer: at most 4 s, and not
 * where it could not answer a moment ago. Does nothing for consumers, outside of the European Union, and for impossible VAT ids, which the
 * order refuses.
 */
export async function askBeforeOrder(deps: CheckDeps, { kind, vatId, country }: VatBuyer): Promise<void> {
  if (kind !== 'business' || vatId === '' || territoryOf({ country, postalCode: '' }).kind !== 'eu' || !isPossibleVatId(vatId)) return
  const known = await findVatCheck(deps.db, normalizeVatId(vatId))
  const isAnswered = known && (isVatCheckGood(known, deps.now()) || known.status === 'invalid' || known.nextCheckAt !== null)
  if (!isAnswered) await verifyVatId(deps, vatId)
}

/** Checks if a VAT id has to be asked about again. */
export async function hasDueCheck({ config, db, now }: CheckDeps): Promise<boolean> {
  return config.viesApiBase !== null && (await listDueChecks(db, now(), 1)).length > 0
}

/** Asks VIES again about VAT ids that it could not answer for. @returns a summary in words */
export async function verifyDueVatIds({ config, db, now }: CheckDeps, signal?: AbortSignal): Promise<string> {
  const { viesApiBase } = config
  if (viesApiBase === null) return 'VIES checks are turned off.'
  const counts = { valid: 0, invalid: 0, unavailable: 0 }
  const due = await listDueChecks(db, now(), BATCH)
  const requester = await findRequester(db, now())
  for (const { vatId } of due) {
    signal?.throwIfAborted()
    const answer = await askVies(viesApiBase, vatId, { requester, timeoutMs: JOB_MS })
    await store(db, vatId, answer, now())
    counts[answer.status] += 1
  }
  return `${counts.valid} valid, ${counts.invalid} invalid, ${counts.unavailable} unanswered.`
}
