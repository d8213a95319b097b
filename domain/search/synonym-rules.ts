/** Kinds of synonyms: each term finds all; terms find targets; targets serve instead; a card above the results. */
export const SYNONYM_KINDS = ['same', 'finds', 'instead', 'answer'] as const
export type SynonymKind = (typeof SYNONYM_KINDS)[number]

/** Maximum number of terms, and of targets, of a synonym. */
export const MAX_TERMS = 12
/** Maximum length of a term. */
export const MAX_TERM = 60

/** Returns the sentences for what a synonym lacks, by field; none if it is whole. */
export function synonymProblems({
  kind,
  terms,
  targets,
  hasAnswer,
}: {
  kind: SynonymKind
  terms: readonly string[]
  targets: readonly string[]
  hasAnswer: boolean
}): { field: string; message: string }[] {
  if (terms.length === 0) return [{ field: 'terms', message: 'Enter at least one term.' }]
  const isWhole = kind === 'answer' ? hasAnswer : kind === 'same' ? terms.length > 1 : targets.length > 0
  if (isWhole) return []
  return [{ field: kind === 'answer' ? 'answer' : 'targets', message: 'Enter what these terms should find.' }]
}
