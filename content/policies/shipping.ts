import { describeCountries, describeFreight, ratesByPlace } from '#content/delivery-text.ts'
import { describeShippingTax, inBoth, listed, type ShopTerms } from '#content/shop-terms.ts'
import type { PageSection, Policy } from '#content/written-page.ts'
import type { Currency } from '#domain/money.ts'
import { formatMoney, toMinor } from '#domain/money.ts'

/** Shipping times and prices, from the rates that carts use. */
export function shippingPolicy(shop: ShopTerms): Policy {
  return {
    path: '/shipping',
    title: 'Shipping',
    description: 'Shipping rates in dollars and euros, delivery times, and how machines ship as freight.',
    lead: `${leadOf(shop)} The cart shows the cost to your address. You pay shipping once for the parcels of an order, even if several producers send them.`,
    version: '1.5',
    date: '2026-11-29',
    sections: [rates(shop), times, freight(shop), borders(shop), arrival],
  }
}

const price = (amounts: Record<Currency, number>, currency: Currency) => formatMoney(toMinor(amounts[currency]) ?? 0, currency)

function leadOf(shop: ShopTerms): string {
  const places = ratesByPlace(shop).map(({ where }) => where)
  return places.length > 0 ? `Shipping rates ${listed(places)}.` : 'Shipping rates depend on the country and the weight.'
}

function tablesOf(shop: ShopTerms): PageSection['blocks'] {
  const lists = ratesByPlace(shop)
  return lists.flatMap(({ where, methods }) => [
    ...(lists.length > 1 ? [`Rates ${where}:`] : []),
    {
      table: {
        caption: lists.length > 1 ? `Shipping rates ${where}` : 'Shipping rates',
        head: ['Shipping', 'Time', 'Dollars', 'Euros', 'Free from'],
        rows: methods.map(({ label, days, price: amounts, freeFrom }) => [
          label,
          days,
          price(amounts, 'USD'),
          price(amounts, 'EUR'),
          freeFrom ? inBoth(freeFrom) : 'Never',
        ]),
      },
    },
  ])
}

function rates(shop: ShopTerms): PageSection {
  const { promoHints, taxes } = shop
  const free = promoHints.find(({ code }) => code === 'FREESHIP')
  const hasVat = taxes.basis === 'rules' && taxes.euConsumers !== 'none'
  const seen =
    taxes.basis === 'legacy'
      ? ' and tax'
      : `, as shown to you${hasVat && taxes.euConsumers === 'gross' ? ': with VAT for private buyers in the European Union, without tax for everyone else' : ''}`
  return {
    id: 'rates',
    title: 'Rates',
    blocks: [
      ...tablesOf(shop),
      `“Free from” refers to the price of the products with quantity prices, before a promo code${seen}. ${describeShippingTax(shop)}${
        free
          ? ` The code FREESHIP makes any shipping method free (${free.description.charAt(0).toLowerCase()}${free.description.slice(1)}, in dollars or euros).`
          : ''
      }`,
      ...(hasVat
        ? [
            'The prices in the table exclude VAT. For private buyers in the European Union, the VAT of their country is added; product pages, cart and checkout show them shipping with VAT.',
          ]
        : []),
    ],
  }
}

const times: PageSection = {
  id: 'times',
  title: 'Delivery times',
  blocks: [
    'Days are business days, Monday to Friday, excluding public holidays in the destination country. They start when the products leave the producer: products in stock ship immediately or within 3 days; products made to order ship after the lead time on their page (“Made to order, ships in 15 business days”). Your order shows the day by which everything should arrive, based on its slowest product.',
  ],
}

const freight = (shop: ShopTerms): PageSection => {
  const others = shop.shippingMethods.filter(({ method }) => method !== 'standard').map(({ label }) => label.toLowerCase())
  return {
    id: 'freight',
    title: 'Freight',
    blocks: [
      `Mat makers, chip makers and other heavy products are marked as freight and ship on a pallet. An order with freight ships by standard shipping as a whole; ${others.join(' and ')} shipping are not offered for it. ${describeFreight(shop)}`,
      {
        list: [
          'Delivery is to the curb or the loading dock. Have a forklift, or a pallet truck and someone to help.',
          'Measure your doors and the path to the machine’s location: its dimensions and weight are in its specifications.',
          'The carrier calls the phone number on the order before delivery, so enter one.',
          'If you need parcels sooner, order them separately from the machine.',
        ],
      },
    ],
  }
}

const borders = (shop: ShopTerms): PageSection => ({
  id: 'borders',
  title: 'Countries and customs',
  blocks: [
    `${describeCountries(shop)} If products cross a customs border, duties and import tax are not included in our total; the carrier collects them from you.`,
  ],
})

const arrival: PageSection = {
  id: 'arrival',
  title: 'Tracking and problems',
  blocks: [
    'Under My Orders, you see what has shipped and, if the producer entered one, the tracking number. Note any damage on the carrier’s paper before you sign, take pictures, and contact us. Contact us, too, if a delivery is late: we ask the producer and the carrier.',
    {
      links: [
        { to: '/account/orders', label: 'My Orders' },
        { to: '/contact', label: 'Contact us' },
        { to: '/refund-policy', label: 'Refund policy' },
      ],
    },
  ],
}
