/** Causes of problems in an uploaded table; problems of one cause in one column are answered at once. */
export const IMPORT_CAUSES = [
  'unknownBusiness',
  'unknownCategory',
  'missing',
  'badPrice',
  'badNumber',
  'badChoice',
  'tooLong',
  'badText',
  'badImage',
  'tooMany',
  'emptyEntry',
  'repeated',
  'mismatch',
  'otherBusiness',
  'badSlug',
  'unknownProduct',
  'unknownFit',
  'taken',
  'other',
] as const
export type ImportCause = (typeof IMPORT_CAUSES)[number]

/** Answers to all problems of a kind: another value, no value, or the beginning of the text. Without one their products are left out. */
export const IMPORT_ACTIONS = ['set', 'clear', 'cut'] as const
export type ImportAction = (typeof IMPORT_ACTIONS)[number]

const ACTIONS: Partial<Record<ImportCause, readonly ImportAction[]>> = {
  unknownBusiness: ['set'],
  unknownCategory: ['set'],
  badPrice: ['set', 'clear'],
  badNumber: ['set', 'clear'],
  badChoice: ['set', 'clear'],
  tooLong: ['cut'],
  badText: ['clear'],
  badImage: ['clear'],
  tooMany: ['clear'],
  emptyEntry: ['clear'],
  unknownFit: ['clear'],
}

/** Returns the answers that a kind of problem can have; none: its rows are corrected or left out. */
export function actionsOf(cause: ImportCause, column: string | null): readonly ImportAction[] {
  if (cause === 'otherBusiness') return column === 'business' ? ['clear'] : []
  if (cause === 'missing') return column === 'business' || column === 'category' ? ['set'] : []
  return ACTIONS[cause] ?? []
}
