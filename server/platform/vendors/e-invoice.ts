import { Worker } from 'node:worker_threads'

/*
 * E-invoices by EN 16931 in their syntaxes, written by a thread of their own: the library takes a second to load and some tenths of one for
 * each.
 */

/** Syntaxes and profiles, in the names of the library: CII is also that of Factur-X, profile EN 16931. */
type EInvoiceFormat = 'CII' | 'UBL' | 'XRECHNUNG-UBL'

/** A job of the thread: the invoice as JSON, in the names of UBL. */
export interface EInvoiceJob {
  id: number
  format: EInvoiceFormat
  json: string
}

/** The thread's answer: the XML, or why there is none. */
export type EInvoiceResult = { id: number; xml: string } | { id: number; error: string }

/** Writer of e-invoices; it holds a thread until it is closed. */
export interface EInvoiceWriter {
  /** Writes an invoice, which is data in the names of UBL. @throws Error when the library refuses it, or within a minute does not answer */
  write: (invoice: unknown, format: EInvoiceFormat) => Promise<string>
  close: () => Promise<void>
}

const MAX_MS = 60_000

/** Opens a writer. Its thread starts with the first invoice, and again after it has ended. */
export function openEInvoiceWriter(): EInvoiceWriter {
  let thread: Worker | null = null
  let jobs = 0
  const ask = (worker: Worker, job: EInvoiceJob) =>
    new Promise<string>((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer)
        worker.off('message', onMessage)
        worker.off('error', onError)
        worker.off('exit', onExit)
        settle()
      }
      const end = (error: Error) => {
        thread = null
        finish(() => reject(error))
        void worker.terminate()
      }
      const onMessage = (result: EInvoiceResult) => {
        if (result.id !== job.id) return
        finish(() => ('error' in result ? reject(new Error(result.error)) : resolve(result.xml)))
      }
      const onError = (error: Error) => end(error)
      const onExit = () => end(new Error('The thread that writes e-invoices ended'))
      const timer = setTimeout(() => end(new Error('The e-invoice took too long to write')), MAX_MS)
      worker.on('message', onMessage)
      worker.on('error', onError)
      worker.on('exit', onExit)
      worker.postMessage(job)
    })
  return {
    write: (invoice, format) => {
      thread ??= new Worker(new URL('./e-invoice-worker.ts', import.meta.url), { stdout: true, stderr: true })
      return ask(thread, { id: ++jobs, format, json: JSON.stringify(invoice) })
    },
    close: async () => {
      const worker = thread
      thread = null
      await worker?.terminate()
    },
  }
}
