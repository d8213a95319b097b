import { useId } from 'react'
import { Link } from 'react-router'
import { FormProblem } from '#app/features/forms/form-problem.tsx'
import { TRAP, TrapField } from '#app/features/forms/trap-field.tsx'
import { useSendForm } from '#app/features/forms/use-send-form.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { TextField } from '#app/ui/field.tsx'
import { NEWSLETTER_CONSENT } from '#domain/newsletter.ts'

/** Asks for an address and says what happens with it (S118, D149): a mail to confirm follows. */
export function NewsletterBox() {
  const id = useId()
  const { formProps, errors, problem, isBusy, answer } = useSendForm({
    send: async (fields) => {
      const email = textOf(fields, 'email')
      await api.newsletter.subscribe({ body: { email, website: textOf(fields, TRAP) } })
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
      <form {...formProps} className="needs-script grid gap-3">
        {!errors.email && <FormProblem text={problem} />}
        <div className="newsletter-line">
          <TextField label="Email Address" name="email" type="email" inputMode="email" autoComplete="email" required error={errors.email} />
          <button type="submit" className="button" aria-disabled={isBusy || undefined}>
            {isBusy ? 'Subscribing...' : 'Subscribe'}
          </button>
        </div>
        <TrapField />
        <p className="text-sm text-ink-2">
          {NEWSLETTER_CONSENT} <Link to="/privacy-policy">Privacy policy</Link>
        </p>
        <div role="status">
          {answer && (
            <p className="notice ok">
              Almost done: open the link in the mail to <b className="break-words">{answer}</b>. If none comes within a few minutes, the
              address is already on our list, or it was mistyped.
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
