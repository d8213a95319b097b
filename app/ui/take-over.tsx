import { type ReactNode, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

declare global {
  interface Window {
    /** Buttons that were pressed before they did anything (`boot.js`). */
    pressed?: HTMLButtonElement[]
  }
}

/** Fields of the server's page that React does not know yet. */
const fields = new Set<Field>(import.meta.env.SSR ? [] : document.querySelectorAll<Field>('input, textarea, select'))

const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'))

function notify(field: Field): void {
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}

/** Returns the index of the choice that a field had in the HTML of the page. */
export const servedIndex = ({ options }: HTMLSelectElement): number =>
  Math.max(
    0,
    [...options].findIndex(({ defaultSelected }) => defaultSelected),
  )

/** Returns what repeats the choice that was made in a field; undefined where none was. */
function choiceIn(field: HTMLSelectElement) {
  const { selectedIndex } = field
  if (selectedIndex === servedIndex(field)) return
  return () => {
    field.selectedIndex = selectedIndex
    notify(field)
  }
}

function tickIn(box: HTMLInputElement) {
  const { checked } = box
  if (checked === box.defaultChecked || (box.type === 'radio' && !checked)) return // another of its group was chosen
  box.checked = !checked // as React knows it, until it is pressed once more
  return () => {
    if (box.checked !== checked) box.click()
  }
}

function textIn(field: HTMLInputElement | HTMLTextAreaElement) {
  const { value } = field
  if (value === field.defaultValue) return
  return () => {
    if (field.value !== value) field.value = value
    // React compares the value with the one that it saw last
    const { _valueTracker: seen } = field as typeof field & { _valueTracker?: { setValue: (value: string) => void } }
    seen?.setValue(`${value}.`)
    notify(field)
  }
}

function repeatOf(field: Field) {
  if (field instanceof HTMLSelectElement) return choiceIn(field)
  return field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? tickIn(field) : textIn(field)
}

/** Lists what was done in the part of a page that React has just taken over, in the order of the page, presses last. */
function listEarly(): (() => void)[] {
  const alive = [...fields].filter(isAlive)
  for (const field of alive) fields.delete(field)
  const pressed = window.pressed?.filter(isAlive) ?? []
  window.pressed = window.pressed?.filter((button) => !isAlive(button)) ?? []
  return [...alive.flatMap((field) => repeatOf(field) ?? []), ...pressed.map((button) => () => button.click())]
}

/**
 * Surrounds markup of the server that becomes alive together. What was typed, chosen and pressed there before, or restored by the browser,
 * happens once more, so that React knows of it: it keeps the text of a field at first, but not for what follows from it.
 */
export function TakeOver({ children }: { children: ReactNode }) {
  const [, render] = useState({})
  useLayoutEffect(() => {
    const early = listEarly()
    if (early.length === 0) return
    queueMicrotask(() => {
      flushSync(() => render({})) // first the effects of the part, and what these change
      for (const repeat of early) flushSync(repeat)
    })
  }, [])
  return children
}
