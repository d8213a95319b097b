import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { TRAP, TrapField } from '#app/features/kit/forms/trap-field.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { usePrefill } from '#app/features/kit/forms/use-prefill.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { instant } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { CheckField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { NoticeReceipt } from '#contract/contact/notices.ts'
import type { RouteHandle } from '#contract/route-handle.ts'

export const handle: RouteHandle = { isListed: false }

export const meta = () =>
  pageMeta({
    title: 'Report a page',
    description: 'Report a product, a producer or an article in our shop that you believe is illegal.',
    canonical: '/report',
  })

export default function ReportScreen() {
  const [receipt, setReceipt] = useState<NoticeReceipt>()
  return (
    <div className="wrap py-8">
      <h1>Report a page</h1>
      <p className="mt-2.5 mb-6 max-w-text text-lg text-ink-2">
        Do you believe that a product, a producer or an article breaks the law, for example because it is unsafe, counterfeit or misleading?
        Report it here. A member of our team decides within 14 days and emails you the reasons. We don't tell the seller who you are.
      </p>
      <div className="frame max-w-text p-6 md:p-8">
        {receipt ? (
          <div role="status" className="grid gap-3">
            <h2>We received your report</h2>
            <p className="notice ok">
              Report {receipt.number}, received <time dateTime={receipt.receivedAt}>{instant(receipt.receivedAt)}</time>. We sent a receipt
              to {receipt.email}.
            </p>
          </div>
        ) : (
          <ReportForm onDone={setReceipt} />
        )}
      </div>
    </div>
  )
}

function ReportForm({ onDone }: { onDone: (receipt: NoticeReceipt) => void }) {
  const [query] = useSearchParams()
  const { props, element, errors, problem, isBusy } = useForm({
    check: checkForm,
    failed: 'Your report did not reach us. What you entered is still here. Please send it again.',
    send: async (fields) => {
      const body = {
        address: textOf(fields, 'address'),
        reason: textOf(fields, 'reason'),
        name: textOf(fields, 'name'),
        email: textOf(fields, 'email'),
        goodFaith: fields.has('goodFaith'),
        website: textOf(fields, TRAP),
      }
      onDone(await api.notices.send({ body }))
    },
  })
  usePrefill(element)
  return (
    <form {...props} aria-label="Report" className="grid gap-4">
      <FormProblem text={problem} />
      <TextField
        label="Address of the page"
        name="address"
        required
        maxLength={500}
        hint="Copy it from the address bar of your browser."
        defaultValue={query.get('address') ?? ''}
        error={errors.address}
      />
      <TextAreaField
        label="What is wrong, and why"
        name="reason"
        required
        rows={6}
        maxLength={4000}
        hint="If you can, name the law or right that it violates."
        error={errors.reason}
      />
      <TextField label="Name" name="name" required maxLength={160} autoComplete="name" error={errors.name} />
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        hint="The receipt and the decision go to this address."
        error={errors.email}
      />
      <div className="field">
        <CheckField
          label="I believe in good faith that this report is accurate and complete"
          name="goodFaith"
          required
          aria-invalid={errors.goodFaith ? true : undefined}
          aria-describedby={errors.goodFaith ? 'good-faith-error' : undefined}
        />
        {errors.goodFaith && (
          <p id="good-faith-error" className="error">
            {errors.goodFaith}
          </p>
        )}
      </div>
      <TrapField />
      <p>
        <SubmitButton isBusy={isBusy} busy="Sending..." className="button needs-script">
          Send report
        </SubmitButton>
      </p>
      <noscript>
        <p>
          This form needs JavaScript. You can also report a page by email or letter: our <Link to="/contact">contact page</Link> has the
          addresses.
        </p>
      </noscript>
    </form>
  )
}
