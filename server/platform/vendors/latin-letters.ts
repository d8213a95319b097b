import anyAscii from 'any-ascii'
import { normalizeForm } from '#domain/text.ts'

/**
 * Writes a character in Latin letters; rare Chinese characters that the library lacks as their number, signs that it writes as words
 * (":smile:") not at all.
 */
function latinOf(character: string): string {
  const letters = anyAscii(character).replaceAll('?', "'") // stops in the throat are question marks there
  if (letters.startsWith(':') && letters.length > 1) return ''
  return letters === '' && /\p{Script=Han}/u.test(character) ? `U+${character.codePointAt(0)?.toString(16).toUpperCase()}` : letters
}

/**
 * Writes a text with the characters that there are: others become their base letter, or Latin letters that sound like them.
 * @param has returns whether a character can be written
 */
export function withLatinLetters(text: string, has: (character: string) => boolean): string {
  return [...normalizeForm(text, 'NFC')]
    .map((character) => {
      if (has(character)) return character
      const [base = '', ...marks] = character.normalize('NFD')
      return marks.length > 0 && has(base) ? base : latinOf(character)
    })
    .join('')
}
