import type { BuyerKind } from './buyer-kind.ts'
import type { DocumentContent, DocumentKind } from './document.ts'
import { isSalesTax } from './document.ts'
import { EU_COUNTRIES } from './market-country.ts'

/** Forms of an invoice that a buyer can choose: a plain PDF, or one of `E_INVOICE_FORMS`. */
export const INVOICE_FORMS = ['pdf', 'factur_x', 'xrechnung'] as const

/** One of `INVOICE_FORMS`. */
export type InvoiceForm = (typeof INVOICE_FORMS)[number]

/** Labels of the forms. */
export const INVOICE_FORM_LABELS: Readonly<Record<InvoiceForm, string>> = {
  pdf: 'PDF',
  factur_x: 'Factur-X (PDF with an e-invoice inside)',
  xrechnung: 'XRechnung (for public authorities in Germany)',
}

/** Forms that are e-invoices by EN 16931: a PDF with its data inside, and the German profile for public authorities. */
export const E_INVOICE_FORMS = ['factur_x', 'xrechnung'] as const

/** One of `E_INVOICE_FORMS`. */
export type EInvoiceForm = (typeof E_INVOICE_FORMS)[number]

/** Syntaxes of an e-invoice. */
export const E_INVOICE_SYNTAXES = ['cii', 'ubl'] as const

/** Sentence about a Leitweg-ID that cannot be one. */
export const LEITWEG_ERROR = "This isn't a valid Leitweg-ID. Check the digits, such as 04011000-1234512345-06."

/** Remainder of a decimal number of any length. */
function remainderOf(digits: string, divisor: number): number {
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % divisor, 0)
}

/**
 * Returns true if a text can be a Leitweg-ID: two to twelve digits of the region, up to 30 letters and digits of the authority, and two
 * check digits by ISO 7064 modulo 97-10, with letters as 10 to 35 (format specification 2.0.2 of KoSIT).
 */
export function isLeitwegId(text: string): boolean {
  if (!/^\d{2,12}(-[0-9A-Z]{1,30})?-\d{2}$/.test(text)) return false
  const digits = [...text.replaceAll('-', '')].map((character) => String(Number.parseInt(character, 36))).join('')
  return remainderOf(digits, 97) === 1
}

/** Facts of a document that decide about an e-invoice. */
interface InvoicedSale {
  kind: DocumentKind
  content: Pick<DocumentContent, 'mode' | 'taxes' | 'buyer'> & { buyerKind: BuyerKind }
}

/**
 * Returns true if a document gets an e-invoice unless its buyer wants none: sales to businesses in the European Union, and their credit
 * notes.
 */
export function hasEInvoice({ kind, content }: InvoicedSale): boolean {
  const { mode, taxes, buyer, buyerKind } = content
  return (
    (kind === 'invoice' || kind === 'credit_note') &&
    buyerKind === 'business' &&
    mode === 'added' &&
    taxes.length > 0 &&
    !isSalesTax({ taxes }) &&
    EU_COUNTRIES.includes(buyer.country)
  )
}
