import { eq } from 'drizzle-orm'
import type { Cart } from '#contract/cart/cart.ts'
import type { SettingsBody } from '#contract/platform/settings.ts'
import type { BuyerKind } from '#domain/buyer-kind.ts'
import type { Currency } from '#domain/money.ts'
import { businesses, exchangeRates, taxExemptions, taxRegistrations, taxRules, vatChecks } from '#server/platform/db/schema.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm } from './buyers.ts'
import type { SignedInUser, TestShop } from './test-shop.ts'

type ProductInput = Parameters<TestShop['make']['product']>[0]
const freight = { category: 'mat-maker', shippingClass: 'freight' } as const
const parcel = { category: 'mat', shippingClass: 'parcel' } as const
const packed = (packageLengthMm: number, packageWidthMm: number, packageHeightMm: number) => ({
  packageLengthMm,
  packageWidthMm,
  packageHeightMm,
})
/** The products of the table: prices in cents of USD and EUR, and the country that they leave from. */
const GOODS = {
  P: [39_50, 36_90, 'Ireland', { ...parcel, weightGrams: 10_000 }],
  Q: [19_90, 18_20, 'France', { ...parcel, weightGrams: 3000 }],
  T: [9_50, 9_20, 'United States', { ...parcel, weightGrams: 1000 }],
  M: [12_500_00, 11_490_00, 'United States', { ...freight, weightGrams: 90_000 }],
  L: [14_200_00, 12_950_00, 'Germany', { ...freight, weightGrams: 240_000, ...packed(800, 700, 1160) }],
  C: [4_650_00, 4_290_00, 'Sweden', { ...freight, weightGrams: 74_000, ...packed(500, 700, 800) }],
  K: [15_80, 14_90, 'United Kingdom', { ...parcel, weightGrams: 5000 }],
  F: [127_00, 117_00, 'Germany', { ...parcel, weightGrams: 900 }],
  A: [100_00, 100_00, 'Germany', { ...parcel, weightGrams: 1000 }],
  B: [50_00, 50_00, 'Germany', { ...parcel, weightGrams: 1000, taxClass: 'reduced' }],
} as const satisfies Record<string, readonly [number, number, string, ProductInput]>
type Good = keyof typeof GOODS

/** Postal codes of the places of the table. */
const PLACES: Readonly<Record<string, string>> = Object.fromEntries(
  'DE 10115|FR 75001|FI 00100|HU 1051|SE 111 20|GB SW1A 1AA|CH 8001|IE D02 X285'.split('|').map((one) => [one.slice(0, 2), one.slice(3)]),
)

/** A golden order: what is bought, by whom, and what it costs. */
export interface GoldenOrder {
  id: string
  buyer: BuyerKind
  /** Country, or state of the United States with its ZIP code. */
  to: string
  zip?: string
  currency?: Currency
  goods: Partial<Record<Good, number>>
  code?: string
  method?: 'express'
  vatId?: string
  /** Subtotal, discount, shipping, tax, total. */
  amounts: readonly number[]
  rates: readonly (readonly [label: string, amount: number])[]
  reason: string
  /** Net, tax and gross of its invoices, the largest first. */
  invoices: readonly (readonly number[])[]
}

/** Invoices of the orders that have several, one a seller. */
const INVOICES: Readonly<Record<string, GoldenOrder['invoices']>> = {
  G32: [
    [43.59, 0, 43.59],
    [21.5, 0, 21.5],
  ],
  G33: [
    [43.59, 8.28, 51.87],
    [21.5, 4.09, 25.59],
  ],
}

/**
 * Id, buyer, place, ZIP code, currency, products, code, method, VAT id; subtotal, discount, shipping, tax and total; rates of the cart;
 * reason of a line.
 */
const TABLE = `
  G9           | business | IL | 60607 | USD | P×3     |           |         |             | 118.5 0 0 0 118.5                  | Tax (0%) 0                     | exempt_certificate
  G12          | business | TX | 78701 | USD | P×1     |           |         |             | 39.5 0 9.99 4.08 53.57             | Tax (8.25%) 4.08               | sales_tax
  G13          | consumer | OR | 97201 | USD | P×1     |           |         |             | 39.5 0 9.99 0 49.49                | Tax (0%) 0                     | no_nexus
  G14          | consumer | IL | 62701 | USD | P×1     |           |         |             | 39.5 0 9.99 2.47 51.96             | Tax (6.25%) 2.47               | sales_tax
  G15          | consumer | DE |       | EUR | P×1     |           |         |             | 43.91 0 11.89 8.91 55.8            | VAT (19%) 8.91                 | oss
  G16          | consumer | DE |       | EUR | P×3     |           |         |             | 131.73 0 0 21.03 131.73            | VAT (19%) 21.03                | oss
  G17          | consumer | DE |       | EUR | P×3     | WELCOME10 |         |             | 131.73 13.17 0 18.93 118.56        | VAT (19%) 18.93                | oss
  G18          | consumer | DE |       | EUR | P×3     | SAVE25    |         |             | 131.73 25 0 17.04 106.73           | VAT (19%) 17.04                | oss
  G19          | business | DE |       | EUR | P×3     |           |         | DE111111117 | 110.7 0 0 0 110.7                  | VAT (0%) 0                     | intra_community
  G20          | business | DE |       | EUR | P×1     |           |         | DE136695976 | 36.9 0 9.99 8.91 55.8              | VAT (19%) 8.91                 | oss
  G21          | business | DE |       | EUR | P×1     |           |         | DE136695976 | 36.9 0 9.99 8.91 55.8              | VAT (19%) 8.91                 | oss
  G22          | consumer | FR |       | EUR | L×1     |           |         |             | 15540 0 346.8 2647.8 15886.8    | VAT (20%) 2647.8              | oss
  G23          | business | DE |       | EUR | L×1     |           |         | DE111111117 | 12950 0 289 2515.41 15754.41    | VAT (19%) 2515.41             | domestic
  G24          | consumer | FI |       | EUR | Q×1     |           |         |             | 22.84 0 12.54 7.19 35.38           | VAT (25.5%) 7.19               | oss
  G25          | consumer | HU |       | USD | P×2     |           |         |             | 100.34 0 0 21.33 100.34            | VAT (27%) 21.33                | oss
  G26          | consumer | SE |       | EUR | C×1     |           |         |             | 5362.5 0 186.25 1109.75 5548.75 | VAT (25%) 1109.75             | domestic
  G27          | consumer | DE |       | EUR | P×1 T×1 |           |         |             | 54.86 0 47.47 16.34 102.33         | VAT (19%) 8.91; VAT (19%) 7.43 | oss
  G29          | business | GB |       | EUR | P×1     |           |         |             | 36.9 0 49.9 0 86.8                 | Tax (export) 0                 | export
  G30          | consumer | CH |       | EUR | Q×1     |           |         |             | 18.2 0 29.9 0 48.1                 | Tax (export) 0                 | export
  G31          | consumer | DE |       | EUR | K×1     |           |         |             | 17.73 0 11.89 4.73 29.62           | VAT (19%) 4.73                 | oss
  G32          | business | DE |       | EUR | P×1 Q×1 |           |         | DE111111117 | 55.1 0 9.99 0 65.09                | VAT (0%) 0                     | intra_community
  G33          | consumer | DE |       | EUR | P×1 Q×1 |           |         |             | 65.57 0 11.89 12.37 77.46          | VAT (19%) 12.37                | oss
  G34          | consumer | DE |       | EUR | F×1     |           |         |             | 117 0 0 0 117                      | VAT (0%) 0                     | small_business
  G35          | business | DE |       | EUR | A×1 B×1 |           | express |             | 150 0 19.99 25.5 195.49            | VAT (19%) 21.53; VAT (7%) 3.97 | domestic
  G36          | business | DE |       | EUR | A×1 B×1 | WELCOME10 | express |             | 150 15 19.99 23.25 178.24          | VAT (19%) 19.63; VAT (7%) 3.62 | domestic
  G37          | consumer | DE |       | EUR | A×1 B×1 | WELCOME10 | express |             | 172.5 17.25 22.99 23.25 178.24     | VAT (19%) 19.63; VAT (7%) 3.62 | domestic
  G38          | consumer | DE |       | USD | P×2     |           |         |             | 94.02 0 11.89 16.91 105.91         | VAT (19%) 16.91                | oss
  G39          | business | IE |       | EUR | P×1     |           |         | IE6388047V  | 36.9 0 9.99 10.78 57.67            | VAT (23%) 10.78                | domestic
  G44 consumer | consumer | DE |       | EUR | Q×7     |           |         |             | 151.62 0 0 24.21 151.62            | VAT (19%) 24.21                | oss
  G44 business | business | DE |       | EUR | Q×7     |           |         |             | 127.4 0 0 24.21 151.61             | VAT (19%) 24.21                | oss
`

const cents = (amount: number) => Math.round(amount * 100)

/** The golden orders of the table. */
export const GOLDEN_ORDERS: readonly GoldenOrder[] = TABLE.trim()
  .split('\n')
  .map((line): GoldenOrder => {
    const [id = '', buyer, to = '', zip, currency, goods = '', code, method, vatId, amounts = '', rates = '', reason = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    const sums = amounts.split(' ').map(Number)
    const [tax = 0, total = 0] = sums.slice(-2)
    return {
      id,
      buyer: buyer === 'business' ? 'business' : 'consumer',
      to,
      ...(zip && { zip }),
      currency: currency === 'USD' ? 'USD' : 'EUR',
      goods: Object.fromEntries(goods.split(' ').map((one) => [one.split('×')[0], Number(one.split('×')[1])])),
      ...(code && { code }),
      ...(method === 'express' && { method }),
      ...(vatId && { vatId }),
      amounts: sums,
      rates: rates
        .split('; ')
        .map((rate) => [rate.slice(0, rate.lastIndexOf(' ')), Number(rate.slice(rate.lastIndexOf(' ') + 1))] as const),
      reason,
      invoices: INVOICES[id] ?? [[(cents(total) - cents(tax)) / 100, tax, total]],
    }
  })

/** People of a golden shop: `buyer` fills the cart, `staff` is a super admin. */
interface GoldenPeople {
  buyer: SignedInUser
  staff: SignedInUser
}

/** A place to deliver to, with its buyer. */
type GoldenPlace = Pick<GoldenOrder, 'to' | 'zip' | 'buyer' | 'vatId'>

/** Returns the checkout form of an order. */
export const goldenForm = ({ to, zip, buyer, vatId }: GoldenPlace) => ({
  ...customerForm,
  country: zip ? 'US' : to,
  state: zip ? to : '',
  zipCode: zip ?? PLACES[to] ?? '',
  buyerKind: buyer,
  ...(vatId && { vatId }),
})

/** Makes a shop the one of the golden orders, with the rates and registrations of the demo. */
export async function openGoldenShop(shop: TestShop, { buyer, staff }: GoldenPeople) {
  const { db, now } = shop.deps
  await addDemoTaxes(shop.deps)
  let made = 0
  const settle = (body: SettingsBody) => staff.settings.update({ body })
  const bySeller = () => settle({ trade: { sellerOfRecord: 'seller', selfBilling: false } })
  const register = (scheme: 'domestic' | 'oss' | 'ioss', country: string, businessId: string | null = null) =>
    db.insert(taxRegistrations).values({ businessId, country, scheme, number: `${country}-1`, validFrom: '2026-01-01' })
  const nexus = async (state: string, rate: number, shipsTaxed: boolean) => {
    await settle({ tax: { percent: 8, usMode: 'states' } })
    await db.insert(taxRegistrations).values({ country: 'US', state, scheme: 'sales_tax', number: `${state}-1`, validFrom: '2026-01-01' })
    await db.insert(taxRules).values({ country: 'US', state, rate: rate * 10_000, shipsTaxed, validFrom: '2026-01-01' })
  }
  /** Stores the answer of VIES about a VAT id. */
  const answered = (vatId: string, status: 'valid' | 'invalid') =>
    db.insert(vatChecks).values({ vatId, status, source: 'vies', checkedAt: now(), createdAt: now() })
  const certified = async () => {
    const certificate = { states: ['IL'], number: 'IL-1', file: 'one' }
    await db.insert(taxExemptions).values({ ...certificate, userId: buyer.user.id, kind: 'resale', status: 'accepted' })
  }
  /** Makes each seller the seller of record, registered for the one-stop shop of its country. */
  const sellersWithOneStop = async () => {
    await bySeller()
    for (const [good, country] of [
      ['P', 'IE'],
      ['Q', 'FR'],
    ] as const) {
      const [seller] = await db
        .select()
        .from(businesses)
        .where(eq(businesses.name, `Seller of ${good}`))
      await register('domestic', country, seller?.id)
      await register('oss', country, seller?.id)
    }
  }
  const quay = { address: '1 Quay', city: 'Dublin', state: '', postalCode: 'D02 X285', country: 'IE' }
  /** Settings and facts before the order of a row. */
  const given: Readonly<Record<string, () => Promise<unknown>>> = {
    G9: certified,
    G12: () => nexus('TX', 8.25, true),
    G13: () => settle({ tax: { percent: 8, usMode: 'states' } }),
    G14: () => nexus('IL', 6.25, false),
    G20: () => answered('DE136695976', 'invalid'),
    G27: () => register('ioss', 'IE'),
    G31: async () => {
      await bySeller()
      await db.update(businesses).set({ dispatch: quay }).where(eq(businesses.name, 'Seller of K'))
    },
    G32: sellersWithOneStop,
    G33: sellersWithOneStop,
    G34: async () => {
      await bySeller()
      await db.update(businesses).set({ vatScheme: 'small_business' }).where(eq(businesses.name, 'Seller of F'))
    },
    G38: () => db.insert(exchangeRates).values({ day: now().toISOString().slice(0, 10), currency: 'USD', perEur: 1.16, source: 'Staff' }),
    G39: () => answered('IE6388047V', 'valid'),
  }
  return {
    settle,
    answered,
    sellersWithOneStop,
    prepare: ({ id }: GoldenOrder) => given[id]?.(),
    /** Puts products into the cart, each of a seller of its own. */
    addGoods: async (goods: GoldenOrder['goods'], currency: Currency) => {
      for (const [good, quantity = 0] of Object.entries(goods)) {
        const [priceUsdCents, priceEurCents, country, more] = GOODS[good as Good]
        const business = await shop.make.business({ name: `Seller of ${good}`, slug: `seller-${(made += 1)}`, country })
        const name = `Product ${good} ${(made += 1)}`
        const product = await shop.make.product({ ...more, name, priceUsdCents, priceEurCents, businessId: business.id, ladder: [] })
        await buyer.cart.addItem({ query: { currency }, body: { productId: product.id, quantity } })
      }
    },
    /** Returns the cart for a place and buyer. */
    cartOf: async (order: GoldenPlace & Pick<GoldenOrder, 'code' | 'method'>, currency: Currency): Promise<Cart> => {
      const { country, state, zipCode: zip } = goldenForm(order)
      const query = { currency, country, state, zip, buyer: order.buyer, vatId: order.vatId ?? '' }
      if (order.code) await buyer.cart.applyPromo({ query, body: { code: order.code } })
      if (order.method) await buyer.cart.setShipping({ query, body: { shippingMethod: order.method } })
      return buyer.cart.list({ query })
    },
  }
}
