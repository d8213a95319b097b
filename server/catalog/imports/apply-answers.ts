import type { ImportAnswer, ImportOptions } from '#contract/catalog/imports.ts'
import { actionsOf } from '#domain/import-problems.ts'
import { lookupKey } from '#domain/text.ts'
import type { SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import type { Filled } from './cells.ts'
import { normalizeCell } from './product-cells.ts'
import type { Finding, ListedCell, ProductDraft } from './read-catalog.ts'
import { type Column, SHEETS } from './table.ts'

type Kind = Pick<Finding, 'cause' | 'column' | 'value'>

const plain = (value: string | null) => (value === null ? null : lookupKey(value))

/** Returns what all problems of a kind have in common, as a key. */
export const kindOf = ({ cause, column, value }: Kind): string => JSON.stringify([cause, column, plain(value)])

/** Answers by the kind of problem. */
export type Answers = ReadonlyMap<string, ImportAnswer>

/** Returns the answers that fit their kind of problem, by its key. */
export const answersOf = ({ answers }: Pick<ImportOptions, 'answers'>): Answers =>
  new Map(
    answers.filter(({ action, cause, column }) => actionsOf(cause, column).includes(action)).map((answer) => [kindOf(answer), answer]),
  )

const isColumn = (column: string | null): column is Column<'Products'> => SHEETS.Products.some((name) => name === column)

const without = <List extends ListedCell[] | null>(list: List, entries: readonly ListedCell[]): List =>
  (list?.filter((entry) => !entries.includes(entry)) ?? null) as List // null stays null

function setCell(draft: ProductDraft, column: Column<'Products'>, typed: Filled | null): ProductDraft {
  const value = normalizeCell(column, typed)
  const cells = new Map(draft.cells)
  if (value === null || value === '') cells.delete(column)
  else cells.set(column, value)
  return { ...draft, cells }
}

function shorten(draft: ProductDraft, { column, entries = [], max = 0 }: Finding): ProductDraft {
  if (entries.length === 0) return isColumn(column) ? setCell(draft, column, String(draft.cells.get(column) ?? '').slice(0, max)) : draft
  const isMore = column === 'alt' || column === 'value' || column?.startsWith('spec: ') === true
  const cut = (entry: ListedCell): ListedCell => {
    if (!entries.includes(entry)) return entry
    return isMore
      ? { ...entry, more: String(entry.more ?? '').slice(0, max) }
      : { ...entry, first: String(entry.first ?? '').slice(0, max) }
  }
  return {
    ...draft,
    features: draft.features?.map(cut) ?? null,
    images: draft.images?.map(cut) ?? null,
    specifications: draft.specifications?.map(cut) ?? null,
    specificationCells: draft.specificationCells.map(cut),
  }
}

function applyOne(draft: ProductDraft, finding: Finding, { action, to }: ImportAnswer): ProductDraft {
  const { column, entries } = finding
  if (action === 'cut') return shorten(draft, finding)
  if (entries) {
    return {
      ...draft,
      features: without(draft.features, entries),
      images: without(draft.images, entries),
      specifications: without(draft.specifications, entries),
      specificationCells: without(draft.specificationCells, entries),
    }
  }
  return isColumn(column) ? setCell(draft, column, action === 'set' ? to : null) : draft
}

/** Returns a product as the answers to its problems make it, or null where none of them has one. */
export function applyAnswers(draft: ProductDraft, findings: readonly Finding[], answers: Answers): ProductDraft | null {
  const answered = findings.flatMap((finding) => {
    const answer = answers.get(kindOf(finding))
    return answer ? [{ finding, answer }] : []
  })
  if (answered.length === 0) return null
  return answered.reduce((changed, { finding, answer }) => applyOne(changed, finding, answer), draft)
}

/** Returns a sheet with the cells that were corrected in the dialog. `name`: the sheet of the layout that it is. */
export function applyEdits(sheet: SpreadsheetSheet, name: string, edits: ImportOptions['edits']): SpreadsheetSheet {
  const own = edits.filter((edit) => edit.sheet === name && edit.row <= sheet.rows.length)
  if (own.length === 0) return sheet
  const rows = [...sheet.rows]
  for (const { row, cell, value } of own) {
    const cells = [...(rows[row - 1] ?? [])]
    while (cells.length < cell) cells.push(null)
    cells[cell] = value.trim() === '' ? null : value
    rows[row - 1] = cells
  }
  return { ...sheet, rows }
}
