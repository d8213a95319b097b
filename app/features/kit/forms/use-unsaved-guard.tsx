import { type FormEvent, type ReactNode, type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Location, useBlocker } from 'react-router'
import { AskDialog } from '#app/ui/ask-dialog.tsx'

/** Another page of the shop. */
const isOtherPage = (here: Location, there: Location) => here.pathname !== there.pathname

const UNSAVED = "Your changes haven't been saved."

/** All forms of the page: the router asks only one of them, and that one answers for all. */
const guarded = new Set<RefObject<Required<Omit<Leavable, 'loss'>>>>()

interface Leavable {
  isDirty: boolean
  /** Sentence on what is lost. */
  loss?: string
  /** Returns true for changes of the address that leave the form; without it, those to another page. */
  isLeaving?: (here: Location, there: Location) => boolean
}

/**
 * Asks before somebody leaves what is not saved: another page of the shop in a dialog, anything else by the browser's own question. It
 * stands beside the form, not in it: its answer would send the form.
 */
export function LeaveQuestion({ isDirty, loss = UNSAVED, isLeaving = isOtherPage }: Leavable) {
  const form = useRef({ isDirty, isLeaving })
  useLayoutEffect(() => {
    form.current = { isDirty, isLeaving } // before any effect that leaves a form once it is saved
  }, [isDirty, isLeaving])
  useLayoutEffect(() => {
    guarded.add(form)
    return () => {
      guarded.delete(form)
    }
  }, [])
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    [...guarded].some(({ current }) => current.isDirty && current.isLeaving(currentLocation, nextLocation)),
  )
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return (
    <DiscardDialog title="Leave without saving?" confirm="Leave" onDiscard={() => blocker.proceed()} onClose={() => blocker.reset()}>
      {loss}
    </DiscardDialog>
  )
}

interface DiscardDialogProps {
  title: string
  confirm: string
  onDiscard: () => void
  onClose: () => void
  /** Sentence on what is lost. */
  children?: ReactNode
}

/** Asks before what was typed, or is shown only once, is lost. */
export function DiscardDialog({ title, confirm, onDiscard, onClose, children = UNSAVED }: DiscardDialogProps) {
  return (
    <AskDialog title={title} confirm={confirm} busy={confirm} isBusy={false} isDanger onConfirm={onDiscard} onClose={onClose}>
      <p>{children}</p>
    </AskDialog>
  )
}

/** Closes a part of a page; with unsaved changes only when it is pressed a second time. @returns props of its foot */
export function useClosing(isDirty: boolean, onClose: () => void) {
  const [isAsked, setAsked] = useState(false)
  return {
    note: isAsked && <span role="status">Your changes aren't saved. Close anyway?</span>,
    cancel: isAsked ? 'Close without saving' : 'Close',
    onCancel: () => (isDirty && !isAsked ? setAsked(true) : onClose()),
  }
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
