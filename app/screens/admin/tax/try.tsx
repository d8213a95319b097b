import { useState } from 'react'
import { productChoicesQuery } from '#app/features/catalog/product-queries.ts'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { Picker } from '#app/features/kit/forms/picker.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { PlaceFields } from '#app/features/pricing/tax/place-fields.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { TaxTrial } from '#contract/pricing/tax.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import { CURRENCIES } from '#domain/money.ts'
import { TaxFrame } from './tax-frame.tsx'

/** Lines of a decision, those without a value left out. */
function linesOf({ row, dispatch, decision, vatCheck, amounts }: TaxTrial): [name: string, value: string][] {
  const lines: [string, string | null | undefined][] = [
    ['Rule', row],
    ['Ships from', dispatch],
    ['VAT ID', vatCheck],
    ['Rate', decision?.label],
    ['Text', decision?.text],
    ['Shipping', decision && (decision.shipsTaxed ? 'Taxed at this rate' : 'Not taxed')],
    ['Collected by', decision?.collector],
    ['Invoice by', decision?.issuer],
    ['Registration', decision?.registration],
    ['Prices', decision && (decision.mode === 'included' ? 'With tax' : 'Without tax')],
    ['Net', amounts && money(amounts.net, amounts.currency)],
    ['Tax', amounts && money(amounts.tax, amounts.currency)],
    ['Total without shipping', amounts && money(amounts.gross, amounts.currency)],
  ]
  return lines.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
}

function Result({ trial }: { trial: TaxTrial }) {
  return (
    <section aria-labelledby="tax-decision" className="mt-6">
      <h2 id="tax-decision">{trial.refusal === null ? 'Decision' : 'Not sold online'}</h2>
      {trial.refusal && <p className="mt-2 max-w-text">{trial.refusal}</p>}
      <dl className="panel mt-3 grid gap-1 px-4.5 py-3 max-w-text">
        {linesOf(trial).map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 wrap-anywhere">
            <dt className="text-ink-2">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A case of the taxes, decided by the rules of today; nothing is stored. */
export default function TryTaxScreen() {
  const token = useToken((state) => state.token)
  const [product, setProduct] = useState<{ id: string; name: string } | null>(null)
  const [trial, setTrial] = useState<TaxTrial | null>(null)
  const { props, errors, problem, isBusy } = useForm({
    check: (form) => ({ ...checkForm(form), ...(product ? {} : { productId: 'Please choose a product.' }) }),
    failed: 'The rules did not respond. Please try again.',
    send: async (fields) => {
      setTrial(null)
      const body = {
        country: textOf(fields, 'country'),
        state: textOf(fields, 'state'),
        postalCode: textOf(fields, 'postalCode').trim(),
        buyer: BUYER_KINDS.find((kind) => kind === textOf(fields, 'buyer')) ?? 'consumer',
        vatId: textOf(fields, 'vatId').trim(),
        productId: product?.id ?? '',
        quantity: Number(textOf(fields, 'quantity')),
        currency: CURRENCIES.find((one) => one === textOf(fields, 'currency')) ?? 'EUR',
      } as const
      setTrial(await api.tax.tryOut({ body }))
    },
  })
  return (
    <TaxFrame
      heading={<h1>Try a tax decision</h1>}
      text="Applies today's rules and registrations to an example. Nothing is saved, and the VAT ID isn't checked."
    >
      <form {...props} className="panel grid gap-4 p-4.5 max-w-text">
        <FormProblem text={problem} />
        {product && (
          <p>
            Product:{' '}
            <b className="font-medium">
              <bdi>{product.name}</bdi>
            </b>
          </p>
        )}
        <Picker
          label={product ? 'Choose another product' : 'Product'}
          name="productId"
          error={errors.productId}
          none="No available product has this name."
          read={(search) => productChoicesQuery(token, search)}
          idOf={({ id }) => id}
          onChoose={({ id, name }) => setProduct({ id, name })}
        >
          {({ name, businessName }) => (
            <>
              <span className="font-medium wrap-anywhere">{name}</span>
              <span className="col-1 text-ink-2 text-sm wrap-anywhere">
                <bdi>{businessName}</bdi>
              </span>
            </>
          )}
        </Picker>
        <PlaceFields country="DE" state={null} errors={errors} noState="Choose a state" />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Postal code" name="postalCode" isOptional maxLength={20} error={errors.postalCode} />
          <SelectField label="Buyer" name="buyer" defaultValue="consumer" error={errors.buyer}>
            <option value="consumer">Private person</option>
            <option value="business">Business</option>
          </SelectField>
          <TextField label="VAT ID" name="vatId" isOptional maxLength={40} autoComplete="off" error={errors.vatId} />
          <TextField
            label="Quantity"
            name="quantity"
            type="number"
            min={1}
            max={100_000}
            required
            defaultValue={1}
            error={errors.quantity}
          />
          <SelectField label="Currency" name="currency" defaultValue="EUR" error={errors.currency}>
            {CURRENCIES.map((currency) => (
              <option key={currency} value={currency}>
                {currency}
              </option>
            ))}
          </SelectField>
        </div>
        <SubmitButton isBusy={isBusy} busy="Deciding…" className="button justify-self-start">
          Decide
        </SubmitButton>
      </form>
      <div role="status">{trial && <Result trial={trial} />}</div>
    </TaxFrame>
  )
}
