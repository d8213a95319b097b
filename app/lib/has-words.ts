import { normalizeForm, withoutUnseen } from '#domain/text.ts'

const normalized = (text: string) => normalizeForm(withoutUnseen(text), 'NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()

/** Says whether the text contains every word of the search, ignoring case and accents. An empty search matches every text. */
export function hasWords(text: string, search: string): boolean {
  const whole = normalized(text)
  return normalized(search)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}
