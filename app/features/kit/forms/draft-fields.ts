import { servedIndex } from '#app/ui/take-over.tsx'
import { TRAP } from './trap-field.tsx'

/** Texts of a form by field name; a box or a choice is there while it is ticked. */
export type FieldTexts = Record<string, string[]>

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Secrets and bank details are never stored, whatever form they are in. */
const SECRET_NAME = /password|secret|iban|bank|payto|cardnumber|cvc/i
const UNSTORED_TYPE = /^(password|file|hidden|submit|button)$/

export const isTicked = (control: Control) => control.type === 'checkbox' || control.type === 'radio'
const isSecret = ({ name, autocomplete }: Control) => SECRET_NAME.test(name) || /^cc-|one-time-code|password/.test(autocomplete)

/** Returns the fields of a form: those that a draft may hold, or with secrets what one page load may keep. */
export function fieldsOf(form: HTMLFormElement, withSecrets: boolean): Control[] {
  const isField = (element: Element): element is Control =>
    (element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) &&
    element.name !== '' &&
    element.name !== TRAP &&
    (withSecrets
      ? element.type === 'password' || !UNSTORED_TYPE.test(element.type)
      : !UNSTORED_TYPE.test(element.type) && !isSecret(element))
  return [...form.elements].filter(isField)
}

function collect(controls: readonly Control[], textOf: (control: Control) => string, isOn: (box: HTMLInputElement) => boolean): FieldTexts {
  const texts: FieldTexts = {}
  for (const control of controls) {
    const found = (texts[control.name] ??= [])
    if (!isTicked(control) || (control instanceof HTMLInputElement && isOn(control))) found.push(textOf(control))
  }
  return texts
}

/** Reads what has been typed into a form, without files and, unless they are asked for, secrets. */
export const readTexts = (form: HTMLFormElement, withSecrets = false): FieldTexts =>
  collect(
    fieldsOf(form, withSecrets),
    ({ value }) => value,
    ({ checked }) => checked,
  )

/** Reads the texts of a form in the HTML of the page, whatever was typed since. */
export function readServedTexts(form: HTMLFormElement): FieldTexts {
  const textOf = (control: Control) => {
    if (control instanceof HTMLSelectElement) return control.options[servedIndex(control)]?.value ?? ''
    return isTicked(control) ? control.value : control.defaultValue
  }
  return collect(fieldsOf(form, false), textOf, ({ defaultChecked }) => defaultChecked)
}

const isSameList = (one: readonly string[] = [], other: readonly string[] = []) =>
  one.length === other.length && one.every((text, at) => text === other[at])

/** Returns the fields that say something else than before. */
export const changedTexts = (before: FieldTexts, now: FieldTexts): FieldTexts =>
  Object.fromEntries(Object.entries(now).filter(([name, texts]) => !isSameList(before[name], texts)))

/** Sets one field as typing or choosing would, so that a screen that follows it notices. */
function setField(control: Control, text: string): void {
  if (control.value === text) return
  const kind = Object.getPrototypeOf(control) as Control // the element's own class, whose setter the screen has not replaced
  Object.getOwnPropertyDescriptor(kind, 'value')?.set?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Writes texts into the fields of a form. @returns those whose fields or choices are not there (yet) */
function writeOnce(form: HTMLFormElement, texts: FieldTexts): FieldTexts {
  const controls = fieldsOf(form, true)
  const missing: FieldTexts = {}
  for (const [name, wanted] of Object.entries(texts)) {
    const named = controls.filter((control) => control.name === name)
    const isThere = (control: Control, at: number) =>
      !(control instanceof HTMLSelectElement) || [...control.options].some(({ value }) => value === (wanted[at] ?? ''))
    if (named.length === 0 || !named.every(isThere)) missing[name] = wanted
    for (const [at, control] of named.entries()) {
      if (!isTicked(control)) setField(control, wanted[at] ?? '')
      else if (control instanceof HTMLInputElement && control.checked !== wanted.includes(control.value)) {
        if (control.type === 'checkbox' || !control.checked) control.click()
      }
    }
  }
  return missing
}

/** Writes texts into the fields of a form, in rounds: fields and choices that a choice brings are written once they are there. */
export async function writeTexts(form: HTMLFormElement, texts: FieldTexts, rounds = 3): Promise<void> {
  const missing = writeOnce(form, texts)
  if (rounds === 1 || Object.keys(missing).length === 0) return
  await new Promise((resolve) => setTimeout(resolve))
  await writeTexts(form, missing, rounds - 1)
}
