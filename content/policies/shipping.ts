import { inBoth, type ShopTerms } from '#content/shop-terms.ts'
import type { PageSection, Policy } from '#content/written-page.ts'
import type { Currency } from '#domain/money.ts'
import { formatMoney, toMinor } from '#domain/money.ts'

/** Shipping times and prices, from the rates that carts use. */
export function shippingPolicy(shop: ShopTerms): Policy {
  return {
    path: '/shipping',
    title: 'Shipping',
    description: 'Shipping rates in dollars and euros, delivery times, and how machines travel as freight.',
    lead: 'What shipping costs in the United States and inside the European Union. The cart shows the charge to your address. You pay shipping once for the parcels of an order, however many producers send them.',
    version: '1.2',
    date: '2026-11-27',
    sections: [rates(shop), times, freight(shop), borders, arrival],
  }
}

const price = (amounts: Record<Currency, number>, currency: Currency) => formatMoney(toMinor(amounts[currency]) ?? 0, currency)

const rates = ({ shippingMethods, promoHints, taxes }: ShopTerms): PageSection => {
  const free = promoHints.find(({ code }) => code === 'FREESHIP')
  return {
    id: 'rates',
    title: 'Rates',
    blocks: [
      {
        table: {
          caption: 'Shipping rates',
          head: ['Shipping', 'Time', 'Dollars', 'Euros', 'Free from'],
          rows: shippingMethods.map(({ label, days, price: amounts, freeFrom }) => [
            label,
            days,
            price(amounts, 'USD'),
            price(amounts, 'EUR'),
            freeFrom ? inBoth(freeFrom) : 'Never',
          ]),
        },
      },
      `“Free from” looks at the price of the goods with volume prices, before a promo code${
        taxes.basis === 'legacy'
          ? ' and tax. Shipping is not taxed.'
          : ', as you see it: with VAT for private buyers in the European Union, without tax for all others. Shipping is taxed as the products are, except in the United States with its one rate.'
      }${free ? ` The code FREESHIP takes the charge off any way of shipping (${free.description.charAt(0).toLowerCase()}${free.description.slice(1)}, in dollars or euros).` : ''}`,
      ...(taxes.basis === 'rules'
        ? [
            'The prices in the table are without VAT. For private buyers in the European Union the VAT of their country is added; product pages, cart and checkout show them shipping with it.',
          ]
        : []),
    ],
  }
}

const times: PageSection = {
  id: 'times',
  title: 'How long it takes',
  blocks: [
    'Days are business days, Monday to Friday, without the public holidays of the country we deliver to. They begin when the goods leave the producer: goods on the shelf leave at once, others after the lead time on their page. An order shows the day by which all of it should be there: the slowest of its goods decides.',
  ],
}

const freight = ({ shippingMethods }: ShopTerms): PageSection => {
  const standard = shippingMethods.find(({ method }) => method === 'standard')
  const others = shippingMethods.filter(({ method }) => method !== 'standard').map(({ label }) => label.toLowerCase())
  return {
    id: 'freight',
    title: 'Freight',
    blocks: [
      `Mat makers, chip makers and other heavy goods are marked as freight and travel on a pallet. An order with freight in it goes by standard shipping as a whole; ${others.join(' and ')} shipping are not offered for it.${standard?.freeFrom ? ' In the United States freight is included in the price, but for Alaska, Hawaii and the territories. Inside the European Union it costs by weight; elsewhere we quote it before you order.' : ''}`,
      {
        list: [
          'Delivery is to the curb or the ramp. Have a forklift, or a pallet truck and somebody to help.',
          'Measure doors and the way to the machine’s place: its dimensions and weight are in its specifications.',
          'The carrier calls the phone number of the order before delivery, so give one.',
          'If parcels have to be there sooner, order them apart from the machine.',
        ],
      },
    ],
  }
}

const borders: PageSection = {
  id: 'borders',
  title: 'Countries and customs',
  blocks: [
    'We deliver to the countries in the list of the checkout. To other countries, and from outside into the European Union, shipping depends on the weight; freight to some places is by quote, and the cart says so before you order. Where goods cross a customs border, duties and import tax are not in our total; the carrier collects them from you.',
  ],
}

const arrival: PageSection = {
  id: 'arrival',
  title: 'When it arrives, or does not',
  blocks: [
    'Under My Orders you see what has been sent and, where the producer gave one, the tracking number. Note damage on the carrier’s paper before you sign, take pictures, and write to us. Write too when a delivery is late: we ask the producer and the carrier.',
    {
      links: [
        { to: '/account/orders', label: 'My Orders' },
        { to: '/contact', label: 'Contact us' },
        { to: '/refund-policy', label: 'Refund policy' },
      ],
    },
  ],
}
