import type { ImportFile, ImportOptions } from '#contract/catalog/imports.ts'
import type { RowError } from './read-catalog.ts'

/** How far taking an import back has come. */
export interface StoredUndo {
  isRunning: boolean
  total: number
  done: number
  deleted: number
  restored: number
  /** Products that somebody edited since the import. */
  left: { slug: string; name: string }[]
}

/** What `catalog_imports.options` holds beside the figures. */
export interface StoredOptions {
  /** Uploaded and looked at, not begun. */
  isDraft: boolean
  /** Begun by the screen, so that the queue goes on with it after a crash; false: one call that lives as long as its request. */
  isJob: boolean
  /** When it last gave a sign of life, in milliseconds since 1970. */
  beatAt: number
  file?: Omit<ImportFile, 'options'>
  chosen?: ImportOptions
  /** Why it failed, for people. */
  problem?: string
  undo?: StoredUndo
}

/** What `catalog_imports.report` holds while an import runs: enough to go on after a crash. */
export interface StoredProgress {
  created: number
  updated: number
  unchanged: number
  /** New products whose slug somebody took meanwhile. */
  taken: RowError[]
}

/** The options of a stored import; one from before imports had any counts as a finished call. */
export function optionsOf({ options }: { options: unknown }): StoredOptions {
  return (options as StoredOptions | null) ?? { isDraft: false, isJob: false, beatAt: 0 } // written by this slice only
}

/** How far a stored import has come; all zero before its first batch. */
export function progressOf({ report }: { report: unknown }): StoredProgress {
  const stored = (report ?? {}) as Partial<StoredProgress> // as above
  return { created: stored.created ?? 0, updated: stored.updated ?? 0, unchanged: stored.unchanged ?? 0, taken: stored.taken ?? [] }
}
