import { type FormEvent, useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { fieldErrorsOf } from './field-errors.ts'

export type FieldErrors = Record<string, string | undefined>

interface FormOptions {
  /** What is wrong before anything is sent, by field name; the first of each. */
  check?: () => FieldErrors
  /** Sends it. A refusal is shown: its fields' sentences at the fields, its own above. */
  send: () => Promise<unknown>
  /** The sentence when the call never arrived. */
  failed: string
}

interface Form {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  errors: FieldErrors
  /** The sentence above the form. */
  problem: string | undefined
  isBusy: boolean
}

/** Puts the caret where something has to be mended: the first field, in the order of the page, that has an error. */
function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const bad = [...form.elements].find((element) => errors[element.getAttribute('name') ?? ''] !== undefined)
  if (bad instanceof HTMLElement) bad.focus()
}

/** A form that is sent once at a time and, when it fails, keeps what was typed and says at the field what is wrong. */
export function useForm({ check, send, failed }: FormOptions): Form {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  function show(form: HTMLFormElement, found: FieldErrors, message?: string) {
    setErrors(found)
    setProblem(message)
    focusFirst(form, found)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy) return
    const found = Object.fromEntries(Object.entries(check?.() ?? {}).filter(([, message]) => message !== undefined))
    if (Object.keys(found).length > 0) return show(form, found)
    setErrors({})
    setProblem(undefined)
    setBusy(true)
    try {
      await send()
    } catch (failure) {
      show(form, fieldErrorsOf(failure), messageOf(failure, failed))
    } finally {
      setBusy(false)
    }
  }

  return { onSubmit: (event) => void submit(event), errors, problem, isBusy }
}
