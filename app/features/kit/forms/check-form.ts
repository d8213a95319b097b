/** Properties of a control that the check reads. */
type Control = Pick<HTMLInputElement, 'name' | 'type' | 'validity' | 'validationMessage' | 'labels'>

const isControl = (element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement => 'validity' in element

/** Returns the error of a control: the shop's own text for a missing or mistyped value, else the browser's. */
function messageOf({ type, validity, validationMessage }: Control): string {
  if (validity.valueMissing) return 'Please fill in this field'
  if (validity.typeMismatch && type === 'email') return 'Please enter an email address like name@example.com'
  return validationMessage
}

/** The browser's own checks (required, type, min, max), by field name; empty when the form can be sent. */
export function checkForm(form: HTMLFormElement): Record<string, string> {
  const wrong = [...form.elements].filter(isControl).filter(({ name, validity }) => name !== '' && !validity.valid)
  return Object.fromEntries(wrong.map((control): [string, string] => [control.name, messageOf(control)]))
}
