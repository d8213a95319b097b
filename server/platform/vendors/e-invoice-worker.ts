import { parentPort } from 'node:worker_threads'
import { type Invoice, InvoiceService } from '@e-invoice-eu/core'
import type { EInvoiceJob, EInvoiceResult } from './e-invoice.ts'

/* Worker thread of `e-invoice.ts`: writes one invoice after the other. */

const nothing = () => {
  // what is wrong comes as an error
}
const service = new InvoiceService({ log: nothing, warn: nothing, error: nothing })
let last: Promise<void> = Promise.resolve()

/**
 * Removes the currency from amounts of CII: only totals of the tax have one (rule CII-DT-031 of EN 16931), and the library writes it
 * elsewhere too.
 */
const withoutCurrencies = (xml: string) => xml.replace(/(<ram:(?!TaxTotalAmount\b)\w+[^<>]*?) currencyID="[^"]*"/g, '$1')

/**
 * Escapes what looks like an entity in a text, twice: the library reads entities once, and leaves what looks like one as it is; with
 * "Smith &co; Sons" it would write no XML.
 */
const escaped = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/&(?=[A-Za-z]+;|#\d+;)/g, '&amp;amp;') : value

async function write({ json, format }: EInvoiceJob): Promise<string> {
  const invoice = JSON.parse(json, escaped) as Invoice // the library checks it by its schema
  const written = await service.generate(invoice, { format, lang: 'en', noWarnings: true })
  const xml = typeof written === 'string' ? written : Buffer.from(written).toString('utf8')
  return format === 'CII' ? withoutCurrencies(xml) : xml
}

/** Returns what the library says, with the places that its schema refuses. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const places =
    error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? JSON.stringify(error.errors).slice(0, 500) : ''
  return [message, places].filter(Boolean).join(': ')
}

parentPort?.on('message', (job: EInvoiceJob) => {
  last = last.then(async () => {
    const result: EInvoiceResult = await write(job).then(
      (xml) => ({ id: job.id, xml }),
      (error: unknown) => ({ id: job.id, error: reasonOf(error) }),
    )
    parentPort?.postMessage(result)
  })
})
