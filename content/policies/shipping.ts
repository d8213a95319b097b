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
    description: 'Shipping rates in dollars and euros, delivery times, and how machines travel as freight.',
    lead: `${leadOf(shop)} The cart shows the charge to your address. You pay shipping once for the parcels of an order, however many producers send them.`,
    version: '1.4',
    date: '2026-11-28',
    sections: [rates(shop), times, freight(shop), borders(shop), arrival],
  }
}

const price = (amounts: Record<Currency, number>, currency: Currency) => formatMoney(toMinor(amounts[currency]) ?? 0, currency)

function leadOf(shop: ShopTerms): string {
  const places = ratesByPlace(shop).map(({ where }) => where)
  return places.length > 0 ? `What shipping costs ${listed(places)}.` : 'What shipping costs depends on the country and the weight.'
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
      : `, as you see it${hasVat && taxes.euConsumers === 'gross' ? ': with VAT for private buyers in the European Union, without tax for all others' : ''}`
  return {
    id: 'rates',
    title: 'Rates',
    blocks: [
      ...tablesOf(shop),
      `“Free from” looks at the price of the goods with volume prices, before a promo code${seen}. ${describeShippingTax(shop)}${
        free
          ? ` The code FREESHIP takes the charge off any way of shipping (${free.description.charAt(0).toLowerCase()}${free.description.slice(1)}, in dollars or euros).`
          : ''
      }`,
      ...(hasVat
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
    'Days are business days, Monday to Friday, without the public holidays of the country we deliver to. They begin when the goods leave the producer: goods in stock leave at once or within 3 days; what is made to order leaves after the lead time on its page (“Made to order, ships in 15 business days”). An order shows the day by which all of it should be there: the slowest of its goods decides.',
  ],
}

const freight = (shop: ShopTerms): PageSection => {
  const others = shop.shippingMethods.filter(({ method }) => method !== 'standard').map(({ label }) => label.toLowerCase())
  return {
    id: 'freight',
    title: 'Freight',
    blocks: [
      `Mat makers, chip makers and other heavy goods are marked as freight and travel on a pallet. An order with freight in it goes by standard shipping as a whole; ${others.join(' and ')} shipping are not offered for it. ${describeFreight(shop)}`,
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

const borders = (shop: ShopTerms): PageSection => ({
  id: 'borders',
  title: 'Countries and customs',
  blocks: [
    `${describeCountries(shop)} Where goods cross a customs border, duties and import tax are not in our total; the carrier collects them from you.`,
  ],
})

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
