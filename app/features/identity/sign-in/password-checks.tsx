import { useEffect, useState } from 'react'
import { MAX_PASSWORD, MIN_PASSWORD } from '#domain/user.ts'

type Person = { email: string; name: string }
type GuessCheck = (password: string, person: Person) => boolean

/** The long list of common passwords comes when the first character is typed. */
function useGuessCheck(isWanted: boolean): GuessCheck | null {
  const [check, setCheck] = useState<{ run: GuessCheck } | null>(null)
  useEffect(() => {
    if (!isWanted || check) return
    let isStale = false
    import('./guess-check.ts').then(
      ({ isEasyToGuess }) => {
        if (!isStale) setCheck({ run: isEasyToGuess })
      },
      () => {
        // without it the server says so after sending
      },
    )
    return () => {
      isStale = true
    }
  }, [isWanted, check])
  return check?.run ?? null
}

type Mark = 'open' | 'kept' | 'broken'
const WORDS: Record<Mark, string> = { open: 'to do', kept: 'done', broken: 'not yet' }

function Rule({ mark, children }: { mark: Mark; children: string }) {
  return (
    <li data-mark={mark}>
      {children} <span className="visually-hidden">({WORDS[mark]})</span>
    </li>
  )
}

/** The shop's rules for a password, each marked while it is typed. */
export function PasswordChecks({ id, password, person }: { id?: string; password: string; person: Person }) {
  const guess = useGuessCheck(password !== '')
  const { length } = [...password]
  const isLong = length >= MIN_PASSWORD
  const lengthMark = length > MAX_PASSWORD ? 'broken' : isLong ? 'kept' : 'open'
  const isGuessable = password !== '' && guess?.(password, person) === true
  const guessMark = isGuessable ? 'broken' : isLong && guess ? 'kept' : 'open'
  return (
    <ul id={id} className="password-checks grid gap-0.5 text-sm text-ink-2" aria-label="Password rules">
      <Rule mark={lengthMark}>
        {length > MAX_PASSWORD ? `At most ${MAX_PASSWORD} characters` : `At least ${MIN_PASSWORD} characters; a few words are fine`}
      </Rule>
      <Rule mark={guessMark}>Not a common password, your name or your email address</Rule>
    </ul>
  )
}
