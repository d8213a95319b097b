/** Returns whether a row, by its name or that of its typed specification, states something about the environment. */
export const isStatement = (name: string, key = ''): boolean => key === 'recycled-content' || /^recycled content$/i.test(name.trim())

/** Words beside statements about the environment that nobody has proved to the shop. */
export const NOT_VERIFIED = "supplier's statement, not verified"

/** Returns a statement with the words that nobody has proved it. */
export const unverified = (text: string): string => `${text} (${NOT_VERIFIED})`

/** Returns the proofs among public papers, which staff have accepted, that have not ended on a day (ISO). */
export const proofsOn = <Of extends { kind: string; validTo: string | null }>(papers: readonly Of[], day: string): Of[] =>
  papers.filter(({ kind, validTo }) => kind === 'proof' && (validTo === null || validTo >= day))
