import { useId } from 'react'
import { Link } from 'react-router'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { TRAP, TrapField } from '#app/features/kit/forms/trap-field.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { NEWSLETTER_CONSENT } from '#domain/newsletter.ts'

/** Asks for an address and says what happens with it (S118): a mail to confirm follows. */
export function NewsletterBox() {
  const id = useId()
  const { props, errors, problem, isBusy, answer } = useForm({
    check: checkForm,
    send: async (fields) => {
      const email = textOf(fields, 'email')
      await api.newsletter.subscribe({ body: { email, website: textOf(fields, TRAP) } })
      return email
    },
    failed: 'Your address did not reach us. Please try again.',
    isEmptiedAfter: true,
  })
  return (
    <section aria-labelledby={id} className="frame no-print grid gap-x-10 gap-y-5 p-6 md:grid-cols-[5fr_6fr] md:px-11 md:py-8">
      <div>
        <h2 id={id}>Newsletter</h2>
        <p className="mt-2 max-w-lead text-ink-2">New articles and machines, and ways to pack with less.</p>
      </div>
      <form {...props} className="needs-script grid gap-3">
        {!errors.email && <FormProblem text={problem} />}
        <div className="grid gap-3 items-end sm:grid-cols-[minmax(0,1fr)_auto]">
          <TextField label="Email Address" name="email" type="email" inputMode="email" autoComplete="email" required error={errors.email} />
          <SubmitButton isBusy={isBusy} busy="Subscribing...">
            Subscribe
          </SubmitButton>
        </div>
        <TrapField />
        <p className="text-sm text-ink-2">
          {NEWSLETTER_CONSENT} <Link to="/privacy-policy">Privacy policy</Link>
        </p>
        <div role="status">
          {answer && (
            <p className="notice ok">
              Almost done: open the link in the email we sent to <b className="break-words">{answer}</b>. If it doesn't arrive within a few
              minutes, the address is already subscribed or has a typo.
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
