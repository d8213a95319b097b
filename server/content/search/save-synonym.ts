import type { SynonymBody } from '#contract/content/synonyms.ts'
import type { FieldError } from '#contract/errors.ts'
import type { SearchLanguage } from '#domain/search/search-language.ts'
import { synonymProblems } from '#domain/search/synonym-rules.ts'
import {
  deleteSynonym,
  dismissTerms,
  dismissZeroResult,
  findTakenTerm,
  insertSynonym,
  lockSynonym,
  markAllStale,
  type SynonymRow,
  type SynonymValues,
  storeSynonym,
} from '#server/catalog/products/synonym-list.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/failure.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { presentSynonym } from './present-synonym.ts'

/** A request that changes synonyms. */
export interface Write {
  actor: Actor
  requestId: string
}

const written = (texts: readonly string[]) => [...new Set(texts.filter(Boolean))]

/** Returns the values of a form, and what it lacks. */
export function readValues({ version: _version, ...body }: SynonymBody): { values: SynonymValues; errors: FieldError[] } {
  const [terms, targets] = [written(body.terms), body.kind === 'finds' || body.kind === 'instead' ? written(body.targets) : []]
  const { answer = null } = body
  const card = body.kind === 'answer' && answer && answer.title !== '' && answer.href !== '' ? answer : null
  const errors = synonymProblems({ kind: body.kind, terms, targets, link: card?.href ?? null })
  return { values: { ...body, terms, targets, answer: card }, errors }
}

/** Returns the values of a form. Refuses one that lacks something. */
function valuesOf(body: SynonymBody): SynonymValues {
  const { values, errors } = readValues(body)
  if (errors.length > 0) refuse('invalid_input', { errors })
  return values
}

/** The sentence for a term that another group has. */
export const takenText = (term: string) => `“${term}” is already in another group.`

function refuseTaken(term: string): never {
  return refuse('synonym_taken', { facts: { term }, errors: [{ field: 'terms', message: takenText(term) }] })
}

/** Lock of everything that adds terms to groups, so that each term is in one group only. */
export const SYNONYM_LOCK = 'synonyms'

/**
 * Stores a group, whose terms need no other one any more. Refuses a term that another group of the language and kind has, also one that is
 * being saved at the same time.
 */
async function store(
  tx: Db,
  values: SynonymValues,
  by: { userId: string; at: Date },
  { ownId, write }: { ownId: string | null; write: () => Promise<SynonymRow> },
): Promise<SynonymRow> {
  await takeLock(tx, SYNONYM_LOCK)
  const taken = await findTakenTerm(tx, values, ownId)
  if (taken !== null) refuseTaken(taken)
  const row = await write().catch((error: unknown) => {
    if (violatedConstraint(error) === 'search_synonyms_first_key') refuseTaken(values.terms[0] ?? '')
    throw error
  })
  await dismissTerms(tx, [row], by)
  return row
}

/** Values of a synonym as the audit log has them. */
export const factsOf = ({ language, kind, terms, targets, answer, note, isActive }: SynonymValues) => ({
  language,
  kind,
  terms,
  targets,
  answer,
  note,
  isActive,
})

/** Adds a synonym. Refuses `synonym_taken`. */
export async function createSynonym({ db, now }: Deps, { actor, requestId }: Write, body: SynonymBody): Promise<SynonymRow> {
  const values = valuesOf(body)
  return inTransaction(db, async (tx) => {
    const by = { userId: actor.userId, at: now() }
    const row = await store(tx, values, by, { ownId: null, write: () => insertSynonym(tx, values, by) })
    await recordAudit(tx, { actor, action: 'synonym.create', targetType: 'synonym', targetId: row.id, after: factsOf(values), requestId })
    return row
  })
}

/** Changes a synonym. Refuses `not_found`, `synonym_taken`, and `edit_conflict` with the `current` one. */
export async function updateSynonym({ db, now }: Deps, { actor, requestId }: Write, id: string, body: SynonymBody): Promise<SynonymRow> {
  const values = valuesOf(body)
  return inTransaction(db, async (tx) => {
    const before = found(await lockSynonym(tx, id))
    if (body.version !== undefined && body.version !== before.version) refuseStale(['synonym', id], presentSynonym(before))
    const by = { userId: actor.userId, at: now() }
    const row = await store(tx, values, by, { ownId: id, write: () => storeSynonym(tx, id, values, by) })
    await recordAudit(tx, {
      actor,
      action: 'synonym.edit',
      targetType: 'synonym',
      targetId: id,
      before: factsOf(before),
      after: factsOf(values),
      requestId,
    })
    return row
  })
}

/** Deletes a synonym. Refuses `not_found`. */
export async function removeSynonym({ db }: Deps, { actor, requestId }: Write, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = found(await lockSynonym(tx, id))
    await deleteSynonym(tx, id)
    await recordAudit(tx, { actor, action: 'synonym.delete', targetType: 'synonym', targetId: id, before: factsOf(before), requestId })
  })
}

/** Takes a search without results off the list. Refuses `not_found`. */
export async function dismissSearch(
  { db, now }: Deps,
  { actor, requestId }: Write,
  { term, language }: { term: string; language: SearchLanguage },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isDismissed = await dismissZeroResult(tx, { term, language }, { userId: actor.userId, at: now() })
    if (!isDismissed) refuse('not_found')
    await recordAudit(tx, { actor, action: 'search.dismiss', targetType: 'search', targetId: term, after: { term, language }, requestId })
  })
}

/** Has the words of all products written anew. */
export async function reindexAll({ db }: Deps, { actor, requestId }: Write): Promise<void> {
  await inTransaction(db, async (tx) => {
    await markAllStale(tx)
    await recordAudit(tx, { actor, action: 'search.reindex', targetType: 'search', targetId: 'products', requestId })
  })
}
