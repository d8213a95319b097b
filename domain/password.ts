import { isCommonPassword } from './common-passwords.ts'
import { trimText } from './text.ts'
import { localPart, MAX_PASSWORD, MIN_PASSWORD } from './user.ts'

/* Separate from user.ts, because the list of common passwords is too long for pages that check none. */

/** Words of this shop, which a password may not consist of, with or without digits and signs. */
const SHOP_WORDS: readonly string[] = [
  'reflute',
  'cardboard',
  'cardboardbox',
  'corrugated',
  'packaging',
  'packagingmaterial',
  'marketplace',
  'repurpose',
  'repurposing',
  'recycling',
  'ecomat',
  'ecomatpro',
  'chipmaster',
  'chipmasterpro',
  'matmaker',
  'chipmaker',
  'padding',
]

/** Reason why a password is refused. */
type PasswordRefusal = { code: 'password_too_short' | 'password_too_long' | 'password_blank' | 'password_common' }

/**
 * Checks a self-chosen password: 8 to 128 characters of any kind, not all of them blank. Refuses common ones: a leaked password, a word of
 * this shop, or the person's own name or address, regardless of case and of digits and signs around it. The password is never changed
 * before it is hashed.
 * @returns null if it is accepted
 */
export function checkPassword(password: string, person: { email: string; name: string }): PasswordRefusal | null {
  const length = [...password].length
  if (length < MIN_PASSWORD) return { code: 'password_too_short' }
  if (length > MAX_PASSWORD) return { code: 'password_too_long' }
  if (trimText(password) === '') return { code: 'password_blank' }
  const plain = lettersAndDigits(password)
  if (isCommonPassword(password.toLowerCase()) || isCommonPassword(plain)) return { code: 'password_common' }
  const guessable = [...SHOP_WORDS, localPart(person.email), person.email, person.name, ...person.name.split(/\s+/)]
  const isGuessable = guessable.map(lettersAndDigits).some((word) => {
    const core = withoutOuterDigits(word)
    return word !== '' && (word === plain || (core !== '' && core === withoutOuterDigits(plain)))
  })
  return isGuessable ? { code: 'password_common' } : null
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function withoutOuterDigits(text: string): string {
  return text.replace(/^\p{N}+/u, '').replace(/\p{N}+$/u, '')
}
