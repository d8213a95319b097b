import { normalizeIdentifier, trimText } from '#domain/text.ts'
import { EMAIL_ERROR, isEmail } from '#domain/user.ts'

/** Properties of a control that the check reads. */
type Control = Pick<HTMLInputElement, 'type' | 'value' | 'required' | 'validity' | 'validationMessage'>

const isControl = (element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement => 'validity' in element

/**
 * Returns the error of a control: the shop's own text for a missing value or an email address that is none, else the browser's; '' for
 * none.
 */
function messageOf({ type, value, required, validity, validationMessage }: Control): string {
  if (validity.valueMissing || (required && trimText(value) === '')) return 'Please fill in this field'
  if (type === 'email' && (validity.typeMismatch || (value !== '' && !isEmail(normalizeIdentifier(value))))) return EMAIL_ERROR
  return validationMessage
}

/** The browser's own checks (required, type, min, max) and the shop's of emails, by field name; empty when the form can be sent. */
export function checkForm(form: HTMLFormElement): Record<string, string> {
  const named = [...form.elements].filter(isControl).filter(({ name, willValidate }) => name !== '' && willValidate)
  const checked = named.map((control): [string, string] => [control.name, messageOf(control)])
  return Object.fromEntries(checked.filter(([, message]) => message !== ''))
}
