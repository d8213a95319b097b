import { Worker } from 'node:worker_threads'

/** A cell as it was read: empty is null; a day is its ISO date. Of a formula, the value that was stored with it. */
export type SpreadsheetCell = string | number | boolean | null

/** One sheet; `rows[0]` is row 1 of the spreadsheet. A .csv file is one sheet without a name. */
export interface SpreadsheetSheet {
  name: string
  rows: SpreadsheetCell[][]
}

/** What a file turned out to be: its sheets, or the reason why nobody can read it. */
export type SpreadsheetResult = { sheets: SpreadsheetSheet[] } | { unreadable: string }

const HEAP_MB = 512
const LONGEST_MS = 30_000

/**
 * Reads an .xlsx or .csv file in a thread of its own with bounded memory and time: whoever sends a hostile file harms nobody.
 * @returns the sheets, or `unreadable` with the reason as the end of a sentence; never throws for a file.
 */
export function readSpreadsheet(file: { name: string; bytes: Uint8Array }): Promise<SpreadsheetResult> {
  const worker = new Worker(new URL('./spreadsheet-worker.ts', import.meta.url), {
    workerData: { name: file.name, bytes: file.bytes },
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
    const timer = setTimeout(() => finish({ unreadable: 'it takes too long to read.' }), LONGEST_MS)
    worker.once('message', finish)
    worker.once('error', () => finish({ unreadable: 'it is too large or damaged.' }))
    worker.once('exit', () => finish({ unreadable: 'it is too large or damaged.' }))
  })
}
