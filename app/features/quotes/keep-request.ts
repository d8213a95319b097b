import { type RefObject, useEffect } from 'react'
import { type FieldTexts, readTexts, writeTexts } from '#app/features/kit/forms/draft-fields.ts'
import { usePageSession } from '#app/features/kit/session/use-session.ts'
import { tabStorage } from '#app/lib/storage.ts'

const keyOf = (name: string) => `kept-form:${name}`

/** Keeps what a visitor has typed into a form in this tab, until the form is back after the sign-in. */
export function keepForm(name: string, form: HTMLFormElement): void {
  tabStorage.write(keyOf(name), JSON.stringify(readTexts(form)))
}

/** Reads what was kept; null for nothing. */
function takeForm(name: string): FieldTexts | null {
  try {
    return JSON.parse(tabStorage.read(keyOf(name)) ?? 'null') as FieldTexts | null // written above
  } catch {
    return null
  }
}

/** Writes what was kept into the form once its sender has signed in, and it shows its fields. */
export function useKeptForm(name: string, form: RefObject<HTMLFormElement | null>, isReady = true): void {
  const { status } = usePageSession()
  useEffect(() => {
    const texts = status === 'signedIn' && isReady ? takeForm(name) : null
    if (!texts || !form.current) return
    tabStorage.write(keyOf(name), null)
    void writeTexts(form.current, texts)
  }, [name, form, status, isReady])
}
