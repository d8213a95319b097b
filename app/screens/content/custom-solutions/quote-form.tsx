import { Link } from 'react-router'
import { AttachedCalculation } from '#app/features/contact/messages/attached-calculation.tsx'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { needsOf } from '#app/features/quotes/need-fields.tsx'
import { useRequestForm } from '#app/features/quotes/use-request-form.ts'
import { useCurrency } from '#app/lib/currency.ts'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { textOf } from '#app/lib/form-text.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { Currency } from '#domain/money.ts'
import { QUOTE_MATERIALS } from '#domain/quote.ts'
import { ProductFields, RequestFields } from './quote-fields.tsx'

function bodyOf(fields: FormData, currency: Currency, calculation: string) {
  const material = textOf(fields, 'material')
  const madeToMeasure = {
    packedGoods: textOf(fields, 'packedGoods'),
    productSize: textOf(fields, 'productSize'),
    productWeight: textOf(fields, 'productWeight'),
    monthlyVolume: Number(textOf(fields, 'monthlyVolume')),
    material: QUOTE_MATERIALS.find((known) => known === material) ?? 'unsure',
  }
  const message = textOf(fields, 'message')
  return { items: [], madeToMeasure, currency, message, ...needsOf(fields), ...(calculation && { calculation }) }
}

/** Returns the errors of what is made to measure by the names of its fields. */
const ownErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, text]) => [name.replace(/^madeToMeasure\./, ''), text]))

/** The request for packaging made to measure (S57): sent once, however often the button is pressed. */
export function QuoteForm({ calculation }: { calculation: string }) {
  const currency = useCurrency()
  const { props, problem, isBusy, answer, isVisitor, ...form } = useRequestForm({
    name: 'made-to-measure',
    backTo: `/custom-solutions${calculation && `?calculation=${encodeURIComponent(calculation)}`}`,
    bodyOf: (fields) => bodyOf(fields, currency, calculation),
  })
  const errors = ownErrors(form.errors)
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
        <RequestFields errors={errors} isVisitor={isVisitor} />
        <div className="grid gap-4 p-6 pt-0 md:px-8 md:pb-8">
          <p className="flex flex-wrap items-center gap-4">
            <SubmitButton isBusy={isBusy} busy="Sending..." className="button needs-script">
              Request a quote
            </SubmitButton>
            <span className="text-sm text-ink-2">
              {isVisitor ? "You sign in or create an account first; what you've entered stays." : 'We use what you send to answer you.'}{' '}
              <Link to="/privacy-policy">Privacy policy</Link>
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
                Request sent. We will reply within one business day.{' '}
                {answer.quotes.map(({ id, number }) => (
                  <span key={id} className="block">
                    Your reference: <Link to={`/quotes/${id}`}>{number}</Link>
                  </span>
                ))}
              </p>
            )}
          </div>
        </div>
      </form>
    </section>
  )
}
