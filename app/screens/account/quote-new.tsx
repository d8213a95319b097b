import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { productQuery } from '#app/features/catalog/products/queries.ts'
import { AttachedCalculation } from '#app/features/contact/messages/attached-calculation.tsx'
import { addressesQuery } from '#app/features/identity/addresses/queries.ts'
import { useIsHydrated } from '#app/features/kit/session/use-session.ts'
import { FilesField } from '#app/features/quotes/files-field.tsx'
import { NeedFields, needsOf } from '#app/features/quotes/need-fields.tsx'
import { askedIn } from '#app/features/quotes/request-link.tsx'
import { useRequestForm } from '#app/features/quotes/use-request-form.ts'
import { queryOf } from '#app/lib/api.ts'
import { useCurrency } from '#app/lib/currency.ts'
import { textOf } from '#app/lib/form-text.ts'
import { figure } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { Queries } from '#app/lib/queries.tsx'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { Product } from '#contract/catalog/products.ts'
import type { Address } from '#contract/identity/addresses.ts'
import type { RouteHandle } from '#contract/route-handle.ts'
import { Sent } from './quote-sent.tsx'

export const handle: RouteHandle = { isListed: false }

export const meta = () =>
  pageMeta({ title: 'Request a quote', description: 'Ask sellers for an offer with freight, lead time and payment plan.', isPrivate: true })

export default function NewQuoteScreen() {
  return (
    <Queries>
      <div className="wrap max-w-[60rem] py-8">
        <h1>Request a quote</h1>
        <p className="mt-2 mb-6 max-w-text text-ink-2">
          Tell us what you need and where. The seller sends you an offer with freight, lead time and payment plan. It's free, and you don't
          commit to anything.
        </p>
        <NewQuote />
      </div>
    </Queries>
  )
}

function NewQuote() {
  const isHydrated = useIsHydrated()
  const [search] = useSearchParams()
  const asked = askedIn(search.get('items'))
  const reads = useQueries({ queries: asked.map(({ slug }) => queryOf(productQuery(slug))) })
  const token = useToken((state) => state.token)
  const addresses = useQuery({ ...queryOf(addressesQuery(token)), enabled: token !== null })
  const isReading = reads.some(({ isPending }) => isPending) || (token !== null && addresses.isPending)
  if (!isHydrated || isReading) return <p role="status">Loading...</p>
  const lines = reads.flatMap(({ data }, index) => (data ? [{ product: data, quantity: asked[index]?.quantity ?? 1 }] : []))
  return (
    <RequestForm
      initial={lines}
      address={placeIn(search) ?? addresses.data?.items[0] ?? null}
      calculation={search.get('calculation') ?? ''}
    />
  )
}

/** Returns the place that a link names; null for none. */
function placeIn(search: URLSearchParams): Partial<Address> | null {
  const country = search.get('country')
  return country ? { country, state: search.get('state') ?? '', zipCode: search.get('zip') ?? '' } : null
}

interface Line {
  product: Product
  quantity: number
}

interface RequestFormProps {
  initial: readonly Line[]
  address: Partial<Address> | null
  calculation: string
}

function RequestForm({ initial, address, calculation }: RequestFormProps) {
  const [lines, setLines] = useState(initial)
  const currency = useCurrency()
  const [search] = useSearchParams()
  const form = useRequestForm({
    name: 'quote',
    backTo: `/quotes/new?${search}`,
    bodyOf: (fields) => ({
      items: lines.map(({ product: { id } }) => ({
        id,
        quantity: Number(textOf(fields, `quantity.${id}`)),
        targetPrice: textOf(fields, `target.${id}`) === '' ? null : Number(textOf(fields, `target.${id}`)),
        note: textOf(fields, `note.${id}`),
      })),
      currency,
      message: textOf(fields, 'message'),
      ...needsOf(fields),
      ...(calculation && { calculation }),
    }),
  })
  const { errors } = form
  const sellers = new Set(lines.flatMap(({ product: { business } }) => business?.id ?? []))
  if (form.answer) return <Sent quotes={form.answer.quotes} />
  return (
    <form {...form.props} aria-label="Request a quote" className="frame">
      <div className="grid gap-5 p-5 md:p-8">
        <FormProblem text={form.problem} />
        {calculation && <AttachedCalculation calculation={calculation} withoutHref="/quotes/new" error={errors.calculation} />}
        {lines.length > 0 && (
          <section aria-labelledby="products-title">
            <h2 id="products-title" className="mb-3">
              Products
            </h2>
            <ul className="grid gap-5">
              {lines.map(({ product: { id, name, business, display }, quantity }, index) => (
                <li key={id} className="grid gap-3 border-t-[1.5px] border-line pt-4 first:border-0 first:pt-0">
                  <div className="flex flex-wrap items-baseline justify-between gap-3">
                    <p className="font-medium wrap-anywhere">
                      <bdi>{name}</bdi>
                      {business && (
                        <span className="block text-sm font-normal text-ink-2">
                          <bdi>{business.name}</bdi>
                        </span>
                      )}
                      {display?.pauseText && <span className="block text-sm font-normal text-ink-2">{display.pauseText}</span>}
                    </p>
                    <button
                      type="button"
                      className="link-button"
                      aria-label={`Remove ${name}`}
                      onClick={() => setLines((now) => now.filter((line) => line.product.id !== id))}
                    >
                      Remove
                    </button>
                  </div>
                  <div className="grid gap-3 items-end sm:grid-cols-[8rem_16rem_1fr]">
                    <TextField
                      label="Quantity"
                      name={`quantity.${id}`}
                      type="number"
                      min={1}
                      max={100_000}
                      step={1}
                      required
                      defaultValue={quantity}
                      error={errors[`quantity.${id}`] ?? errors[`items.${index}.quantity`]}
                    />
                    <TextField
                      label={`Wished price each (${currency})`}
                      name={`target.${id}`}
                      type="number"
                      min={0}
                      step={0.01}
                      isOptional
                      error={errors[`target.${id}`] ?? errors[`items.${index}.targetPrice`]}
                    />
                    <TextField label="Note" name={`note.${id}`} isOptional maxLength={500} error={errors[`items.${index}.note`]} />
                  </div>
                  {errors[`items.${index}.id`] && <p className="error">{errors[`items.${index}.id`]}</p>}
                </li>
              ))}
            </ul>
          </section>
        )}
        <h2>Delivery and buyer</h2>
        <NeedFields errors={errors} place={address} />
        <TextAreaField
          label={lines.length > 0 ? 'Anything else' : 'What do you need?'}
          name="message"
          rows={4}
          required={lines.length === 0}
          isOptional={lines.length > 0}
          maxLength={5000}
          error={errors.message}
        />
        <FilesField isVisitor={form.isVisitor} error={errors.files ?? errors.fileIds ?? errors.file} />
        {sellers.size > 1 && (
          <p className="notice">
            {figure(sellers.size)} sellers get this request. Each sees only its own products; your message, company and files go to each of
            them.
          </p>
        )}
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton isBusy={form.isBusy} busy="Sending..." className="button">
            Request quote
          </SubmitButton>
          <span className="text-sm text-ink-2">
            {form.isVisitor
              ? "You sign in or create an account first; what you've entered stays. "
              : 'The seller sees your name and place, not your email. '}
            <Link to="/privacy-policy">Privacy policy</Link>
          </span>
        </p>
      </div>
    </form>
  )
}
