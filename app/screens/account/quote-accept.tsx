import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  type CustomerDraft,
  type CustomerErrors,
  customerOf,
  type DraftField,
  edited,
  emptyDraft,
  errorsAfter,
  isCustomerField,
} from '#app/features/identity/addresses/customer-draft.ts'
import { ContactFields, MoreDetails, PlaceFields } from '#app/features/identity/addresses/customer-fields.tsx'
import { addressesQuery } from '#app/features/identity/addresses/queries.ts'
import { useCustomerInputs } from '#app/features/identity/addresses/use-customer-inputs.ts'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { quotesKey } from '#app/features/quotes/queries.ts'
import { api, queryOf } from '#app/lib/api.ts'
import { fieldErrorsOf } from '#app/lib/field-errors.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { CheckField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { Address } from '#contract/identity/addresses.ts'
import type { Quote, QuoteVersion } from '#contract/quotes/quotes.ts'
import { customerErrors } from '#domain/customer.ts'
import { formatMoney, toDecimal } from '#domain/money.ts'

interface AcceptFormProps {
  quote: Quote
  version: QuoteVersion
  button: string
  onClose: () => void
}

/** Address, terms and button that make the order of an offer. */
export function AcceptForm(props: AcceptFormProps) {
  const token = useToken((state) => state.token)
  const addresses = useQuery(queryOf(addressesQuery(token)))
  if (addresses.isPending) return <p role="status">Loading...</p>
  const { country, zipCode } = props.version.content.delivery
  const known = addresses.data?.items.find((address) => address.country === country && address.zipCode === zipCode)
  return <Fields {...props} known={known ?? null} />
}

/** Returns the form that an acceptance begins with: the saved address at the place of the offer, which cannot be another one. */
function draftFor(email: string, { quote, version }: AcceptFormProps, known: Address | null): CustomerDraft {
  const { delivery, buyer } = version.content
  const saved = Object.fromEntries(
    Object.entries(known ?? {}).filter(([name, value]) => isCustomerField(name) && typeof value === 'string'),
  )
  const { company, phone } = quote.buyer
  return {
    ...emptyDraft(email),
    company,
    phone: phone ?? '',
    ...saved,
    ...delivery,
    buyerKind: buyer.kind,
    vatId: buyer.vatId,
  }
}

function Fields({ known, ...props }: AcceptFormProps & { known: Address | null }) {
  const { quote, version, button, onClose } = props
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const navigate = useNavigate()
  const keyOf = useRequestKey()
  const user = usePageUser()
  const [draft, setDraft] = useState(() => draftFor(user?.email ?? '', props, known))
  const [errors, setErrors] = useState<CustomerErrors>({})
  const change = (field: DraftField, text: string) => {
    const next = edited(draft, field, text)
    setDraft(next)
    setErrors(errorsAfter(field, errors, next))
  }
  const form = useForm({
    check: (element) => {
      const wrong = customerErrors(draft)
      setErrors(wrong)
      const isAccepted = new FormData(element).has('acceptTerms')
      return { ...wrong, ...(!isAccepted && { acceptTerms: 'Please accept the terms' }) }
    },
    failed: 'Your acceptance did not reach us. Please try again.',
    send: async () => {
      const body = {
        versionId: version.id,
        amount: toDecimal(version.totals.totalCents),
        customer: customerOf(draft),
        acceptTerms: true as const,
      }
      try {
        const order = await api.quotes.accept({ params: { id: quote.id }, body, idempotencyKey: keyOf(body) })
        toast.success(`Offer accepted. Your order is ${order.number}.`)
        await navigate(`/account/orders/${order.id}`)
      } catch (failure) {
        setErrors(fieldErrorsOf(failure, 'customer.'))
        throw failure
      } finally {
        void client.invalidateQueries({ queryKey: quotesKey(token) })
      }
    },
  })
  const leave = () => {}
  const fields = useCustomerInputs({ draft, errors, change, leave })
  return (
    <form {...form.props} aria-label={button} className="mt-6 grid gap-4 border-t-2 border-ink pt-5">
      <h3>Delivery address</h3>
      <FormProblem text={form.problem} />
      <ContactFields fields={fields} />
      <PlaceFields fields={fields} country={draft.country} />
      <MoreDetails fields={fields} draft={draft} />
      <div>
        <div className="field">
          <div>
            <CheckField
              label={`I order with obligation to pay ${formatMoney(version.totals.totalCents, quote.currency)}, and accept the terms.`}
              name="acceptTerms"
              aria-invalid={form.errors.acceptTerms ? true : undefined}
              aria-describedby={form.errors.acceptTerms ? 'accept-terms-error' : undefined}
            />
          </div>
          {form.errors.acceptTerms && (
            <p id="accept-terms-error" className="error">
              {form.errors.acceptTerms}
            </p>
          )}
        </div>
        <p className="text-sm">
          <Link to="/terms" target="_blank">
            Terms (new tab)
          </Link>
        </p>
      </div>
      <p className="flex flex-wrap gap-3">
        <SubmitButton isBusy={form.isBusy} busy="Placing the order..." className="button">
          {button}
        </SubmitButton>
        <button type="button" className="button hollow" onClick={onClose}>
          Back
        </button>
      </p>
    </form>
  )
}
