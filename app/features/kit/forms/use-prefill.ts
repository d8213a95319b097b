import { type RefObject, useEffect } from 'react'
import { useSession } from '#app/features/kit/session/use-session.ts'

/** Writes name and email of a signed-in person into the empty fields of a form, once they are known; what was typed stays. */
export function usePrefill(form: RefObject<HTMLFormElement | null>): void {
  const { user } = useSession()
  useEffect(() => {
    if (!user) return
    for (const name of ['name', 'email'] as const) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement && field.value === '') field.value = user[name]
    }
  }, [user, form])
}
