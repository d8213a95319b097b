import { pluralize } from './text.ts'

/** Materials that a request for custom packaging can name; `unsure`: the team proposes. */
export const QUOTE_MATERIALS = ['mats', 'chips', 'sleeves', 'edges', 'machine', 'unsure'] as const

/** One of `QUOTE_MATERIALS`. */
type QuoteMaterial = (typeof QUOTE_MATERIALS)[number]

/** Labels of the materials. */
export const QUOTE_MATERIAL_LABELS: Readonly<Record<QuoteMaterial, string>> = {
  mats: 'Mats, cut to size',
  chips: 'Chips or void fill',
  sleeves: 'Wrap sleeves',
  edges: 'Edge protectors',
  machine: 'A machine for our own boxes',
  unsure: 'Not sure yet: please propose',
}

/** Labels of the fields of a quote request, except the contact, in the order of the form. */
export const QUOTE_FIELD_LABELS = {
  packedGoods: 'What you pack',
  productSize: 'Product size',
  productWeight: 'Product weight',
  monthlyVolume: 'Parcels a month',
  material: 'Material wanted',
  targetDate: 'Needed by',
  zipCode: 'ZIP / Postal code',
  country: 'Country',
} as const

/** Services that a buyer can wish for. */
export const QUOTE_WANTS = ['installation', 'training', 'unloading'] as const

/** Most files of one request, and of one offer. */
export const MAX_QUOTE_FILES = 3

/** Events that the lead time of an offer counts from. */
export const LEAD_TIME_STARTS = ['order', 'first_payment'] as const

/** Lead time of an offer: whole weeks from an event. */
export interface LeadTime {
  weeks: number
  from: (typeof LEAD_TIME_STARTS)[number]
}

/** Returns the lead time of an offer as text: "6 weeks after the order". */
export function leadTimeText({ weeks, from }: LeadTime): string {
  if (weeks === 0) return 'Ready to ship'
  return `${pluralize(weeks, 'week')} after ${from === 'order' ? 'the order' : 'the first payment'}`
}
