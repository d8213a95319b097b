/** The page that an address asks for: a whole number from 1, else 1. */
export function pageOf(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}
