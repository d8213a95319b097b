import { EU_COUNTRIES } from './market-country.ts'

/** Rules of Incoterms 2020 that an offer may name (International Chamber of Commerce, publication 723E, in force since January 1, 2020). */
export const INCOTERMS = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DDP'] as const
/** One of `INCOTERMS`. */
export type Incoterm = (typeof INCOTERMS)[number]

/** Names of the rules. */
export const INCOTERM_LABELS: Readonly<Record<Incoterm, string>> = {
  EXW: 'EXW: ex works',
  FCA: 'FCA: free carrier',
  CPT: 'CPT: carriage paid to',
  CIP: 'CIP: carriage and insurance paid to',
  DAP: 'DAP: delivered at place',
  DDP: 'DDP: delivered duty paid',
}

/** Meaning of each rule for a buyer in another customs territory. */
const MEANINGS: Readonly<Record<Incoterm, string>> = {
  EXW: 'You collect the goods there, and pay for loading, transport, insurance, export and import.',
  FCA: 'The seller hands the goods, cleared for export, to your carrier there. You pay for transport, insurance and import.',
  CPT: 'The seller pays for transport to there; the risk is yours once the first carrier has the goods. You clear and pay the import.',
  CIP: 'The seller pays for transport and insurance to there; the risk is yours once the first carrier has the goods. You clear and pay the import.',
  DAP: 'The seller delivers the goods there, ready to be unloaded. You unload them, and clear and pay the import.',
  DDP: 'The seller delivers the goods there, ready to be unloaded, with import cleared and duties paid. You unload them.',
}

/** Meaning of each rule where nothing is imported. */
const MEANINGS_WITHIN: Readonly<Record<Incoterm, string>> = {
  EXW: 'You collect the goods there, and pay for loading, transport and insurance.',
  FCA: 'The seller hands the goods to your carrier there. You pay for transport and insurance.',
  CPT: 'The seller pays for transport to there; the risk is yours once the first carrier has the goods.',
  CIP: 'The seller pays for transport and insurance to there; the risk is yours once the first carrier has the goods.',
  DAP: 'The seller delivers the goods there, ready to be unloaded. You unload them.',
  DDP: 'The seller delivers the goods there, ready to be unloaded. You unload them.',
}

/** Countries between which goods are sent; `from` is undefined where it is not known. */
interface Way {
  from: string | null | undefined
  to: string
}

/** Returns true within a country, and within the European Union. */
const isWithin = ({ from, to }: Way): boolean => from === to || (EU_COUNTRIES.includes(to) && !!from && EU_COUNTRIES.includes(from))

/** Returns whether the seller pays the transport, so that an offer may charge freight. */
export const hasFreightUnder = (rule: Incoterm): boolean => rule !== 'EXW' && rule !== 'FCA'

/** Returns the term of an offer with its meaning: "DAP Toronto, Incoterms 2020. The seller ...". */
export const incotermSentence = ({ rule, place }: { rule: Incoterm; place: string }, way: Way): string =>
  `${rule} ${place}, Incoterms 2020. ${(isWithin(way) ? MEANINGS_WITHIN : MEANINGS)[rule]}`

/** Returns the delivery term of an offer that was sent, as `incotermSentence`. */
export const termSentence = (offer: {
  incoterm: { rule: Incoterm; place: string }
  delivery: { country: string }
  dispatchCountry?: string | undefined
}): string => incotermSentence(offer.incoterm, { from: offer.dispatchCountry, to: offer.delivery.country })
