import type { SynonymImport, SynonymRowProblem } from '#contract/content/synonyms.ts'
import { normalizeText } from '#domain/search/words.ts'
import { pluralize } from '#domain/text.ts'
import {
  dismissTerms,
  insertSynonyms,
  lockSynonyms,
  type SynonymRow,
  type SynonymValues,
  storeSynonym,
} from '#server/catalog/products/synonym-list.ts'
import { type AuditEntry, recordAudits } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { type FileGroup, type KeptValue, readSynonymFile } from './read-synonym-file.ts'
import { factsOf, SYNONYM_LOCK, takenText, type Write } from './save-synonym.ts'

/** A group that a file changes. */
interface Update extends FileGroup {
  before: SynonymRow
}

const keyOf = ({ language, kind }: Pick<SynonymValues, 'language' | 'kind'>, term: string) => `${language} ${kind} ${normalizeText(term)}`
const firstKey = (group: SynonymValues) => keyOf(group, group.terms[0] ?? '')
const textOf = ({ terms, targets, answer, note, isActive }: SynonymValues) =>
  JSON.stringify([terms, targets, answer && [answer.title, answer.text, answer.href], note, isActive])

/**
 * Compares the groups of a file with those of the shop: a group with the same language, kind and first term is changed, others are added.
 * What is wrong: two groups with a term in the end, or a group that has been changed since the file was exported.
 */
function planImport(stored: readonly SynonymRow[], groups: readonly FileGroup[], kept: readonly KeptValue[]) {
  const before = new Map(stored.map((row) => [firstKey(row), row]))
  const known = groups.map((group) => {
    const row = before.get(firstKey(group.values))
    const own = row ? Object.fromEntries(kept.map((name) => [name, row[name]])) : {}
    return { group: { ...group, values: { ...group.values, ...own } }, row }
  })
  const unchanged = known.flatMap(({ group, row }) => (row && textOf(row) === textOf(group.values) ? [row] : []))
  const changing = new Set(known.flatMap(({ row }) => (row && !unchanged.includes(row) ? [row] : [])))
  const owners = new Map<string, SynonymRow | FileGroup>()
  for (const row of stored) if (!changing.has(row)) for (const term of row.terms) owners.set(keyOf(row, term), row)
  const problems: SynonymRowProblem[] = []
  const [added, updated]: [FileGroup[], Update[]] = [[], []]
  const seen = new Set<string>()
  for (const { group, row } of known) {
    const { line, values, version } = group
    const key = firstKey(values)
    const isTwice = seen.has(key)
    seen.add(key)
    const isUnchanged = row !== undefined && !changing.has(row)
    const taken = isTwice
      ? values.terms[0]
      : values.terms.find((term) => {
          const owner = owners.get(keyOf(values, term))
          return owner !== undefined && owner !== row
        })
    if (taken !== undefined && !(isUnchanged && !isTwice)) problems.push({ line, message: takenText(taken) })
    else if (row && !isUnchanged && version !== null && version !== row.version)
      problems.push({ line, message: 'Someone has changed this group since it was exported. Export the synonyms again.' })
    else if (!row) added.push(group)
    else if (!isUnchanged) updated.push({ ...group, before: row })
    for (const term of values.terms) if (!owners.has(keyOf(values, term))) owners.set(keyOf(values, term), row ?? group)
  }
  return { added, updated, unchanged: unchanged.length, problems }
}

function refuseRows(problems: readonly SynonymRowProblem[]): never {
  const rows = [...problems].sort((one, other) => one.line - other.line)
  return refuse('synonym_rows', { facts: { rows: pluralize(rows.length, 'row') }, extra: { rows } })
}

/**
 * Imports the groups of a file, all of them or none. Refuses `unreadable_file`, `synonym_rows` with the `rows` that are wrong, and files
 * without groups.
 */
export async function importSynonyms(
  { db, now }: Deps,
  { actor, requestId }: Write,
  file: { name: string; bytes: Uint8Array },
): Promise<SynonymImport> {
  const { groups, problems, kept } = await readSynonymFile(file)
  return inTransaction(db, async (tx) => {
    await takeLock(tx, SYNONYM_LOCK)
    const { added, updated, unchanged, problems: clashes } = planImport(await lockSynonyms(tx), groups, kept)
    if (problems.length + clashes.length > 0) refuseRows([...problems, ...clashes])
    const by = { userId: actor.userId, at: now() }
    const rows = await insertSynonyms(
      tx,
      added.map(({ values }) => values),
      by,
    )
    for (const { before, values } of updated) await storeSynonym(tx, before.id, values, by)
    await dismissTerms(tx, [...rows, ...updated.map(({ values }) => values)], by)
    const about = { actor, targetType: 'synonym', requestId }
    const counts = { added: added.length, updated: updated.length, unchanged }
    const entries: AuditEntry[] = [
      { ...about, action: 'synonym.import', targetId: file.name.slice(0, 200), after: counts },
      ...rows.map((row) => ({ ...about, action: 'synonym.create', targetId: row.id, after: factsOf(row) })),
      ...updated.map(({ before, values }) => ({
        ...about,
        action: 'synonym.edit',
        targetId: before.id,
        before: factsOf(before),
        after: factsOf(values),
      })),
    ]
    await recordAudits(tx, entries)
    return counts
  })
}
