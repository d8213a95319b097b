/** Returns the prefix of every back-office read. It holds the token, so that nobody sees what the previous user of this browser saw. */
export const officeKey = (token: string | null) => ['office', token] as const
