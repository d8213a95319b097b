import { Link } from 'react-router'
import { AttachedCalculation } from '#app/features/contact/messages/attached-calculation.tsx'
import { WriterFields } from '#app/features/contact/messages/writer-fields.tsx'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { TRAP, TrapField } from '#app/features/kit/forms/trap-field.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { usePrefill } from '#app/features/kit/forms/use-prefill.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { QuoteBody } from '#contract/contact/messages.ts'
import { QUOTE_MATERIALS } from '#domain/quote.ts'
import { ProductFields, RequestFields } from './quote-fields.tsx'

function bodyOf(fields: FormData, calculation: string): QuoteBody {
  const material = textOf(fields, 'material')
  return {
    name: textOf(fields, 'name'),
    email: textOf(fields, 'email'),
    phone: textOf(fields, 'phone'),
    company: textOf(fields, 'company'),
    packedGoods: textOf(fields, 'packedGoods'),
    productSize: textOf(fields, 'productSize'),
    productWeight: textOf(fields, 'productWeight'),
    monthlyVolume: Number(textOf(fields, 'monthlyVolume')),
    material: QUOTE_MATERIALS.find((known) => known === material) ?? 'unsure',
    targetDate: textOf(fields, 'targetDate') || null,
    zipCode: textOf(fields, 'zipCode'),
    country: textOf(fields, 'country'),
    message: textOf(fields, 'message'),
    website: textOf(fields, TRAP),
    ...(calculation && { calculation }),
  }
}

/** The request for packaging made to measure (S57): sent once, however often the button is pressed. */
export function QuoteForm({ calculation }: { calculation: string }) {
  const keyOf = useRequestKey()
  const { props, element, errors, problem, isBusy, answer } = useForm({
    check: checkForm,
    send: (fields) => {
      const body = bodyOf(fields, calculation)
      return api.messages.requestQuote({ body, idempotencyKey: keyOf(body) })
    },
    isEmptiedAfter: true,
    failed: 'Your request did not reach us. What you entered is still here. Please send it again.',
  })
  usePrefill(element)
  return (
    <section aria-labelledby="request-title" id="request" className="mt-12 scroll-mt-24">
      <h2 id="request-title" className="mb-5">
        Request a quote
      </h2>
      <form {...props} aria-labelledby="request-title" className="frame">
        {(problem || calculation) && (
          <div className="grid gap-4 p-6 pb-0 md:px-8">
            <FormProblem text={problem} />
            {calculation && <AttachedCalculation calculation={calculation} withoutHref="/custom-solutions" error={errors.calculation} />}
          </div>
        )}
        <FormDraft className="m-6 mb-0 md:mx-8" kind="quote" />
        <ProductFields errors={errors} />
        <RequestFields errors={errors} />
        <fieldset className="quote-part">
          <legend>Your contact details</legend>
          <WriterFields errors={errors} />
        </fieldset>
        <TrapField />
        <div className="grid gap-4 p-6 pt-0 md:px-8 md:pb-8">
          <p className="flex flex-wrap items-center gap-4">
            <SubmitButton isBusy={isBusy} busy="Sending..." className="button needs-script">
              Request a quote
            </SubmitButton>
            <span className="text-sm text-ink-2">
              We use what you send to answer you. <Link to="/privacy-policy">Privacy policy</Link>
            </span>
          </p>
          <noscript>
            <p>
              Sending this form needs JavaScript. You can also <a href="/contact">email or call us</a>.
            </p>
          </noscript>
          <div role="status">
            {answer && (
              <p className="notice ok">
                Request sent. We will reply within one business day. <span className="block">Your reference: {answer.reference}</span>
              </p>
            )}
          </div>
        </div>
      </form>
    </section>
  )
}
