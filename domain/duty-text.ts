import { INCOTERMS, type Incoterm } from './incoterm.ts'

/** Delivery term that a sale abroad was agreed with: a rule, or `services` where nothing is sent. */
export type DutyTerm = Incoterm | 'services'

/** Sentence of what leaves for a country where nothing is charged, at the shop's own term unless another was agreed. */
export function exportText(taxName: string, term: DutyTerm = 'DAP'): string {
  if (term === 'services') return `No ${taxName} charged`
  return `Export, no ${taxName} charged; ${dutyOf(term, 'duty and import tax')}`
}

/** Sentence of what a business of the European Union imports. */
export function importText(term: DutyTerm = 'DAP'): string {
  if (term === 'services') return 'No VAT charged'
  const text = dutyOf(term, 'import VAT and duty')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function dutyOf(rule: Incoterm, what: string): string {
  if (rule === 'DAP') return `${what} are charged on delivery (DAP)`
  return `the ${rule === 'DDP' ? 'seller' : 'buyer'} pays ${what} (${rule})`
}

/** Returns true if the sentence of a tax says who pays duties, or that nothing is sent. */
export const saysDuty = (text: string): boolean => text.startsWith('No ') || INCOTERMS.some((rule) => text.includes(`(${rule})`))
