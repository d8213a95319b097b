import {
  describeNewBuyerLimit,
  describePriceBreaks,
  describeTax,
  describeTransfer,
  type SettingTerms,
  sellerOfRecordOf,
  sellsToUs,
  sellsToUsOnly,
} from '#content/shop-terms.ts'
import type { PageSection, Policy } from '#content/written-page.ts'

/** Terms between shop, sellers and buyers. */
export function termsOfUse(shop: SettingTerms): Policy {
  return {
    path: '/terms',
    title: 'Terms',
    description: `How buying on ${shop.name} works: accounts, prices, orders, payment, delivery, and what producers are responsible for.`,
    lead: 'The rules for buying and selling here, in plain language. Nothing on this page takes away rights that the law gives you.',
    version: '1.4',
    date: '2026-11-29',
    sections: [parties(shop), account, prices(shop), orders, payment(shop), delivery, returns, statements, selling, liability, law(shop)],
  }
}

const parties = ({ name, taxes, contact: { email, street, city, country } }: SettingTerms): PageSection => ({
  id: 'parties',
  title: 'Parties',
  blocks: [
    `${name} (${street}, ${city}, ${country}, ${email}) runs this shop. Each product names the producer that offers it. One order can contain products from several producers.`,
    sellerOfRecordOf({ taxes }) === 'platform'
      ? `The seller is ${name}: your contract is with ${name}, which takes your order and payment and is your contact if something goes wrong.`
      : `The seller of each product is the producer named on it: your contract is with that producer, with a separate contract for each producer in an order. ${name} takes your order and payment for them and is your contact if something goes wrong.`,
  ],
})

const account: PageSection = {
  id: 'account',
  title: 'Your account',
  blocks: [
    'You need an account to fill a cart and to order. Use your real name and an email address that you check, keep your password private, and tell us if someone else may know it. You can delete your account at any time; open orders are still delivered.',
  ],
}

const SHOWN_PRICES: Readonly<Record<SettingTerms['taxes']['euConsumers'], string>> = {
  gross:
    'Prices exclude tax for businesses and outside the European Union; private buyers in the European Union see prices with the VAT of their country.',
  mixed:
    'Prices exclude tax for businesses and outside the European Union; private buyers in the European Union pay the VAT of their country, and the cart shows the total with VAT.',
  none: 'Prices exclude tax.',
}

/** Says what the cart adds: the tax of the United States where the shop sells there, and what the rules of other countries want. */
function addedTax(shop: SettingTerms): string {
  const isLegacy = shop.taxes.basis === 'legacy'
  const tax = isLegacy || sellsToUs(shop) ? `${describeTax(shop)}, and ` : ''
  const rules =
    isLegacy || sellsToUsOnly(shop)
      ? ''
      : ` ${tax ? 'Elsewhere, tax' : 'Tax'} depends on the rules of your country and of the country the products ship from; the cart shows each rate and why it applies before you order.`
  return `The cart adds ${tax}shipping at the rates on the shipping page.${rules}`
}

const prices = (shop: SettingTerms): PageSection => ({
  id: 'prices',
  title: 'Prices and discounts',
  blocks: [
    `Each product has a price in dollars and a price in euros. They are set separately and never converted. ${SHOWN_PRICES[shop.taxes.basis === 'legacy' ? 'none' : shop.taxes.euConsumers]} ${addedTax(shop)}`,
    `Mat makers and chip makers cost less in quantity: ${describePriceBreaks(shop.promises)}, unless a product shows other quantity prices. You can use one promo code per order. You pay the total that the checkout shows when you submit the order. If a price has changed in the meantime, the shop tells you and asks you to confirm before it accepts the order.`,
    { links: [{ to: '/shipping', label: 'Shipping rates' }] },
  ],
})

const orders: PageSection = {
  id: 'orders',
  title: 'Orders',
  blocks: [
    'Products in the shop are an invitation to order; your order is your offer. The confirmation with the order number means that we received your order and reserved the products for you. The contract is formed when we begin to fulfill the order, at the latest when the products ship.',
    'You can cancel an order under My Orders until any part of it has shipped. If a producer cannot deliver, we tell you, cancel the missing products and refund what you paid for them.',
  ],
}

const payment = ({ name, taxes, cardPayment, payLater }: SettingTerms): PageSection => ({
  id: 'payment',
  title: 'Payment',
  blocks: [
    cardPayment.configured
      ? payLater.offered
        ? `You pay by credit card at checkout, or choose Pay Later. ${describeTransfer({ payLater })} Pay Later is available to customers and approved businesses; the total of your unpaid orders may be limited.${describeNewBuyerLimit({ payLater })}`
        : 'You pay by credit card at checkout.'
      : `You order with Pay Later. ${describeTransfer({ payLater })}${describeNewBuyerLimit({ payLater })} Card payment is not set up at the moment.`,
    `Products remain the property of ${sellerOfRecordOf({ taxes }) === 'platform' ? name : 'their seller'} until they are paid for.`,
  ],
})

const delivery: PageSection = {
  id: 'delivery',
  title: 'Delivery',
  blocks: [
    'The estimated delivery date is based on the lead times of the producers and the shipping method you choose; it is an estimate. Machines ship as freight. Inspect a delivery while the driver is there, and note any damage on the paper you sign: carriers require it.',
    { links: [{ to: '/shipping', label: 'Shipping' }] },
  ],
}

const returns: PageSection = {
  id: 'returns',
  title: 'Returns and warranty',
  blocks: [
    'The refund policy says how long you can return products, who pays for return shipping and what the warranty covers. It is part of these terms.',
    { links: [{ to: '/refund-policy', label: 'Refund policy' }] },
  ],
}

const statements: PageSection = {
  id: 'statements',
  title: 'Product information',
  blocks: [
    'Specifications and statements about savings and carbon come from the producers. Figures on our own pages are listed in a register with their scope and source; those without a source are marked as illustrative. Results of the impact calculator are model estimates from your inputs. None of these is a guarantee for your packing room: test with your own board first.',
    { links: [{ to: '/claims', label: 'How we count' }] },
  ],
}

const selling: PageSection = {
  id: 'selling',
  title: 'Selling here',
  blocks: [
    'A business that wants to sell registers, and we review it before its products appear. It is responsible for its products, their safety and documentation, and for what it says about them. We may remove products or suspend businesses that violate the law or these terms; open orders are then fulfilled or refunded.',
    'We collect the payment of an order for its sellers and keep a commission on the price of the products after discounts; listing is free. A business finds its current rates in its dashboard under Earnings, and each sale keeps the rate that applied on the day of the order. The rest is paid out once the products can no longer be returned.',
    { links: [{ to: '/business/register', label: 'Register a business' }] },
  ],
}

const liability: PageSection = {
  id: 'liability',
  title: 'Liability',
  blocks: [
    'We are liable without limit for injury, for intent and gross negligence, and where the law requires it. Otherwise, we are liable for the breach of essential contractual duties, up to the foreseeable damage. Machines cut: read the manual, keep the guards closed, and let nobody work on a machine that is not locked out.',
  ],
}

const law = ({ contact: { country } }: SettingTerms): PageSection => ({
  id: 'law',
  title: 'Law and changes',
  blocks: [
    `The law of the country of our registered office (${country}) applies; consumers keep the protection of the law of the country they live in. Each order is subject to the version of these terms that was in force when it was placed. If a provision is invalid, the others remain in force.`,
  ],
})
