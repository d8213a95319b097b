/** Kinds of synonyms: each term finds all; terms find targets; targets serve instead; a card above the results. */
export const SYNONYM_KINDS = ['same', 'finds', 'instead', 'answer'] as const
export type SynonymKind = (typeof SYNONYM_KINDS)[number]

/** Maximum number of terms, and of targets, of a synonym. */
export const MAX_TERMS = 12
/** Maximum length of a term. */
export const MAX_TERM = 60

/** Returns whether an address leads to a page of the shop or to another site by https. */
const isLink = (href: string): boolean =>
  (href.startsWith('https://') ? URL.canParse(href) : /^\/(?!\/)/.test(href)) && !/[\s\\]/.test(href)

/** Returns the sentences for what a synonym lacks, by field; none if it is whole. */
export function synonymProblems({
  kind,
  terms,
  targets,
  link,
}: {
  kind: SynonymKind
  terms: readonly string[]
  targets: readonly string[]
  /** Link of the card; null without one. */
  link: string | null
}): { field: string; message: string }[] {
  if (terms.length === 0) return [{ field: 'terms', message: 'Enter at least one term.' }]
  const isWhole = kind === 'answer' ? link !== null : kind === 'same' ? terms.length > 1 : targets.length > 0
  if (isWhole && link !== null && !isLink(link))
    return [{ field: 'answer.href', message: 'Start the link with / for a page of the shop, or with https:// for another site.' }]
  if (isWhole) return []
  return [{ field: kind === 'answer' ? 'answer' : 'targets', message: 'Enter what these terms should find.' }]
}
