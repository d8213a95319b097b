import { openCountries } from '#app/lib/countries.ts'
import { textOf } from '#app/lib/form-text.ts'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import type { Settings } from '#contract/platform/settings.ts'
import { BUYER_KINDS, type BuyerKind } from '#domain/buyer-kind.ts'
import { CURRENCIES, type Currency } from '#domain/money.ts'
import { OVERDUE_AFTER_DAYS, REMIND_AFTER_DAYS, UNCONFIRMED_DAYS } from '#domain/pay-later.ts'
import { SHIPPING_METHODS, type ShippingMethod } from '#domain/shipping.ts'
import { type SectionProps, SettingsSection } from './section.tsx'

type Shipping = Settings['shipping']
type Rate = Shipping[ShippingMethod]

const NAMES: Record<ShippingMethod, string> = { standard: 'Standard', express: 'Express', overnight: 'Overnight' }
const CURRENCY_NAMES: Record<Currency, string> = { USD: 'US dollars', EUR: 'Euros' }

const AMOUNT = { type: 'number', inputMode: 'decimal', min: 0, step: '0.01' } as const

const numberAt = (fields: FormData, name: string) => Number(textOf(fields, name))

const US_MODE_NAMES = { flat: 'One rate everywhere', states: 'By state' } as const
const PROVIDER_NAMES = { own: 'The rules of this shop', stripe: 'Stripe Tax' } as const
const VIES_DOWN_NAMES = { charge: 'Charge VAT', accept: 'Accept the VAT ID at our risk' } as const

const choiceOf = <Value extends string>(names: Readonly<Record<Value, string>>, typed: string, fallback: Value): Value =>
  (Object.keys(names) as Value[]).find((value) => value === typed) ?? fallback // its keys are its values

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))

/** Tax rate, and what the rules by country do where it is not enough. */
export function TaxSection(props: SectionProps) {
  return (
    <SettingsSection
      {...props}
      group="tax"
      text={`${
        props.settings.basis === 'legacy'
          ? "Added to product prices after discounts. Shipping isn't taxed."
          : "Added in the United States after discounts; shipping isn't taxed there. Other countries use the rates and registrations under Tax."
      } Carts update right away. Existing orders keep their rate.`}
      toValue={(fields) => ({
        percent: numberAt(fields, 'tax.percent'),
        usMode: choiceOf(US_MODE_NAMES, textOf(fields, 'tax.usMode'), 'flat'),
        whenViesIsDown: choiceOf(VIES_DOWN_NAMES, textOf(fields, 'tax.whenViesIsDown'), 'charge'),
        provider: choiceOf(PROVIDER_NAMES, textOf(fields, 'tax.provider'), 'own'),
      })}
    >
      {({ percent, usMode, whenViesIsDown, provider }, errors) => (
        <div className="settings-grid">
          <TextField
            label="Tax rate in percent"
            name="tax.percent"
            type="number"
            inputMode="decimal"
            min={0}
            max={100}
            step="0.0001"
            required
            defaultValue={percent}
            error={errors['tax.percent']}
          />
          <SelectField
            label="In the United States"
            name="tax.usMode"
            defaultValue={usMode}
            hint="By state: uses the rates under Tax for states where we are registered."
            error={errors['tax.usMode']}
          >
            {optionsOf(US_MODE_NAMES)}
          </SelectField>
          <SelectField
            label="VAT IDs that cannot be verified"
            name="tax.whenViesIsDown"
            defaultValue={whenViesIsDown}
            hint="When VIES doesn't respond."
            error={errors['tax.whenViesIsDown']}
          >
            {optionsOf(VIES_DOWN_NAMES)}
          </SelectField>
          <SelectField
            label="Calculated by"
            name="tax.provider"
            defaultValue={provider}
            hint="Stripe Tax calculates carts and orders, with the standard rate for products of the reduced class. When it doesn't respond, the rules under Tax apply."
            error={errors['tax.provider']}
          >
            {optionsOf(PROVIDER_NAMES)}
          </SelectField>
        </div>
      )}
    </SettingsSection>
  )
}

const SELLER_NAMES = { platform: 'The shop', seller: 'Each seller' } as const

/** The seller of the contracts, and the writer of the sellers' invoices. */
export function TradeSection(props: SectionProps) {
  return (
    <SettingsSection
      {...props}
      group="trade"
      text="Who the seller of new orders is. This decides whose tax registrations apply and who issues the invoice. Existing orders don't change."
      toValue={(fields) => ({
        sellerOfRecord: choiceOf(SELLER_NAMES, textOf(fields, 'trade.sellerOfRecord'), 'platform'),
        selfBilling: fields.has('trade.selfBilling'),
      })}
    >
      {({ sellerOfRecord, selfBilling }, errors) => (
        <>
          <div className="settings-grid">
            <SelectField
              label="Seller of record"
              name="trade.sellerOfRecord"
              defaultValue={sellerOfRecord}
              hint="With each seller, products can only be ordered if their seller has agreed to invoices in its name, in the Business Profile."
              error={errors['trade.sellerOfRecord']}
            >
              {optionsOf(SELLER_NAMES)}
            </SelectField>
          </div>
          <CheckField
            label="Issue the sellers' invoices to the shop for them, if they agreed"
            name="trade.selfBilling"
            defaultChecked={selfBilling}
          />
        </>
      )}
    </SettingsSection>
  )
}

/** The currency of visitors who have not chosen. */
export function CurrencySection(props: SectionProps) {
  return (
    <SettingsSection
      {...props}
      group="currency"
      text="The currency that visitors see first. They can change it at the top of any page, and their browser remembers it."
      toValue={(fields) => ({ default: textOf(fields, 'currency.default') as Currency })} // the options are the currencies
    >
      {(value, errors) => (
        <div className="settings-grid">
          <SelectField label="Default currency" name="currency.default" defaultValue={value.default} error={errors['currency.default']}>
            {CURRENCIES.map((currency) => (
              <option key={currency} value={currency}>
                {CURRENCY_NAMES[currency]}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </SettingsSection>
  )
}

const BUYER_NAMES: Readonly<Record<BuyerKind, string>> = { business: 'Business', consumer: 'Private person' }

/** Market of visitors who have not chosen one. */
export function MarketSection(props: SectionProps) {
  return (
    <SettingsSection
      {...props}
      group="market"
      text="The country and buyer that prices and delivery are shown for until a visitor chooses others. Open and close countries under Shipping."
      toValue={(fields) => ({ country: textOf(fields, 'market.country'), buyer: textOf(fields, 'market.buyer') as BuyerKind })} // the options are the kinds
    >
      {(value, errors) => (
        <div className="settings-grid">
          <SelectField label="Default country" name="market.country" defaultValue={value.country} error={errors['market.country']}>
            {openCountries(value.country).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField label="Default buyer" name="market.buyer" defaultValue={value.buyer} error={errors['market.buyer']}>
            {BUYER_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {BUYER_NAMES[kind]}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </SettingsSection>
  )
}

const limitAt = (fields: FormData, name: string) => (textOf(fields, name) === '' ? null : numberAt(fields, name))

/** Eligibility and limits for Pay Later. */
export function PayLaterSection(props: SectionProps) {
  const { chargesCards } = props.settings.fixed
  return (
    <SettingsSection
      {...props}
      group="payLater"
      text={`Customers and approved businesses can order now and pay later. They get a reminder after ${REMIND_AFTER_DAYS} days, and you are notified after ${OVERDUE_AFTER_DAYS} days. You can cancel an unpaid order at any time before it ships.`}
      toValue={(fields) => ({
        offered: fields.has('payLater.offered'),
        limit: limitAt(fields, 'payLater.limit'),
        newBuyerLimit: limitAt(fields, 'payLater.newBuyerLimit'),
        unconfirmedDays: numberAt(fields, 'payLater.unconfirmedDays'),
      })}
    >
      {({ limit, newBuyerLimit, offered, unconfirmedDays }, errors) => (
        <>
          {!chargesCards && (
            <p className="notice">
              Cards can't be charged at the moment. Until they can, everyone can pay later, and only the limit for a new buyer applies.
            </p>
          )}
          <div>
            <CheckField label="Offer Pay Later" name="payLater.offered" defaultChecked={offered} aria-describedby="pay-later-offered" />
            <p className="ml-8.5 text-ink-2" id="pay-later-offered">
              If off, orders are paid by card. You can still place orders for customers by phone.
            </p>
          </div>
          <div className="settings-grid">
            <TextField
              label="Limit for each buyer, USD"
              {...AMOUNT}
              name="payLater.limit"
              isOptional
              defaultValue={limit ?? ''}
              error={errors['payLater.limit']}
              hint="Leave empty for no limit."
            />
            <TextField
              label="Limit for a new buyer, USD"
              {...AMOUNT}
              name="payLater.newBuyerLimit"
              isOptional
              defaultValue={newBuyerLimit ?? ''}
              error={errors['payLater.newBuyerLimit']}
              hint="Leave empty for no limit, which also turns off the limit per network. With 0, new buyers can't pay later."
            />
            <TextField
              label="Days to confirm an email"
              name="payLater.unconfirmedDays"
              type="number"
              inputMode="numeric"
              min={UNCONFIRMED_DAYS.least}
              max={UNCONFIRMED_DAYS.most}
              step={1}
              required
              defaultValue={unconfirmedDays}
              error={errors['payLater.unconfirmedDays']}
              hint="After that, the unpaid order is canceled. Two reminder emails are sent first. Applies to new orders."
            />
          </div>
        </>
      )}
    </SettingsSection>
  )
}

function rateOf(fields: FormData, method: ShippingMethod): Rate {
  const at = (name: string) => textOf(fields, `shipping.${method}.${name}`)
  const threshold = (currency: Currency) => Number(at(`freeFrom.${currency}`) || -1) // one without the other is refused at its field
  const hasThreshold = at('freeFrom.USD') !== '' || at('freeFrom.EUR') !== ''
  return {
    price: { USD: Number(at('price.USD')), EUR: Number(at('price.EUR')) },
    freeFrom: hasThreshold ? { USD: threshold('USD'), EUR: threshold('EUR') } : null,
    minDays: Number(at('minDays')),
    maxDays: Number(at('maxDays')),
  }
}

/** Price, free-shipping threshold and transit time of each shipping method. */
export function ShippingSection(props: SectionProps) {
  return (
    <SettingsSection
      {...props}
      group="shipping"
      text="Charged once per order, however many sellers it has. Leave both thresholds of a method empty if it's never free."
      toValue={(fields) => ({
        standard: rateOf(fields, 'standard'),
        express: rateOf(fields, 'express'),
        overnight: rateOf(fields, 'overnight'),
      })}
    >
      {(shipping, errors) =>
        SHIPPING_METHODS.map((method) => <RateFields key={method} method={method} rate={shipping[method]} errors={errors} />)
      }
    </SettingsSection>
  )
}

function RateFields({ method, rate, errors }: { method: ShippingMethod; rate: Rate; errors: Record<string, string | undefined> }) {
  const field = (name: string) => ({ name: `shipping.${method}.${name}`, error: errors[`shipping.${method}.${name}`] })
  const days = { type: 'number', inputMode: 'numeric', min: 1, max: 90, step: 1, required: true } as const
  return (
    <fieldset className="settings-rate grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] items-start gap-x-3.5 -mb-4">
      <legend className="float-left col-span-full w-full mb-2 font-bold">{NAMES[method]}</legend>
      <TextField label="Price, USD" {...AMOUNT} {...field('price.USD')} required defaultValue={rate.price.USD} />
      <TextField label="Price, EUR" {...AMOUNT} {...field('price.EUR')} required defaultValue={rate.price.EUR} />
      <TextField label="Free from, USD" {...AMOUNT} {...field('freeFrom.USD')} defaultValue={rate.freeFrom?.USD ?? ''} />
      <TextField label="Free from, EUR" {...AMOUNT} {...field('freeFrom.EUR')} defaultValue={rate.freeFrom?.EUR ?? ''} />
      <TextField label="Minimum days" {...days} {...field('minDays')} defaultValue={rate.minDays} />
      <TextField label="Maximum days" {...days} {...field('maxDays')} defaultValue={rate.maxDays} />
    </fieldset>
  )
}
