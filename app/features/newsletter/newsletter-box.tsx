import { useId } from 'react'
import { Link } from 'react-router'
import { useSendForm } from '#app/features/forms/use-send-form.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { TextField } from '#app/ui/field.tsx'
import { NEWSLETTER_CONSENT } from '#domain/newsletter.ts'

/** Asks for an address and says what happens with it (S118, D149): a mail to confirm follows. */
export function NewsletterBox() {
  const id = useId()
  const { form, errors, problem, isBusy, answer, submit } = useSendForm({
    send: async (fields) => {
      const email = textOf(fields, 'email')
      await api.newsletter.subscribe({ body: { email } })
      return email
    },
    fallback: 'Your address did not reach us. Please try again.',
  })
  return (
    <section aria-labelledby={id} className="frame newsletter-box no-print">
      <div>
        <h2 id={id}>Newsletter</h2>
        <p className="mt-2 max-w-lead text-ink-2">New articles and machines, and ways to pack with less.</p>
      </div>
      <form ref={form} onSubmit={submit} noValidate className="needs-script">
        {problem && !errors.email && (
          <p role="alert" className="notice bad mb-3">
            {problem}
          </p>
        )}
        <div className="newsletter-line">
          <TextField label="Email Address" name="email" type="email" inputMode="email" autoComplete="email" required error={errors.email} />
          <button type="submit" className="button" aria-disabled={isBusy || undefined}>
            {isBusy ? 'Subscribing...' : 'Subscribe'}
          </button>
        </div>
        <p className="mt-2 text-sm text-ink-2">
          {NEWSLETTER_CONSENT} <Link to="/privacy-policy">Privacy policy</Link>
        </p>
        <div role="status">
          {answer && (
            <p className="notice ok mt-3">
              Almost done: we have written to <b className="break-words">{answer}</b>. Open the link in that mail to confirm. If no mail
              comes, the address is already on our list, or it was mistyped.
            </p>
          )}
        </div>
      </form>
      <noscript>
        <p>Subscribing needs JavaScript.</p>
      </noscript>
    </section>
  )
}
