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

/**
 * A form that is checked by the browser's own rules, sent once, and emptied when it arrived.
 * On failure all stays as it was typed and the first wrong field has the focus.
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
    const first = [...(form.current?.elements ?? [])].find((element) => (element.getAttribute('name') ?? '') in found)
    if (first instanceof HTMLElement) first.focus()
  }

  async function sendOnce(element: HTMLFormElement) {
    isSending.current = true
    setBusy(true)
    setErrors({})
    setProblem(undefined)
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

  return { form, errors, problem, isBusy, answer, submit: (event: FormEvent<HTMLFormElement>) => void submit(event) }
}
