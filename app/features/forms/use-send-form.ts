import { type FormEvent, useRef, useState } from 'react'
import { fieldErrorsOf } from '#app/features/sign-in/field-errors.ts'
import { messageOf } from '#app/lib/api.ts'
import { checkForm } from './check-form.ts'

interface SendForm<Answer> {
  /** Makes the call with what was typed. */
  send: (fields: FormData) => Promise<Answer>
  /** What to say when the call never arrived. */
  fallback: string
}

/** Where the message about a refused form stands, for the focus when no field is at fault. */
export const PROBLEM = 'data-problem'

function focusFirst(form: HTMLFormElement | null, errors: Record<string, string>): void {
  const first = [...(form?.elements ?? [])].find((element) => (element.getAttribute('name') ?? '') in errors)
  const place = first ?? form?.querySelector(`[${PROBLEM}]`)
  if (place instanceof HTMLElement) place.focus()
}

/**
 * A form that is checked by the browser's own rules, sent once, and emptied when it arrived.
 * On failure all stays as it was typed and the first wrong field has the focus.
 * @returns `formProps` for the form element, and what to show
 */
export function useSendForm<Answer>({ send, fallback }: SendForm<Answer>) {
  const form = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [answer, setAnswer] = useState<Answer>()

  function show(found: Record<string, string>, message?: string) {
    setErrors(found)
    setProblem(message)
    requestAnimationFrame(() => focusFirst(form.current, found)) // once the message is on the page
  }

  async function sendOnce(element: HTMLFormElement) {
    isSending.current = true
    setBusy(true)
    show({})
    try {
      const answered = await send(new FormData(element))
      element.reset()
      setAnswer(answered)
    } catch (failure) {
      show(fieldErrorsOf(failure), messageOf(failure, fallback))
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    setAnswer(undefined)
    const found = checkForm(event.currentTarget)
    if (Object.keys(found).length > 0) show(found)
    else await sendOnce(event.currentTarget)
  }

  const formProps = {
    ref: form,
    onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    noValidate: true,
    method: 'dialog', // outside a dialog the browser itself sends nothing: no address with what was typed before the page is alive
  } as const
  return { formProps, form, errors, problem, isBusy, answer }
}
