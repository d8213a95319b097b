import { useNavigate } from 'react-router'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { usePageSession } from '#app/features/kit/session/use-session.ts'
import { api } from '#app/lib/api.ts'
import type { QuoteBody } from '#contract/quotes/quotes.ts'
import { MAX_QUOTE_FILES } from '#domain/quote.ts'
import { CERTIFICATE_BYTES } from '#domain/tax-certificate.ts'
import { keepForm, useKeptForm } from './keep-request.ts'

interface RequestFormOptions {
  /** Name under which the form is kept while its sender signs in, and the address that leads back to it. */
  name: string
  backTo: string
  /** False until its fields are there. */
  isReady?: boolean
  bodyOf: (fields: FormData) => Omit<QuoteBody, 'fileIds'>
}

const filesOf = (fields: FormData) => fields.getAll('files').filter((file): file is File => file instanceof File && file.size > 0)

/** A request for a quote: a visitor signs in or registers first and finds the form as it was; files are stored before it is sent. */
export function useRequestForm({ name, backTo, isReady, bodyOf }: RequestFormOptions) {
  const { status } = usePageSession()
  const navigate = useNavigate()
  const keyOf = useRequestKey()
  const form = useForm({
    check: (element): Record<string, string> => {
      const files = filesOf(new FormData(element))
      if (files.length > MAX_QUOTE_FILES) return { ...checkForm(element), files: `You can add up to ${MAX_QUOTE_FILES} files` }
      const isLarge = files.some(({ size }) => size > CERTIFICATE_BYTES)
      return { ...checkForm(element), ...(isLarge && { files: 'Each file can have up to 10 MB' }) }
    },
    send: async (fields) => {
      if (status === 'signedOut') {
        if (form.element.current) keepForm(name, form.element.current)
        await navigate(`/login?from=${encodeURIComponent(backTo)}`)
        return null
      }
      const fileIds: string[] = []
      for (const file of filesOf(fields)) {
        const sent = new FormData()
        sent.set('file', file)
        fileIds.push((await api.quotes.addFile({ form: sent, body: {} })).id)
      }
      const body = { ...bodyOf(fields), fileIds }
      return api.quotes.request({ body, idempotencyKey: keyOf(body) })
    },
    failed: 'Your request did not reach us. What you entered is still here. Please send it again.',
  })
  useKeptForm(name, form.element, isReady)
  return { ...form, isVisitor: status === 'signedOut' }
}
