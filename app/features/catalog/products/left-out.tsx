/** Heading of the products that only contain the search, before the first of them. */
export const AlsoContains = ({ search, level: Heading = 'h2' }: { search: string; level?: 'h2' | 'h3' }) => (
  <Heading className="text-lg wrap-anywhere">Also contains “{search}”</Heading>
)

/** Heading of the products that lack words of the search, before the first of them. */
export const LeftOut = ({ words, level: Heading = 'h2' }: { words: readonly string[]; level?: 'h2' | 'h3' }) => (
  <Heading className="text-lg wrap-anywhere">Results without {words.map((word) => `“${word}”`).join(' and ')}</Heading>
)
