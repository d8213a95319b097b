import { useState } from 'react'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import type { Quote } from '#contract/quotes/quotes.ts'
import type { QuoteAction } from '#domain/quote-state.ts'

/** Returns the button of an action that the caller has now; undefined where it has none. */
export const buttonOf = ({ actions }: Pick<Quote, 'actions'>, action: QuoteAction): string | undefined =>
  actions.find((one) => one.action === action)?.button

interface MessageFormProps {
  quote: Quote
  /** Name of the other side: 'the seller'. */
  to: string
  send: (text: string, idempotencyKey: string) => Promise<unknown>
}

/** Sends the other side a message; nothing where the state allows none. */
export function QuoteMessageForm({ quote, to, send }: MessageFormProps) {
  const keyOf = useRequestKey()
  const button = buttonOf(quote, 'message')
  const form = useForm({
    failed: 'The message could not be sent. Please try again.',
    check: (element): Record<string, string> => (textOf(new FormData(element), 'text') === '' ? { text: 'Please enter your message' } : {}),
    send: async (fields) => {
      const text = textOf(fields, 'text')
      await send(text, keyOf({ id: quote.id, text, after: quote.messages.length }))
      toast.success(`Your message is on its way to ${to}`)
    },
    isEmptiedAfter: true,
  })
  if (!button) return null
  return (
    <RecordForm form={form} draft={{ kind: 'quote-message', id: quote.id }} aria-label={button} className="panel grid gap-4 p-5">
      <TextAreaField
        label={`Message to ${to}`}
        name="text"
        rows={4}
        maxLength={5000}
        hint="Sent by email and kept with this quote."
        error={form.errors.text}
      />
      <p className="text-right">
        <SubmitButton isBusy={form.isBusy} busy="Sending…" className="button hollow">
          {button}
        </SubmitButton>
      </p>
    </RecordForm>
  )
}

interface CloseButtonProps {
  quote: Quote
  action: 'decline' | 'withdraw'
  /** True where the other side needs a reason. */
  needsReason: boolean
  close: (reason: string) => Promise<unknown>
}

/** Button that declines or withdraws a quote, with a reason for the other side; nothing where the state has no such action. */
export function CloseQuoteButton({ quote, action, needsReason, close }: CloseButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const button = buttonOf(quote, action)
  const form = useForm({
    failed: 'This could not be saved. Please try again.',
    check: (element): Record<string, string> =>
      needsReason && textOf(new FormData(element), 'reason') === '' ? { reason: 'Please give a reason' } : {},
    send: async (fields) => {
      await close(textOf(fields, 'reason'))
      setOpen(false)
    },
  })
  if (!button) return null
  return (
    <>
      <button type="button" className="button hollow" onClick={() => setOpen(true)}>
        {button}
      </button>
      {isOpen && (
        <FormDialog title={`${button}?`} onClose={() => setOpen(false)}>
          <RecordForm form={form} save={button} busy="Saving…" isDanger>
            {action === 'decline' ? (
              <TextAreaField
                label="Reason"
                name="reason"
                rows={3}
                maxLength={1000}
                isOptional={!needsReason}
                hint="Emailed to the other side."
                error={form.errors.reason}
              />
            ) : (
              <p>The seller is notified. You can request a quote again at any time.</p>
            )}
          </RecordForm>
        </FormDialog>
      )}
    </>
  )
}
