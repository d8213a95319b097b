/** What a request for packaging made to measure can ask for; `unsure`: the team proposes. */
export const QUOTE_MATERIALS = ['mats', 'chips', 'sleeves', 'edges', 'machine', 'unsure'] as const

/** One of `QUOTE_MATERIALS`. */
export type QuoteMaterial = (typeof QUOTE_MATERIALS)[number]

/** What people read for each. */
export const QUOTE_MATERIAL_LABELS: Readonly<Record<QuoteMaterial, string>> = {
  mats: 'Mats, cut to size',
  chips: 'Chips or void fill',
  sleeves: 'Wrap sleeves',
  edges: 'Edge protectors',
  machine: 'A machine for our own boxes',
  unsure: 'Not sure yet: please propose',
}
