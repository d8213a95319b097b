import { type Control, fieldsOf, isTicked } from './draft-fields.ts'

/** Returns the texts of an element without those of other elements in it; where it has none, all that it says. */
function ownText(element: Element | null | undefined): string {
  const own = [...(element?.childNodes ?? [])].flatMap((node) => (node instanceof Text ? [node.data] : []))
  return own.join('').trim() || (element?.textContent.trim() ?? '')
}

const labelOf = (control: Control) => control.getAttribute('aria-label') ?? ownText(control.labels?.[0])

function textOf(control: Control): string {
  if (control instanceof HTMLSelectElement) return [...control.selectedOptions].map(({ text }) => text).join(', ')
  return control.value || (control instanceof HTMLInputElement ? control.placeholder : '')
}

/** Returns the label of a field and what it says, as people read both; null where the form has no such field. */
export function fieldInWords(form: HTMLFormElement, name: string): { label: string; text: string } | null {
  const all = fieldsOf(form, true).filter((control) => control.name === name)
  const [first] = all
  if (!first) return null
  const group = ownText(first.closest('fieldset')?.querySelector(':scope > legend'))
  const ticked = all.filter((control) => control instanceof HTMLInputElement && control.checked)
  if (isTicked(first) && (all.length > 1 || first.type === 'radio')) return { label: group || name, text: ticked.map(labelOf).join(', ') }
  const label = [group, labelOf(first)].filter(Boolean).join(': ')
  return { label, text: isTicked(first) ? (ticked.length > 0 ? 'Yes' : 'No') : all.map(textOf).join(', ') }
}
