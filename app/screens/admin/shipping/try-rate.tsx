import { useState } from 'react'
import { productChoicesQuery } from '#app/features/catalog/product-queries.ts'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { Picker } from '#app/features/kit/forms/picker.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { COUNTRIES } from '#app/lib/countries.ts'
import { textOf } from '#app/lib/form-text.ts'
import { money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { countryNameOf } from '#domain/country-name.ts'
import { CURRENCIES, type Currency } from '#domain/money.ts'
import { DEFAULT_SHIPPING_RATES } from '#domain/shipping.ts'
import { stateLabel } from '#domain/states.ts'

/** Finds the rates of a product to an address, and says why they count. */
export function TryRate() {
  const token = useToken((state) => state.token)
  const [product, setProduct] = useState<{ id: string; name: string } | null>(null)
  const [currency, setCurrency] = useState<Currency>('USD')
  const [country, setCountry] = useState(COUNTRIES[0]?.[0] ?? '')
  const { props, errors, problem, isBusy, answer } = useForm({
    check: (form) => ({ ...checkForm(form), ...(product === null && { product: 'Choose a product.' }) }),
    failed: 'The rates could not be found.',
    send: (fields) =>
      api.shipping.tryRate({
        body: {
          productId: product?.id ?? '',
          quantity: Number(textOf(fields, 'quantity')),
          currency,
          country: textOf(fields, 'country'),
          state: textOf(fields, 'state'),
          zip: textOf(fields, 'zip'),
        },
      }),
  })
  return (
    <section aria-labelledby="try-rate" className="mt-8">
      <h2 id="try-rate" className="text-xl">
        Try it
      </h2>
      <form {...props} className="panel mt-3 grid gap-3 p-4.5">
        <FormProblem text={problem} />
        {product && (
          <p>
            Product:{' '}
            <b>
              <bdi>{product.name}</bdi>
            </b>
          </p>
        )}
        <Picker
          label={product ? 'Another product' : 'Product'}
          name="product"
          error={errors.product}
          none="No available product has this name."
          read={(search) => productChoicesQuery(token, search)}
          idOf={({ id }) => id}
          onChoose={({ id, name }) => setProduct({ id, name })}
        >
          {({ businessName, name }) => (
            <>
              <span className="font-medium wrap-anywhere">
                <bdi>{name}</bdi>
              </span>
              <span className="col-1 text-sm text-ink-2">
                <bdi>{businessName}</bdi>
              </span>
            </>
          )}
        </Picker>
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
          <TextField label="Quantity" name="quantity" type="number" min={1} step={1} required defaultValue={1} error={errors.quantity} />
          <SelectField
            label="Country"
            name="country"
            value={country}
            onChange={(event) => setCountry(event.target.value)}
            error={errors.country}
          >
            {COUNTRIES.map(([code, name]) => (
              <option key={code} value={code}>
                <bdi>{name}</bdi>
              </option>
            ))}
          </SelectField>
          <TextField label={stateLabel(country)} name="state" isOptional maxLength={100} error={errors.state} />
          <TextField label="Postal code" name="zip" isOptional maxLength={20} error={errors.zip} />
          <SelectField
            label="Currency"
            name="currency"
            value={currency}
            onChange={(event) => setCurrency(CURRENCIES.find((each) => each === event.target.value) ?? 'USD')}
          >
            {CURRENCIES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
        </div>
        <p>
          <SubmitButton isBusy={isBusy} busy="Looking…">
            Find rates
          </SubmitButton>
        </p>
        <div role="status">
          {answer && (
            <>
              <p className="text-sm text-ink-2">
                From {answer.dispatchCountry ? countryNameOf(answer.dispatchCountry) : 'an unknown country'} to{' '}
                {countryNameOf(answer.country)}
                {answer.state && `, ${answer.state}`}
                {answer.postcode && `, ${answer.postcode}`}. One unit weighs{' '}
                {answer.weightKg === null ? 'an unknown weight' : `${answer.weightKg} kg`} and ships as {answer.shippingClass}.
              </p>
              {answer.quote && <p className="mt-2 font-medium">By quote: {answer.quote}</p>}
              <ul className="mt-2 grid gap-1">
                {answer.methods.map(({ method, charge, minDays, maxDays, why }) => (
                  <li key={method}>
                    <b>{DEFAULT_SHIPPING_RATES[method].label}</b>: {money(charge, currency)}, {minDays} to {maxDays} business days{' '}
                    <span className="text-sm text-ink-2">({why})</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </form>
    </section>
  )
}
