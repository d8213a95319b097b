import { formatPercent } from '#domain/money.ts'
import { answerAboutEu, describeFreight, describeParcels, euMarkets } from './delivery-text.ts'
import {
  describeNewBuyerLimit,
  describePriceBreaks,
  describeShippingTax,
  describeTax,
  describeTransfer,
  formatMonths,
  listed,
  type ShopTerms,
  sellsToUs,
  sellsToUsOnly,
} from './shop-terms.ts'

/** A question with its answer; `id` is its anchor on /faq (S201). */
export type FaqItem = {
  id: string
  question: string
  answer: string
  category: string
  /** Pages of this shop about the subject. */
  links: readonly { to: string; label: string }[]
}

/** Groups of questions, in the order of the page. */
export const FAQ_CATEGORIES = ['Machines', 'Prices and payment', 'Delivery', 'Returns', 'Account', 'Selling'] as const

type Category = (typeof FAQ_CATEGORIES)[number]

const item = (category: Category, id: string, question: string, answer: string, ...links: FaqItem['links']): FaqItem => ({
  id,
  question,
  answer,
  category,
  links,
})

const RETURNS = { to: '/refund-policy', label: 'Refund policy' }
const SHIPPING = { to: '/shipping', label: 'Shipping rates' }
const CONTACT = { to: '/contact', label: 'Contact us' }

/** The fifteen questions (S151), answered from the settings and rules in force, so that a text never contradicts a cart. */
export function faqItems(shop: ShopTerms): FaqItem[] {
  return [...aboutMachines(shop), ...aboutPrices(shop), ...aboutDelivery(shop), ...aboutReturns(shop), ...aboutAccounts(shop)]
}

function aboutMachines({ promises }: ShopTerms): FaqItem[] {
  return [
    item(
      'Machines',
      'which-machine',
      'Which machine fits my packing room?',
      'Start with what you ship: mats wrap and cushion, chips fill empty space. Then count the boxes or parcels of a busy day, and look which current you have at hand. The buyer’s guide asks these questions and shows the machines that fit, with the reasons.',
      { to: '/buyers-guide', label: 'Buyer’s guide' },
    ),
    item(
      'Machines',
      'which-cardboard',
      'Which cardboard can go through a machine?',
      'Clean and dry corrugated board, printed or not, up to the thickness in the specification of the machine. Take off plastic tape and pull staples first: a staple chips a blade. Waxed or plastic-lined board and board that carried food stay out, and triple wall fits few machines.',
      { to: '/glossary', label: 'Glossary' },
    ),
    item(
      'Machines',
      'warranty',
      'What warranty do machines have?',
      `Every mat maker and chip maker has a warranty of ${formatMonths(promises.warrantyMonths)} from the day of delivery. It covers faults of material and making. Blades, filters and other parts that wear are not covered once they are worn. Accessories and replacement parts have the warranty that their specifications name.`,
      RETURNS,
    ),
  ]
}

function aboutPrices(shop: ShopTerms): FaqItem[] {
  const { promises, promoHints, cardPayment, payLater } = shop
  const later = `With Pay Later you order now and pay later. ${describeTransfer({ payLater })}${describeNewBuyerLimit({ payLater })}`
  const hints = promoHints.map(({ code, description }) => `${code} (${description})`)
  return [
    item(
      'Prices and payment',
      'volume-discounts',
      'Are there volume discounts?',
      `Yes: ${describePriceBreaks(promises)} of the same model. The lower unit price is on the product’s page and in your cart as soon as the quantity is reached. No code is needed, and a promo code may come on top.`,
      { to: '/products', label: 'Machines' },
    ),
    item(
      'Prices and payment',
      'promo-codes',
      'How do promo codes work?',
      `Enter the code in the cart; capital or small letters do not matter. One code counts at a time, and a code with a minimum order waits until the goods reach it.${hints.length > 0 ? ` Codes that everybody may use now: ${listed(hints)}. Amounts without a sign are dollars or euros, whichever your cart is in.` : ''}`,
      { to: '/cart', label: 'Cart' },
    ),
    item('Prices and payment', 'tax', 'Are taxes included in the prices?', answerAboutTax(shop), { to: '/cart', label: 'Cart' }),
    item(
      'Prices and payment',
      'payment',
      'How can I pay?',
      cardPayment.configured
        ? payLater.offered
          ? `By credit card at the checkout, or with Pay Later, which is for customers and approved businesses and may have a limit. ${later}`
          : 'By credit card at the checkout. Nothing else is offered at the moment.'
        : `${later} Card payment is not set up at the moment.`,
      { to: '/terms', label: 'Terms' },
    ),
  ]
}

function answerAboutTax(shop: ShopTerms): string {
  const tax = describeTax(shop)
  if (shop.taxes.basis === 'legacy' || sellsToUsOnly(shop))
    return `No. The cart adds ${tax} and shows it as a line of its own before you order. ${describeShippingTax(shop)}`
  const prices = sellsToUs(shop)
    ? `Prices are without tax for businesses and in the United States: the cart adds ${tax}, and for businesses elsewhere the VAT that is due, as lines of their own before you order.`
    : 'Prices are without tax for businesses: the cart adds the VAT that is due as a line of its own before you order.'
  return `It depends on where you are. ${prices}${CONSUMER_PRICES[shop.taxes.euConsumers]} The cart names each rate and why it applies.`
}

const CONSUMER_PRICES: Readonly<Record<ShopTerms['taxes']['euConsumers'], string>> = {
  gross: ' Private buyers in the European Union see prices that include their VAT, plus shipping.',
  mixed: ' Private buyers in the European Union pay the VAT of their country; the cart shows the total with it before they order.',
  none: '',
}

const CONSUMER_VAT: Readonly<Record<ShopTerms['taxes']['euConsumers'], string>> = {
  gross: 'Private buyers pay the VAT of their country, and the prices they see include it. ',
  mixed: 'Private buyers pay the VAT of their country; the cart shows the total with it before they order. ',
  none: 'We sell to businesses only there. ',
}

function answerAboutVat(shop: ShopTerms): string {
  const { euConsumers } = shop.taxes
  const customs =
    euConsumers === 'none'
      ? ''
      : ' What leaves from outside of the European Union has to clear customs and may not be sold to private buyers there; the cart says so before you order.'
  return `${CONSUMER_VAT[euConsumers]}Businesses see prices without VAT; with a VAT ID of another country than the one the products leave from, confirmed in VIES, no VAT is charged (reverse charge), and otherwise the VAT that is due is added.${customs}`
}

function answerAboutEurope(shop: ShopTerms): string {
  const { taxRate, taxes } = shop
  const euros = 'Choose euros at the top of any page; euro prices are set by the producers and not converted.'
  const oneRate = `The cart adds the same ${formatPercent(taxRate * 100)} tax for every country: it is no national VAT, and it does not depend on a VAT number.`
  if (euMarkets(shop).length === 0)
    return `${answerAboutEu(shop)}${taxes.basis === 'legacy' ? ` ${oneRate}` : ' The cart shows the tax of an order before you place it.'}`
  return `${answerAboutEu(shop)} ${euros} ${taxes.basis === 'legacy' ? oneRate : answerAboutVat(shop)} Where products cross a customs border, duties and import tax are not in the total; the carrier collects them.`
}

function aboutDelivery(shop: ShopTerms): FaqItem[] {
  const { rates, others } = describeParcels(shop)
  return [
    item(
      'Delivery',
      'shipping',
      'What does shipping cost, and how long does it take?',
      `${rates} You pay once for an order, however many producers send parts of it.${others} The days count after the producer’s own lead time, which stands on the page of each product.`.trim(),
      SHIPPING,
    ),
    item(
      'Delivery',
      'freight',
      'How does a machine travel?',
      `On a pallet, as freight, with standard shipping only. ${describeFreight(shop)} A machine leaves after its lead time, often two to six weeks. Have a forklift or a pallet truck ready, and check the way to its place: dimensions and weight stand in the specifications.`,
      SHIPPING,
    ),
    item('Delivery', 'europe', 'Do you deliver to the European Union, and what about VAT?', answerAboutEurope(shop), SHIPPING),
  ]
}

function aboutReturns({ promises: { returnDays } }: ShopTerms): FaqItem[] {
  const { machines, accessories, parts, materials } = returnDays
  return [
    item(
      'Returns',
      'returns',
      'Can I send something back?',
      `Yes. You have ${machines} days for machines, ${accessories} days for accessories and ${parts} days for replacement parts, counted from delivery; packing material can come back unopened within ${materials} days. Open the order under My Orders and choose Return products; the producer answers with the address.`,
      { to: '/account/orders', label: 'My Orders' },
      RETURNS,
      CONTACT,
    ),
    item(
      'Returns',
      'cancel',
      'Can I cancel an order?',
      'As long as nothing of it has been sent. Open the order under My Orders and choose Cancel order; the goods go back on the shelf at once. After that, a return is the way.',
      { to: '/account/orders', label: 'My Orders' },
    ),
  ]
}

function aboutAccounts({ name }: ShopTerms): FaqItem[] {
  return [
    item(
      'Account',
      'need-account',
      'Do I need an account?',
      'To look around and to calculate, no. To put something into the cart and to order, yes: the cart is kept with your account, so that you find it again on another device.',
      { to: '/register', label: 'Register' },
    ),
    item(
      'Account',
      'delete-account',
      'How do I delete my account?',
      'On the page My Account, with your password. Your password, sign-ins, saved addresses, cart and messages go at once. Orders stay for the books; they keep only what an invoice has to name and a parcel needs. Orders under way are still delivered, so cancel what you do not want first.',
      { to: '/account', label: 'My Account' },
      { to: '/privacy-policy', label: 'Privacy policy' },
    ),
    item(
      'Selling',
      'sell',
      `How can I sell on ${name}?`,
      'Register your business. We check it before anything of yours is shown; then shoppers see your goods under your own name and at your own prices, and buy from you and others in one cart. In your dashboard you add products by a form, and change the stock and prices of many at once. Being listed costs nothing; of what is sold we keep a commission, and your rate stands in your dashboard under Earnings.',
      { to: '/business/register', label: 'Register a business' },
    ),
  ]
}
