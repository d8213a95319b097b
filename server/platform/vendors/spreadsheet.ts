import { Worker } from 'node:worker_threads'
import type { TextFormat } from '#domain/table-format.ts'

/** A cell: null if empty, an ISO date for a date, and the stored value of a formula. */
export type SpreadsheetCell = string | number | boolean | null

/** Merged cells by their corners, 0-based; only the first of them has the value. */
export interface MergedCells {
  top: number
  left: number
  bottom: number
  right: number
}

/** One sheet; `rows[0]` is row 1 of the spreadsheet. A .csv file is one unnamed sheet. */
export interface SpreadsheetSheet {
  name: string
  rows: SpreadsheetCell[][]
  /** Absent where no cells are merged. */
  merged?: readonly MergedCells[]
}

/** The sheets of a file and, of a .csv file, how it was read; or the reason why it cannot be read. */
export type SpreadsheetResult = { sheets: SpreadsheetSheet[]; format?: TextFormat } | { unreadable: string }

const HEAP_MB = 512
const MAX_DURATION_MS = 30_000

/**
 * Reads an .xlsx or .csv file in a worker thread with limited memory and time, so that a hostile file does no harm.
 * @param format how the text of a .csv file is to be read; guessed where it says nothing
 * @returns the sheets, or `unreadable` with the reason as the end of a sentence; never throws because of the file
 */
export function readSpreadsheet(file: { name: string; bytes: Uint8Array }, format: Partial<TextFormat> = {}): Promise<SpreadsheetResult> {
  const worker = new Worker(new URL('./spreadsheet-worker.ts', import.meta.url), {
    workerData: { name: file.name, bytes: file.bytes, format },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    stdout: true,
    stderr: true,
  })
  return new Promise((resolve) => {
    const finish = (result: SpreadsheetResult) => {
      clearTimeout(timer)
      resolve(result)
      void worker.terminate()
    }
    const timer = setTimeout(() => finish({ unreadable: 'it takes too long to read.' }), MAX_DURATION_MS)
    worker.once('message', finish)
    worker.once('error', () => finish({ unreadable: 'it is too large or damaged.' }))
    worker.once('exit', () => finish({ unreadable: 'it is too large or damaged.' }))
  })
}
