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
    description: `How buying on ${shop.name} works: accounts, prices, orders, payment, delivery, and what producers answer for.`,
    lead: 'The rules of buying and selling here, in plain words. What a law gives you cannot be taken away by this page.',
    version: '1.3',
    date: '2026-11-27',
    sections: [parties(shop), account, prices(shop), orders, payment(shop), delivery, returns, statements, selling, liability, law(shop)],
  }
}

const parties = ({ name, taxes, contact: { email, street, city, country } }: SettingTerms): PageSection => ({
  id: 'parties',
  title: 'Who is who',
  blocks: [
    `${name} (${street}, ${city}, ${country}, ${email}) runs this shop. Each product names the producer that offers it. One order may hold products of several producers.`,
    sellerOfRecordOf({ taxes }) === 'platform'
      ? `The seller is ${name}: your contract is with ${name}, which takes your order and payment and is there for you when something goes wrong.`
      : `The seller of each product is the producer named on it: your contract is with that producer, one for each producer of an order. ${name} takes your order and payment for them and is there for you when something goes wrong.`,
  ],
})

const account: PageSection = {
  id: 'account',
  title: 'Your account',
  blocks: [
    'You need an account to fill a cart and to order. Give your real name and an email address that you read, keep your password to yourself, and tell us if somebody else may know it. You can delete your account at any time; orders under way are still delivered.',
  ],
}

const SHOWN_PRICES: Readonly<Record<SettingTerms['taxes']['euConsumers'], string>> = {
  gross:
    'Prices are without tax for businesses and outside of the European Union; private buyers in the European Union see prices with the VAT of their country.',
  mixed:
    'Prices are without tax for businesses and outside of the European Union; private buyers in the European Union pay the VAT of their country, and the cart shows the total with it.',
  none: 'Prices are without tax.',
}

/** Says what the cart adds: the tax of the United States where the shop sells there, and what the rules of other countries want. */
function addedTax(shop: SettingTerms): string {
  const isLegacy = shop.taxes.basis === 'legacy'
  const tax = isLegacy || sellsToUs(shop) ? `${describeTax(shop)}, and ` : ''
  const rules =
    isLegacy || sellsToUsOnly(shop)
      ? ''
      : ` ${tax ? 'Elsewhere the' : 'The'} rules of the country that the products leave from and of yours decide${tax ? '' : ' about tax'}; the cart names each rate with its reason before you order.`
  return `The cart adds ${tax}shipping by the table on the shipping page.${rules}`
}

const prices = (shop: SettingTerms): PageSection => ({
  id: 'prices',
  title: 'Prices and discounts',
  blocks: [
    `Each product has a price in dollars and one in euros; they are set apart and never converted. ${SHOWN_PRICES[shop.taxes.basis === 'legacy' ? 'none' : shop.taxes.euConsumers]} ${addedTax(shop)}`,
    `For mat makers and chip makers the price of a piece falls with the quantity unless a product shows other steps: ${describePriceBreaks(shop.promises)}. One promo code counts at a time. What you pay is the total that the checkout shows when you submit the order; if a price changed in the meantime, the shop says so and asks again before it takes the order.`,
    { links: [{ to: '/shipping', label: 'Shipping rates' }] },
  ],
})

const orders: PageSection = {
  id: 'orders',
  title: 'Orders',
  blocks: [
    'A product in the shop invites you to order; the order is your offer. The confirmation with the order number means that we have it and that the goods are set aside for you. The contract is made when we begin to carry it out, at the latest when the goods leave.',
    'As long as no part has been sent you can cancel the order under My Orders. If a producer cannot deliver, we tell you, cancel what is missing and give back what you paid for it.',
  ],
}

const payment = ({ name, taxes, cardPayment, payLater }: SettingTerms): PageSection => ({
  id: 'payment',
  title: 'Payment',
  blocks: [
    cardPayment.configured
      ? payLater.offered
        ? `You pay by credit card at the checkout, or choose Pay Later. ${describeTransfer({ payLater })} Pay Later is for customers and approved businesses; how much you may have open with it can be limited.${describeNewBuyerLimit({ payLater })}`
        : 'You pay by credit card at the checkout.'
      : `You order with Pay Later. ${describeTransfer({ payLater })}${describeNewBuyerLimit({ payLater })} Card payment is not set up at the moment.`,
    `Products stay the property of ${sellerOfRecordOf({ taxes }) === 'platform' ? name : 'their seller'} until they are paid for.`,
  ],
})

const delivery: PageSection = {
  id: 'delivery',
  title: 'Delivery',
  blocks: [
    'The estimated delivery of an order follows from the lead times of the producers and the days of the chosen shipping; it is an estimate. Machines travel as freight. Check a delivery while the driver is there, and note damage on the paper that you sign: carriers ask for it.',
    { links: [{ to: '/shipping', label: 'Shipping' }] },
  ],
}

const returns: PageSection = {
  id: 'returns',
  title: 'Returns and warranty',
  blocks: [
    'How long you may send goods back, who pays for the way and what the warranty covers is in the refund policy, which is part of these terms.',
    { links: [{ to: '/refund-policy', label: 'Refund policy' }] },
  ],
}

const statements: PageSection = {
  id: 'statements',
  title: 'What is said about goods',
  blocks: [
    'Specifications and statements on savings and carbon come from the producers. Figures on our own pages stand in a register with their scope and source; those without a source are marked as illustrative. Results of the impact calculator are a model made from your inputs. None of these is a promise for your packing room: try your own board first.',
    { links: [{ to: '/claims', label: 'How we count' }] },
  ],
}

const selling: PageSection = {
  id: 'selling',
  title: 'Selling here',
  blocks: [
    'A business that wants to sell registers and is checked before anything of it is shown. It answers for its goods, their safety and papers, and for what it says about them. We may take goods from the shop, or suspend a business, that breaks a law or these terms; open orders are then carried out or paid back.',
    'We take the money of an order for its sellers and keep a commission on the price of the goods after discounts; there is no fee to be listed. The rates in force for a business stand in its dashboard under Earnings, and a sale keeps the rate of the day on which it was ordered. What is left is paid out once the goods can no longer be sent back.',
    { links: [{ to: '/business/register', label: 'Register a business' }] },
  ],
}

const liability: PageSection = {
  id: 'liability',
  title: 'Liability',
  blocks: [
    'We answer without limit for injury, for intent and gross negligence, and where a law says so. Otherwise we answer for the breach of duties that the contract depends on, up to the damage that could be foreseen. Machines cut: read the manual, keep the guards closed, and let nobody work on one that is not locked out.',
  ],
}

const law = ({ contact: { country } }: SettingTerms): PageSection => ({
  id: 'law',
  title: 'Law and changes',
  blocks: [
    `The law of our seat (${country}) applies; consumers keep the protection of the law of the country they live in. An order follows the version of these terms that stood here when it was placed. If a rule here turns out not to hold, the others stay.`,
  ],
})
