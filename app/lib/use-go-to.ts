import { type RefObject, useEffect, useState } from 'react'

/** Goes to a place of a form once the form shows it: opens what hides it, and gives it the focus. */
export function useGoTo(form: RefObject<HTMLFormElement | null>): (selector: string) => void {
  const [target, setTarget] = useState<{ selector: string } | null>(null)
  useEffect(() => {
    const place = target && form.current?.querySelector<HTMLElement>(target.selector)
    if (!place) return
    for (let fold = place.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) fold.open = true
    place.focus()
  }, [target, form])
  return (selector) => setTarget({ selector })
}
