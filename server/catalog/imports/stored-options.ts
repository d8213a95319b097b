import type { ImportDetail, ImportFile, ImportOptions } from '#contract/catalog/imports.ts'
import type { RowError } from './read-catalog.ts'

/** Progress of an undo. */
export interface StoredUndo {
  isRunning: boolean
  total: number
  done: number
  deleted: number
  restored: number
  /** Products edited since the import, which stay as they are. */
  left: ImportDetail['undo']['left']
}

/** The JSON in `catalog_imports.options`. */
export interface StoredOptions {
  /** Uploaded and possibly checked, not started. */
  isDraft: boolean
  /** Started from the screen, so that the queue resumes it after a crash; false: a synchronous call that lives as long as its request. */
  isJob: boolean
  /** Time of the last heartbeat, in milliseconds since 1970. */
  beatAt: number
  file?: Omit<ImportFile, 'options'>
  chosen?: ImportOptions
  /** The reason of a failure, for users. */
  problem?: string
  undo?: StoredUndo
}

/** The JSON in `catalog_imports.report` while an import runs: enough to resume after a crash. */
export interface StoredProgress {
  created: number
  updated: number
  unchanged: number
  /** New products whose slug was taken concurrently. */
  taken: RowError[]
}

/** Defaults of imports stored by version 0.2: no sheet has this number, so that the table is looked for again. */
const OLD_FILE = { table: { sheet: 9999, headerRow: 1, encoding: null, separator: null }, choices: [], isRemembered: false }
const OLD_CHOICE: Pick<ImportOptions, 'decimal' | 'answers' | 'edits' | 'updateOnly'> = {
  decimal: 'point',
  answers: [],
  edits: [],
  updateOnly: false,
}

/** Returns the options of a stored import; one from before options were stored counts as a finished call. */
export function optionsOf({ options }: { options: unknown }): StoredOptions {
  const stored = (options as StoredOptions | null) ?? { isDraft: false, isJob: false, beatAt: 0 } // written only by this slice
  const { file, chosen } = stored
  return {
    ...stored,
    ...(file && { file: { ...OLD_FILE, ...file } }),
    ...(chosen && { chosen: { ...OLD_CHOICE, ...chosen } }),
  }
}

/** Returns the progress of a stored import; all zero before its first batch. */
export function progressOf({ report }: { report: unknown }): StoredProgress {
  const stored = (report ?? {}) as Partial<StoredProgress> // as above
  return { created: stored.created ?? 0, updated: stored.updated ?? 0, unchanged: stored.unchanged ?? 0, taken: stored.taken ?? [] }
}
