import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { type FieldErrors, fieldErrorsOf } from '#app/lib/field-errors.ts'
import { PROBLEM } from '#app/ui/form-problem.tsx'

/** Event of a form that was sent and taken. */
export const SAVED = 'saved'

/** Thrown by `send` where the form shows by itself why nothing was saved: nothing is said at its fields or above them. */
export class ShownError extends Error {}

interface FormOptions<Answer> {
  /** Returns errors by field name before anything is sent; `checkForm` applies the browser's own rules. */
  check?: (form: HTMLFormElement) => FieldErrors
  /** Sends it. A refusal is shown: its fields' sentences at the fields, its own above. */
  send: (fields: FormData) => Promise<Answer>
  /** The sentence when the call never arrived. */
  failed: string
  /** The field to go to when a refusal names none; without it the sentence above the form. */
  refusedAt?: string
  /** Empties the fields after a success. Not for controlled fields. */
  isEmptiedAfter?: boolean
  /** Holds the form element where its ref is another's. */
  element?: RefObject<HTMLFormElement | null>
}

interface Wrong {
  errors: FieldErrors
  /** The sentence above the form. */
  problem?: string
}

const NOTHING: Wrong = { errors: {} }

/** Opens the sections that a field is in, and gives it the focus. */
export function goToField(field: HTMLElement): void {
  for (let fold = field.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) fold.open = true
  field.focus()
}

/**
 * Puts the caret where something has to be mended: the first field, in the order of the page, that has an error, or whose parts have one
 * (`areas.0`).
 */
function focusFirst(form: HTMLFormElement | null, { errors }: Wrong, refusedAt: string | undefined): void {
  const fields = [...(form?.elements ?? [])]
  const wrong = Object.keys(errors).filter((name) => errors[name] !== undefined)
  const nameOf = (element: Element) => element.getAttribute('name') ?? ''
  const place =
    fields.find((field) => wrong.some((name) => `${name}.`.startsWith(`${nameOf(field)}.`))) ??
    fields.find((field) => nameOf(field) === refusedAt) ??
    form?.querySelector(`[${PROBLEM}]`)
  if (place instanceof HTMLElement) goToField(place)
}

/**
 * A form that is sent once at a time and, when it fails, keeps what was typed, says at the field what is wrong, and goes there.
 * @returns `props` for the form element, `element` to reach it, and what to show; `answer` is the last one that arrived, `forgive` takes
 * away what was shown as wrong
 */
export function useForm<Answer>({ check, send, failed, refusedAt, isEmptiedAfter = false, ...options }: FormOptions<Answer>) {
  const own = useRef<HTMLFormElement>(null)
  const element = options.element ?? own
  const isSending = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [wrong, setWrong] = useState(NOTHING)
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    if (wrong !== NOTHING) focusFirst(element.current, wrong, refusedAt)
  }, [wrong, refusedAt, element])

  async function sendOnce(form: HTMLFormElement) {
    isSending.current = true
    setBusy(true)
    setWrong(NOTHING)
    try {
      const answered = await send(new FormData(form))
      form.dispatchEvent(new Event(SAVED))
      if (isEmptiedAfter) form.reset()
      setAnswer(answered)
    } catch (failure) {
      if (!(failure instanceof ShownError)) setWrong({ errors: fieldErrorsOf(failure), problem: messageOf(failure, failed) })
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  async function submit(form: HTMLFormElement) {
    if (isSending.current) return
    setAnswer(undefined)
    const errors = check?.(form) ?? {}
    if (Object.values(errors).some((error) => error !== undefined)) setWrong({ errors })
    else await sendOnce(form)
  }

  const props: Pick<ComponentProps<'form'>, 'ref' | 'onSubmit' | 'noValidate' | 'method'> = {
    ref: element,
    onSubmit: (event) => {
      event.preventDefault()
      void submit(event.currentTarget)
    },
    noValidate: true,
    method: 'dialog', // until the page is alive the browser sends nothing by itself: no address that holds a password
  }
  return { props, element, errors: wrong.errors, problem: wrong.problem, isBusy, answer, forgive: () => setWrong(NOTHING) }
}
