import { normalizeForm } from './text.ts'

/** A letter of a script that documents and labels of carriers don't print; of no script are µ, ʼ and other signs. */
const FOREIGN_LETTER = /[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}µ\u02b0-\u02ff]/u

/** Returns true unless a text is nothing but signs that no label prints, such as emoji: it has a letter, a digit or punctuation. */
export const isLegible = (text: string): boolean => text === '' || /[\p{L}\p{N}\p{P}]/u.test(text)

/** Returns true if documents print every letter of a text as it is: Latin, Greek and Cyrillic ones. */
export const isPrintable = (text: string): boolean => !FOREIGN_LETTER.test(normalizeForm(text, 'NFKC'))
