const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()

/** Whether every word of the search stands somewhere in the text, whatever its case and accents; nothing searched is in every text. */
export function hasWords(text: string, search: string): boolean {
  const whole = folded(text)
  return folded(search)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}
