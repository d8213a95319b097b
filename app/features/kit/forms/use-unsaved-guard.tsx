import { type FormEvent, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Location, useBlocker } from 'react-router'
import { AskDialog } from '#app/ui/ask-dialog.tsx'

/** Another page of the shop. */
const isOtherPage = (here: Location, there: Location) => here.pathname !== there.pathname

/**
 * Asks before somebody leaves what is not saved: another page of the shop in a dialog, anything else by the browser's own question.
 * @param isLeaving which changes of the address leave the form; without it, those to another page.
 * @returns the question, to be rendered; null while nobody leaves.
 */
export function useUnsavedGuard(isDirty: boolean, isLeaving: (here: Location, there: Location) => boolean = isOtherPage) {
  const dirty = useRef(isDirty)
  useLayoutEffect(() => {
    dirty.current = isDirty // before any effect that leaves a form once it is saved
  }, [isDirty])
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty.current && isLeaving(currentLocation, nextLocation))
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return (
    <AskDialog
      title="Leave without saving?"
      confirm="Leave"
      busy="Leaving…"
      isBusy={false}
      isDanger
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      <p>Your changes haven't been saved.</p>
    </AskDialog>
  )
}

const stateOf = (control: Element): unknown => {
  if (control instanceof HTMLSelectElement) return [...control.selectedOptions].map(({ value }) => value)
  if (control instanceof HTMLTextAreaElement) return control.value
  if (!(control instanceof HTMLInputElement)) return null
  if (control.type === 'file') return [...(control.files ?? [])].map(({ name, size }) => `${name} ${size}`)
  return control.type === 'checkbox' || control.type === 'radio' ? control.checked : control.value
}

const contentOf = (form: HTMLFormElement): string => JSON.stringify([...form.elements].map(stateOf))

const formOf = ({ target }: SyntheticEvent) => (target instanceof Element ? target.closest('form') : null)

/**
 * Follows what is typed into forms: `isDirty` while one of them says something else than when somebody came into it, and not once it was
 * typed back.
 * @returns `props` for the forms, or for what is around them; `reset` once they are saved
 */
export function useTyped() {
  /** Content of each form when somebody came into it; null for one that was filled without that, which counts as changed. */
  const opened = useRef(new Map<HTMLFormElement, string | null>())
  const [isDirty, setDirty] = useState(false)
  const props = {
    onFocus: (event: SyntheticEvent) => {
      const form = formOf(event)
      if (form && !opened.current.has(form)) opened.current.set(form, contentOf(form))
    },
    onInput: (event: FormEvent) => {
      const form = formOf(event)
      if (form && !opened.current.has(form)) opened.current.set(form, null)
      setDirty([...opened.current].some(([one, content]) => one.isConnected && contentOf(one) !== content))
    },
  }
  const reset = () => {
    opened.current.clear()
    setDirty(false)
  }
  return { isDirty, props, reset }
}
