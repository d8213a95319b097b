import { Worker } from 'node:worker_threads'
import type { PdfFacts } from './pdf-sheet.ts'
import type { PdfTable } from './pdf-table.ts'

/* Tagged PDF documents in the shop's design, written by a thread of their own: a page takes the processor for tenths of a second. */

/** Building blocks of a document, in reading order. */
export interface PdfWriter {
  heading: (level: 1 | 2 | 3, text: string) => void
  /** Starts a new page. */
  newPage: () => void
  text: (text: string, look?: PdfStyle) => void
  /** A sentence with a link. */
  link: (before: string, label: string, url: string) => void
  list: (items: readonly string[]) => void
  /** A framed strip of two to four figures, each with its label. */
  figures: (cells: readonly { figure: string; label: string }[]) => void
  table: (table: PdfTable) => void
  /** One of the shop's drawings, framed, over the whole width. */
  drawing: (svg: string, alt: string, height: number) => void
  /** A QR code of an address beside the words that say what it opens. */
  code: (url: string, label: string) => void
  /** A quotation. */
  quote: (text: string, by: string) => void
  /** Keeps what is written on one page, where a page has room for it. */
  together: (write: (page: PdfWriter) => void) => void
}

/** Styles of a paragraph. */
type PdfStyle = 'plain' | 'lead' | 'small' | 'strong'

/** A call of a building block; that of `together` has the blocks that are kept together. */
export type PdfBlock =
  | { name: Exclude<keyof PdfWriter, 'together'>; content: readonly unknown[] }
  | { name: 'together'; content: readonly PdfBlock[] }

/** A document for the thread. */
export interface PdfJob {
  id: number
  facts: PdfFacts
  blocks: readonly PdfBlock[]
}

/** The thread's answer: the document, or why there is none. */
export type PdfResult = { id: number; bytes: Uint8Array } | { id: number; error: string }

interface Waiting {
  resolve: (bytes: Buffer) => void
  reject: (error: Error) => void
}

const waiting = new Map<number, Waiting>()
let thread: Worker | null = null
let jobs = 0

/** Takes a job from those that wait; a thread without any does not hold the process. */
function take(id: number): Waiting | undefined {
  const job = waiting.get(id)
  waiting.delete(id)
  if (waiting.size === 0) thread?.unref()
  return job
}

/** Starts the thread. One that ended fails the documents that it had, and the next document starts another one. */
function startThread(): Worker {
  const started = new Worker(new URL('./pdf-worker.ts', import.meta.url))
  let cause: unknown
  started.on('message', (result: PdfResult) => {
    const job = take(result.id)
    if ('error' in result) job?.reject(new Error(result.error))
    else job?.resolve(Buffer.from(result.bytes.buffer, result.bytes.byteOffset, result.bytes.byteLength))
  })
  started.on('error', (error) => {
    cause = error
  })
  started.on('exit', () => {
    thread = null
    for (const id of waiting.keys()) take(id)?.reject(new Error('The thread that writes documents ended', { cause }))
  })
  return started
}

/** Returns a writer that notes what it is given. */
function noteOn(blocks: PdfBlock[]): PdfWriter {
  const note =
    <Name extends Exclude<keyof PdfWriter, 'together'>>(name: Name) =>
    (...content: Parameters<PdfWriter[Name]>) =>
      void blocks.push({ name, content })
  return {
    heading: note('heading'),
    newPage: note('newPage'),
    text: note('text'),
    link: note('link'),
    list: note('list'),
    figures: note('figures'),
    table: note('table'),
    drawing: note('drawing'),
    code: note('code'),
    quote: note('quote'),
    together: (write) => {
      const content: PdfBlock[] = []
      write(noteOn(content))
      blocks.push({ name: 'together', content })
    },
  }
}

/** Creates a document; `write` gets the building blocks. Documents are written one after the other. */
export async function createPdf(facts: PdfFacts, write: (page: PdfWriter) => void): Promise<Buffer> {
  const blocks: PdfBlock[] = []
  write(noteOn(blocks))
  thread ??= startThread()
  const job: PdfJob = { id: ++jobs, facts, blocks }
  const written = new Promise<Buffer>((resolve, reject) => waiting.set(job.id, { resolve, reject }))
  thread.ref()
  thread.postMessage(job)
  return written
}
