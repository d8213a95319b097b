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
      'Start with what you ship: mats wrap and cushion, chips fill empty space. Then count the boxes or parcels on a busy day, and check which power supply you have. The buyer’s guide asks these questions, shows the machines that fit and explains why.',
      { to: '/buyers-guide', label: 'Buyer’s guide' },
    ),
    item(
      'Machines',
      'which-cardboard',
      'Which cardboard can go through a machine?',
      'Clean, dry corrugated board, printed or not, up to the thickness in the machine’s specifications. Remove plastic tape and staples first: a staple can chip a blade. Don’t use waxed or plastic-lined board or board that carried food. Few machines take triple wall.',
      { to: '/glossary', label: 'Glossary' },
    ),
    item(
      'Machines',
      'warranty',
      'What warranty do machines have?',
      `Every mat maker and chip maker has a warranty of ${formatMonths(promises.warrantyMonths)} from the day of delivery. It covers defects in materials and workmanship. Blades, filters and other wear parts are not covered once they are worn. Accessories and replacement parts have the warranty stated in their specifications.`,
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
      `Yes: ${describePriceBreaks(promises)} of the same model. Product pages list the lower unit prices, and your cart applies them automatically. You don’t need a code, and you can add a promo code on top.`,
      { to: '/products', label: 'Machines' },
    ),
    item(
      'Prices and payment',
      'promo-codes',
      'How do promo codes work?',
      `Enter the code in the cart; uppercase and lowercase don’t matter. You can use one code at a time. A code with a minimum order works only when your products reach it.${hints.length > 0 ? ` Codes that everyone can use now: ${listed(hints)}. Amounts without a currency sign are in the currency of your cart, dollars or euros.` : ''}`,
      { to: '/cart', label: 'Cart' },
    ),
    item('Prices and payment', 'tax', 'Are taxes included in the prices?', answerAboutTax(shop), { to: '/cart', label: 'Cart' }),
    item(
      'Prices and payment',
      'payment',
      'How can I pay?',
      cardPayment.configured
        ? payLater.offered
          ? `By credit card at checkout, or with Pay Later, which is available to customers and approved businesses and may have a limit. ${later}`
          : 'By credit card at checkout. There is no other payment method at the moment.'
        : `${later} Card payment is not set up at the moment.`,
      { to: '/terms', label: 'Terms' },
    ),
  ]
}

function answerAboutTax(shop: ShopTerms): string {
  const tax = describeTax(shop)
  if (shop.taxes.basis === 'legacy' || sellsToUsOnly(shop))
    return `No. The cart adds ${tax} and shows it as a separate line before you order. ${describeShippingTax(shop)}`
  const prices = sellsToUs(shop)
    ? `Prices exclude tax for businesses and in the United States. The cart adds ${tax}, and any VAT due for businesses elsewhere, as separate lines before you order.`
    : 'Prices exclude tax for businesses. The cart adds any VAT due as a separate line before you order.'
  return `It depends on where you are. ${prices}${CONSUMER_PRICES[shop.taxes.euConsumers]} The cart shows each rate and why it applies.`
}

const CONSUMER_PRICES: Readonly<Record<ShopTerms['taxes']['euConsumers'], string>> = {
  gross: ' Private buyers in the European Union see prices that include their VAT, plus shipping.',
  mixed: ' Private buyers in the European Union pay the VAT of their country; the cart shows the total with VAT before they order.',
  none: '',
}

const CONSUMER_VAT: Readonly<Record<ShopTerms['taxes']['euConsumers'], string>> = {
  gross: 'Private buyers pay the VAT of their country, and the prices they see include it. ',
  mixed: 'Private buyers pay the VAT of their country; the cart shows the total with VAT before they order. ',
  none: 'We sell only to businesses there. ',
}

function answerAboutVat(shop: ShopTerms): string {
  const { euConsumers } = shop.taxes
  const customs =
    euConsumers === 'none'
      ? ''
      : ' Products that ship from outside the European Union have to clear customs and may not be available to private buyers there; the cart says so before you order.'
  return `${CONSUMER_VAT[euConsumers]}Businesses see prices without VAT. If your VAT ID is confirmed in VIES and comes from another country than the one the products ship from, no VAT is charged (reverse charge). Otherwise, the VAT due is added.${customs}`
}

function answerAboutEurope(shop: ShopTerms): string {
  const { taxRate, taxes } = shop
  const euros = 'Choose euros at the top of any page. Producers set their euro prices; they are not converted.'
  const oneRate = `The cart adds the same ${formatPercent(taxRate * 100)} tax in every country. It is not a national VAT and does not depend on a VAT number.`
  if (euMarkets(shop).length === 0)
    return `${answerAboutEu(shop)}${taxes.basis === 'legacy' ? ` ${oneRate}` : ' The cart shows the tax of an order before you place it.'}`
  return `${answerAboutEu(shop)} ${euros} ${taxes.basis === 'legacy' ? oneRate : answerAboutVat(shop)} If products cross a customs border, duties and import tax are not included in the total; the carrier collects them.`
}

function aboutDelivery(shop: ShopTerms): FaqItem[] {
  const { rates, others } = describeParcels(shop)
  return [
    item(
      'Delivery',
      'shipping',
      'What does shipping cost, and how long does it take?',
      `${rates} You pay once per order, even if several producers ship parts of it.${others} Shipping days start after the producer’s lead time, which is shown on each product page.`.trim(),
      SHIPPING,
    ),
    item(
      'Delivery',
      'freight',
      'How are machines shipped?',
      `On a pallet, as freight, with standard shipping only. ${describeFreight(shop)} A machine ships after its lead time, often two to six weeks. Have a forklift or a pallet truck ready, and check that it fits through your doors: its dimensions and weight are in the specifications.`,
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
      'Can I return something?',
      `Yes. You have ${machines} days for machines, ${accessories} days for accessories and ${parts} days for replacement parts, from the day of delivery. You can return packing material unopened within ${materials} days. Open the order under My Orders and choose Return products; the producer replies with the return address.`,
      { to: '/account/orders', label: 'My Orders' },
      RETURNS,
      CONTACT,
    ),
    item(
      'Returns',
      'cancel',
      'Can I cancel an order?',
      'Yes, until any part of it has shipped. Open the order under My Orders and choose Cancel order. Once it has shipped, you can return it instead.',
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
      'Not to browse or to use the calculator. You need one to fill a cart and to order: the cart is saved to your account, so you find it again on another device.',
      { to: '/register', label: 'Register' },
    ),
    item(
      'Account',
      'delete-account',
      'How do I delete my account?',
      'Under My Account, with your password. Your password, sign-ins, saved addresses, cart and messages are deleted immediately. We keep orders for our accounts, with only the data that invoices and deliveries require. Open orders are still delivered, so cancel those you don’t want first.',
      { to: '/account', label: 'My Account' },
      { to: '/privacy-policy', label: 'Privacy policy' },
    ),
    item(
      'Selling',
      'sell',
      `How can I sell on ${name}?`,
      'Register your business. We review it before your products appear. Shoppers then see your products under your own name and at your own prices, and buy from you and other sellers in one cart. In your dashboard, you add products with a form and update stock and prices in bulk. Listing is free. We keep a commission on what you sell; you find your rate in your dashboard under Earnings.',
      { to: '/business/register', label: 'Register a business' },
    ),
  ]
}
