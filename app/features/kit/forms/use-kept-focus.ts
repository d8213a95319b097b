import { useCallback, useRef } from 'react'

/** The control that has the focus, by its place in the form, and the caret in it. */
interface FocusPlace {
  name: string
  at: number
  caret: { start: number; end: number } | null
}

const controlsOf = (form: HTMLFormElement) => [...form.elements].filter((control) => control instanceof HTMLElement)
const nameOf = (control: Element | undefined) => control?.getAttribute('name') ?? ''
const hasCaret = (control: Element) => control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement

function readPlace(form: HTMLFormElement): FocusPlace | null {
  const controls = controlsOf(form)
  const at = controls.findIndex((control) => control === document.activeElement)
  const control = controls[at]
  if (!control) return null
  const { selectionStart: start, selectionEnd: end } = hasCaret(control) ? control : { selectionStart: null, selectionEnd: null }
  return { name: nameOf(control), at, caret: start === null || end === null ? null : { start, end } }
}

function focusPlace(form: HTMLFormElement, { name, at, caret }: FocusPlace): void {
  const controls = controlsOf(form)
  const control = nameOf(controls[at]) === name ? controls[at] : controls.find((one) => nameOf(one) === name)
  control?.focus({ preventScroll: true })
  if (control && caret && hasCaret(control)) control.setSelectionRange(caret.start, caret.end)
}

/**
 * Keeps focus and caret where they are when a form is made anew, to show another version of its record.
 * @returns `ref` of the form, and `element` to reach it
 */
export function useKeptFocus() {
  const element = useRef<HTMLFormElement>(null)
  const place = useRef<FocusPlace | null>(null)
  const ref = useCallback((form: HTMLFormElement) => {
    element.current = form
    if (place.current && document.activeElement === document.body) focusPlace(form, place.current)
    return () => {
      place.current = readPlace(form) // before it leaves the page
      element.current = null
    }
  }, [])
  return { element, ref }
}
