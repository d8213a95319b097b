import { openCountries } from '#app/lib/countries.ts'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { textOf } from '#app/lib/form-text.ts'
import { TextField } from '#app/ui/field.tsx'
import type { Settings } from '#contract/platform/settings.ts'
import { PAYMENT_TERM_DAYS } from '#domain/invoice.ts'
import type { Currency } from '#domain/money.ts'
import { OVERDUE_DAYS, UNCONFIRMED_DAYS } from '#domain/pay-later.ts'
import type { ShippingMethod } from '#domain/shipping.ts'
import { AMOUNT, check, choice, listed, type Member, number, optionalAmount } from './members.tsx'
import { settingsSection } from './section.tsx'

/** Tax rate, and what the rules by country do where it is not enough. */
export const TaxSection = settingsSection('tax', {
  text: ({ basis }) =>
    `${
      basis === 'legacy'
        ? "Added to product prices after discounts. Shipping isn't taxed."
        : "Added in the United States after discounts; shipping isn't taxed there. Other countries use the rates and registrations under Tax."
    } Carts update right away. Existing orders keep their rate.`,
  members: {
    percent: number('Tax rate in percent', { inputMode: 'decimal', min: 0, max: 100, step: '0.0001' }),
    usMode: choice(
      'In the United States',
      { flat: 'One rate everywhere', states: 'By state' },
      { hint: 'By state: uses the rates under Tax for states where we are registered.' },
    ),
    whenViesIsDown: choice(
      'VAT IDs that cannot be verified',
      { charge: 'Charge VAT', accept: 'Accept the VAT ID at our risk' },
      { hint: "When VIES doesn't respond." },
    ),
    provider: choice(
      'Calculated by',
      { own: 'The rules of this shop', stripe: 'Stripe Tax' },
      {
        hint: "Stripe Tax calculates carts and orders, with the standard rate for products of the reduced class. When it doesn't respond, the rules under Tax apply.",
      },
    ),
  },
})

/** The seller of the contracts, and the writer of the sellers' invoices. */
export const TradeSection = settingsSection('trade', {
  text: "Who the seller of new orders is. This decides whose tax registrations apply and who issues the invoice. Existing orders don't change.",
  members: {
    sellerOfRecord: choice(
      'Seller of record',
      { platform: 'The shop', seller: 'Each seller' },
      {
        hint: 'With each seller, products can only be ordered if their seller has agreed to invoices in its name, in the Business Profile.',
      },
    ),
    selfBilling: check("Issue the sellers' invoices to the shop for them, if they agreed"),
  },
})

/** The currency of visitors who have not chosen. */
export const CurrencySection = settingsSection('currency', {
  text: 'The currency that visitors see first. They can change it at the top of any page, and their browser remembers it.',
  members: { default: choice('Default currency', { USD: 'US dollars', EUR: 'Euros' }) },
})

/** Market of visitors who have not chosen one. */
export const MarketSection = settingsSection('market', {
  text: 'The country and buyer that prices and delivery are shown for until a visitor chooses others. Open and close countries under Shipping.',
  members: {
    country: listed('Default country', openCountries),
    buyer: choice('Default buyer', { business: 'Business', consumer: 'Private person' }),
  },
})

/** Eligibility and limits for Pay Later. */
export const PayLaterSection = settingsSection('payLater', {
  text: `Customers and approved businesses can order now and pay later. Orders are due after ${PAYMENT_TERM_DAYS} days, unless you gave a customer other terms. They get reminders 3 days before, and 3, 10 and 20 days after; you are notified ${OVERDUE_DAYS} days after. You can cancel an unpaid order at any time before it ships.`,
  notice: ({ fixed }) =>
    !fixed.chargesCards && (
      <p className="notice">
        Cards can't be charged at the moment. Until they can, everyone can pay later, and only the limit for a new buyer applies.
      </p>
    ),
  members: {
    offered: check('Offer Pay Later', 'If off, orders are paid by card. You can still place orders for customers by phone.'),
    limit: optionalAmount('Limit for each buyer, USD', { hint: 'Leave empty for no limit.' }),
    newBuyerLimit: optionalAmount('Limit for a new buyer, USD', {
      hint: "Leave empty for no limit, which also turns off the limit per network. With 0, new buyers can't pay later.",
    }),
    unconfirmedDays: number('Days to confirm an email', {
      min: UNCONFIRMED_DAYS.least,
      max: UNCONFIRMED_DAYS.most,
      hint: 'After that, the unpaid order is canceled. Two reminder emails are sent first. Applies to new orders.',
    }),
  },
})

type Rate = Settings['shipping'][ShippingMethod]

function readRate(fields: FormData, rate: string): Rate {
  const at = (name: string) => textOf(fields, `${rate}.${name}`)
  const threshold = (currency: Currency) => Number(at(`freeFrom.${currency}`) || -1) // one without the other is refused at its field
  const hasThreshold = at('freeFrom.USD') !== '' || at('freeFrom.EUR') !== ''
  return {
    price: { USD: Number(at('price.USD')), EUR: Number(at('price.EUR')) },
    freeFrom: hasThreshold ? { USD: threshold('USD'), EUR: threshold('EUR') } : null,
    minDays: Number(at('minDays')),
    maxDays: Number(at('maxDays')),
  }
}

const rate = (title: string): Member<Rate> => ({
  isWide: true,
  read: readRate,
  show: ({ name, value, errors }) => <RateFields title={title} path={name} rate={value} errors={errors} />,
})

/** Price, free-shipping threshold and transit time of each shipping method. */
export const ShippingSection = settingsSection('shipping', {
  text: "Charged once per order, however many sellers it has. Leave both thresholds of a method empty if it's never free.",
  members: { standard: rate('Standard'), express: rate('Express'), overnight: rate('Overnight') },
})

function RateFields({
  title,
  path,
  rate: { price, freeFrom, minDays, maxDays },
  errors,
}: {
  title: string
  path: string
  rate: Rate
  errors: FieldErrors
}) {
  const field = (name: string) => ({ name: `${path}.${name}`, error: errors[`${path}.${name}`] })
  const days = { type: 'number', inputMode: 'numeric', min: 1, max: 90, step: 1, required: true } as const
  return (
    <fieldset className="settings-rate grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] items-start gap-x-3.5 -mb-4">
      <legend className="float-left col-span-full w-full mb-2 font-bold">{title}</legend>
      <TextField label="Price, USD" {...AMOUNT} {...field('price.USD')} required defaultValue={price.USD} />
      <TextField label="Price, EUR" {...AMOUNT} {...field('price.EUR')} required defaultValue={price.EUR} />
      <TextField label="Free from, USD" {...AMOUNT} {...field('freeFrom.USD')} defaultValue={freeFrom?.USD ?? ''} />
      <TextField label="Free from, EUR" {...AMOUNT} {...field('freeFrom.EUR')} defaultValue={freeFrom?.EUR ?? ''} />
      <TextField label="Minimum days" {...days} {...field('minDays')} defaultValue={minDays} />
      <TextField label="Maximum days" {...days} {...field('maxDays')} defaultValue={maxDays} />
    </fieldset>
  )
}
