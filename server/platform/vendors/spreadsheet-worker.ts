import { parentPort, workerData } from 'node:worker_threads'
import type { TextFormat } from '#domain/table-format.ts'
import type { SpreadsheetResult } from './spreadsheet.ts'
import { Unreadable } from './spreadsheet-guard.ts'

/* Worker thread of `spreadsheet.ts`: one file, one result. It loads only the reader of that kind of file. */

const { name, bytes, format } = workerData as { name: string; bytes: Uint8Array; format: Partial<TextFormat> } // written by spreadsheet.ts

const startsWith = (...magic: number[]) => magic.every((byte, at) => bytes[at] === byte)

async function read(): Promise<SpreadsheetResult> {
  if (bytes.length === 0) throw new Unreadable('it is empty.')
  if (startsWith(0x50, 0x4b)) {
    const { readWorkbook } = await import('./spreadsheet-xlsx.ts')
    return { sheets: await readWorkbook(Buffer.from(bytes)) }
  }
  if (startsWith(0xd0, 0xcf, 0x11, 0xe0))
    throw new Unreadable('it is an old or encrypted workbook. Please save it as .xlsx without a password.')
  if (/\.(?:xml|rss|atom)$/i.test(name)) {
    const { readFeed } = await import('./spreadsheet-feed.ts')
    return readFeed(bytes)
  }
  if (/\.(?:csv|tsv|tab|txt|xls)$/i.test(name)) {
    const { readCsv } = await import('./spreadsheet-csv.ts')
    return readCsv(bytes, format)
  }
  throw new Unreadable('it is no .xlsx workbook, no table as text (.csv, .tsv, .txt) and no product feed (.xml).')
}

async function answer(): Promise<SpreadsheetResult> {
  try {
    return await read()
  } catch (error) {
    // anything else that a library throws means the same: it cannot read the file
    return { unreadable: error instanceof Unreadable ? error.message : 'it is damaged.' }
  }
}

parentPort?.postMessage(await answer())
