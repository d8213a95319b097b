import { SynonymBody, type SynonymRowProblem } from '#contract/content/synonyms.ts'
import { SEARCH_LANGUAGES } from '#domain/search/search-language.ts'
import { MAX_GROUPS, NEEDED_COLUMNS, readTargets, SYNONYM_COLUMNS, type SynonymColumn, splitCell } from '#domain/search/synonym-file.ts'
import { MAX_TERM, MAX_TERMS, SYNONYM_KINDS } from '#domain/search/synonym-rules.ts'
import { formatCount, lookupKey } from '#domain/text.ts'
import type { SynonymValues } from '#server/catalog/products/synonym-list.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { readSpreadsheet, type SpreadsheetCell } from '#server/platform/vendors/spreadsheet.ts'
import { readValues } from './save-synonym.ts'

/** A group of a file. */
export interface FileGroup {
  line: number
  values: SynonymValues
  /** Version that the group had when it was exported; null where the file says nothing. */
  version: number | null
}

/** Values of groups that a file without their column leaves as they are. */
const OWN_COLUMNS = { active: 'isActive', note: 'note' } as const
export type KeptValue = (typeof OWN_COLUMNS)[keyof typeof OWN_COLUMNS]

/** Content of a file. */
interface SynonymFile {
  groups: FileGroup[]
  problems: SynonymRowProblem[]
  kept: KeptValue[]
}

const listed = (words: readonly string[], last: 'and' | 'or') => `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ['', true],
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])

type Cells = Record<SynonymColumn, string>

/** Returns the group of a row, or why it is none. */
function readRow({ language, kind, active, version, ...cells }: Cells): Omit<FileGroup, 'line'> | string {
  const knownLanguage = SEARCH_LANGUAGES.find((one) => one === lookupKey(language))
  if (!knownLanguage) return `“${language}” is not a search language. Use ${listed(SEARCH_LANGUAGES, 'or')}.`
  const knownKind = SYNONYM_KINDS.find((one) => one === lookupKey(kind))
  if (!knownKind) return `“${kind}” is not a kind of synonym. Use ${listed(SYNONYM_KINDS, 'or')}.`
  const isActive = SWITCHES.get(lookupKey(active))
  if (isActive === undefined) return `“${active}” in the column active must be true or false.`
  if (!/^\d{0,9}$/.test(version)) return `“${version}” in the column version must be a whole number.`
  const terms = splitCell(cells.terms).filter(Boolean)
  const { targets, answer } = readTargets(knownKind, cells.targets)
  if (terms.length > MAX_TERMS || targets.length > MAX_TERMS) return `A synonym can't have more than ${MAX_TERMS} terms or targets.`
  if ([...terms, ...targets].some((term) => term.length > MAX_TERM)) return `A synonym can't be longer than ${MAX_TERM} characters.`
  const body = SynonymBody.safeParse({ language: knownLanguage, kind: knownKind, terms, targets, answer, note: cells.note, isActive })
  if (!body.success) {
    const [issue] = body.error.issues
    return `${issue?.path.findLast((part) => typeof part === 'string') ?? 'terms'}: ${issue?.message ?? 'Not valid'}.`
  }
  const { values, errors } = readValues(body.data)
  return errors[0]?.message ?? { values, version: version === '' ? null : Number(version) }
}

const textOf = (cell: SpreadsheetCell | undefined) => (cell === null || cell === undefined ? '' : String(cell).trim())

/**
 * Reads the groups of an .xlsx or .csv file, and the rows that are none. Empty rows and unknown columns are left out. Refuses
 * `unreadable_file`, and a file without the columns or with too many groups.
 */
export async function readSynonymFile(file: { name: string; bytes: Uint8Array }): Promise<SynonymFile> {
  const read = await readSpreadsheet(file)
  if ('unreadable' in read) refuse('unreadable_file', { facts: { reason: read.unreadable } })
  const [head = [], ...rows] = read.sheets[0]?.rows ?? []
  const places = new Map(head.map((title, at) => [lookupKey(textOf(title)), at]))
  if (NEEDED_COLUMNS.some((column) => !places.has(column)))
    refuseField('file', `The first line must name the columns ${listed(NEEDED_COLUMNS, 'and')}.`)
  const filled = rows
    .map((row, at) => ({
      line: at + 2,
      cells: Object.fromEntries(SYNONYM_COLUMNS.map((column) => [column, textOf(row[places.get(column) ?? -1])])) as Cells, // all of them
    }))
    .filter(({ cells }) => NEEDED_COLUMNS.some((column) => cells[column] !== ''))
  if (filled.length === 0) refuseField('file', 'This file has no synonyms.')
  if (filled.length > MAX_GROUPS) refuseField('file', `A file can have up to ${formatCount(MAX_GROUPS)} synonyms. Split it and try again.`)
  const groups: FileGroup[] = []
  const problems: SynonymRowProblem[] = []
  for (const { line, cells } of filled) {
    const group = readRow(cells)
    if (typeof group === 'string') problems.push({ line, message: group })
    else groups.push({ line, ...group })
  }
  const kept = (['active', 'note'] as const).filter((column) => !places.has(column)).map((column) => OWN_COLUMNS[column])
  return { groups, problems, kept }
}
