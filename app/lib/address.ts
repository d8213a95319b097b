/* What an address may say; what makes no sense there counts as nothing. */

/** The page that an address asks for: a whole number from 1, else 1. */
export function pageOf(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}

/** A text of an address on one line, cut to what a call takes. */
export function plainText(text: string | null, max: number): string {
  return (text ?? '')
    .toWellFormed()
    .replace(/[\u0000-\u001f]/g, ' ')
    .trim()
    .slice(0, max)
    .trim()
}
