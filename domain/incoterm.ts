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

/** Meaning of each rule for the buyer. */
const MEANINGS: Readonly<Record<Incoterm, string>> = {
  EXW: 'You collect the goods there, and pay for loading, transport, insurance, export and import.',
  FCA: 'The seller hands the goods, cleared for export, to your carrier there. You pay for transport, insurance and import.',
  CPT: 'The seller pays for transport to there; the risk is yours once the first carrier has the goods. You clear and pay the import.',
  CIP: 'The seller pays for transport and insurance to there; the risk is yours once the first carrier has the goods. You clear and pay the import.',
  DAP: 'The seller delivers the goods there, ready to be unloaded. You unload them, and clear and pay the import.',
  DDP: 'The seller delivers the goods there, ready to be unloaded, with import cleared and duties paid. You unload them.',
}

/** Returns whether the seller pays the transport, so that an offer may charge freight. */
export const hasFreightUnder = (rule: Incoterm): boolean => rule !== 'EXW' && rule !== 'FCA'

/** Returns the term of an offer with its meaning: "DAP Toronto, Incoterms 2020. The seller ...". */
export const incotermSentence = ({ rule, place }: { rule: Incoterm; place: string }): string =>
  `${rule} ${place}, Incoterms 2020. ${MEANINGS[rule]}`
