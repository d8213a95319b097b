import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useRef, useState } from 'react'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useStateForm } from '#app/features/kit/forms/use-state-form.ts'
import { type Office, quotePreviewQuery } from '#app/features/quotes/queries.ts'
import { buttonOf } from '#app/features/quotes/quote-actions.tsx'
import { QuoteTotalRows } from '#app/features/quotes/quote-offer.tsx'
import { api, messageOf, queryOf } from '#app/lib/api.ts'
import { money } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import { BusyButton, SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { isApiError } from '#contract/errors.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { planProblem } from '#domain/payment-plan.ts'
import { LineRows } from './line-rows.tsx'
import { OfferFiles } from './offer-files.tsx'
import { contentOf, hasCustomLines, milestonesOf, valuesOf } from './offer-values.ts'
import { TermFields } from './term-fields.tsx'

const PAUSE_MS = 400

/** The offer that a seller writes, with live totals; saved as a draft, and sent as a version that never changes. */
export function OfferForm({ quote, office }: { quote: Quote; office: Office }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const sends = useRef(false)
  const { id, currency } = quote
  const calls = api[office]
  const params = { id }
  const form = useStateForm({
    record: quote,
    valuesOf,
    draft: { kind: 'offer', id },
    check: (): Record<string, string> => {
      const plan = planProblem(milestonesOf(form.values))
      return { ...(isUploading && { fileIds: 'Please wait until the files are uploaded' }), ...(plan !== null && { plan }) }
    },
    failed: 'The offer could not be saved. Please try again.',
    send: async (values, version) => {
      const isSent = sends.current
      const saved = await calls.saveDraft({ params, body: { content: contentOf(values), version } })
      if (isSent) await calls.send({ params, body: { version: saved.version } })
      toast.success(isSent ? 'Offer sent' : 'Draft saved')
      await client.invalidateQueries({ queryKey: officeKey(token) })
    },
  })
  const content = useDebouncedValue(contentOf(form.values), PAUSE_MS)
  const preview = useQuery({ ...queryOf(quotePreviewQuery(token, office, id, content)), retry: false })
  const send = buttonOf(quote, 'send') ?? 'Send offer'
  const wish = (isSent: boolean) => {
    sends.current = isSent
    setSending(isSent)
  }
  /** Enter in a field saves a draft: only the button itself sends. */
  const choose = ({ currentTarget, detail }: MouseEvent<HTMLElement>) => wish(detail > 0 || currentTarget.contains(document.activeElement))
  const errors = Object.fromEntries(Object.entries(form.errors).map(([name, text]) => [name.replace(/^content\./, ''), text]))
  return (
    <RecordForm form={form} aria-label="Offer" className="frame grid gap-6 p-5 md:p-6">
      <h2 className="text-xl">Offer</h2>
      <LineRows lines={form.values.lines} currency={currency} office={office} errors={errors} change={(lines) => form.change({ lines })} />
      <TermFields
        values={form.values}
        change={form.change}
        errors={errors}
        currency={currency}
        dispatchCountry={preview.data?.dispatchCountry}
      />
      {hasCustomLines(form.values) && (
        <TextAreaField
          label="Safety warnings"
          name="warnings"
          rows={2}
          isOptional
          maxLength={2000}
          hint="Of the custom products, in the buyer's language. Private buyers in the European Union also see your business as the maker."
          value={form.values.warnings}
          error={errors.warnings}
          onChange={({ target }) => form.change({ warnings: target.value })}
        />
      )}
      <OfferFiles
        files={form.values.files}
        change={(files) => form.change({ files })}
        isBusy={isUploading}
        setBusy={setUploading}
        error={errors.fileIds}
      />
      <section aria-labelledby="preview-title" className="border-t-2 border-ink pt-5">
        <h3 id="preview-title">Totals</h3>
        {preview.data && (
          <div aria-busy={preview.isFetching || undefined} className="max-w-[28rem]">
            <QuoteTotalRows totals={preview.data.totals} currency={currency} />
            <dl className="total-rows">
              <dt>Commission</dt>
              <dd className="price">{money(-preview.data.commission, currency)}</dd>
              <dt className="font-medium">You receive</dt>
              <dd className="price font-medium">{money(preview.data.earnings, currency)}</dd>
            </dl>
          </div>
        )}
        {preview.isError && <p className="status warn mt-2 whitespace-normal">{whyNot(preview.error)}</p>}
      </section>
      <p className="flex flex-wrap gap-3">
        <span onClickCapture={choose} className="contents">
          <SubmitButton isBusy={form.isBusy && isSending} busy="Sending…" className="button">
            {send}
          </SubmitButton>
        </span>
        <BusyButton
          className="button hollow"
          isBusy={form.isBusy && !isSending}
          busy="Saving…"
          onPress={() => {
            wish(false)
            form.element.current?.requestSubmit()
          }}
        >
          Save draft
        </BusyButton>
      </p>
    </RecordForm>
  )
}

/** Returns why an offer has no totals yet: the first thing that is missing, or what the server says. */
function whyNot(error: unknown): string {
  const [first] = isApiError(error) ? error.errors : []
  return first?.message ?? messageOf(error, 'The totals could not be calculated.')
}
