import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { slugify } from '#domain/product.ts'
import { DAY_MS } from '#domain/time.ts'
import { EU_CHECKS } from '#domain/trader.ts'
import type { Role } from '#domain/user.ts'
import { indexProducts } from '#server/catalog/products/search-documents.ts'
import { businesses, categories, producerRegistrations, products, sessions, stockMovements, users } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashToken } from '#server/platform/secrets/token.ts'

export type UserInput = Partial<typeof users.$inferInsert>
export type BusinessInput = Partial<typeof businesses.$inferInsert>
export type ProductInput = Partial<Omit<typeof products.$inferInsert, 'categoryId'>> & { category?: string }

/** Safety of a product that may be offered to consumers in the European Union. */
const MAKER = {
  manufacturer: { name: 'Testwerk', address: 'Testweg 1, 10115 Berlin, Germany', email: 'safety@testwerk.test' },
  responsible: null,
  warnings: '',
}

const YEAR_MS = 365 * DAY_MS
let counter = 0
const next = () => {
  counter += 1
  return `${counter}-${randomUUID().slice(0, 6)}`
}

const MADE = { by: 'Cleo Checker', at: '2026-01-01T09:00:00.000Z', how: 'Seen' }

/** Trader details of a business of which nothing is open, so that it sells to consumers in the European Union, too. */
export const CHECKED_TRADER = {
  legalName: 'Example Packaging Inc.',
  address: '1 Test Street',
  city: 'Testville',
  phone: '+1 218 555 0199',
  selfCertifiedAt: new Date(MADE.at),
  checks: Object.fromEntries(EU_CHECKS.map((check) => [check, MADE])),
} satisfies BusinessInput

/** Confirmed numbers in the registers that a fresh shop requires. */
export const REGISTRATIONS = (
  [
    ['DE', 'packaging', 'DE1234567890123'],
    ['DE', 'electrical', 'WEEE-Reg.-Nr. DE 12345678'],
    ['FR', 'packaging', 'FR123456_01ABCD'],
    ['FR', 'electrical', 'FR123456_05ABCD'],
  ] as const
).map(([country, stream, number]) => ({
  country,
  stream,
  number,
  validFrom: '2020-01-01',
  certifiedBy: MADE.by,
  certifiedAt: new Date(MADE.at),
  isConfirmed: true,
  checkedHow: MADE.how,
  checkedOn: '2026-01-01',
  checkedBy: MADE.by,
}))

/** Makes rows straight in the database: what a test needs to be there, in one line each. */
export function makeBuilders({ db, now }: Deps) {
  async function business(input: BusinessInput = {}) {
    const name = input.name ?? `Business ${next()}`
    const [row] = await db
      .insert(businesses)
      .values({
        email: `${next()}@business.test`,
        businessType: 'producer',
        businessStatus: 'approved',
        country: 'United States',
        documentsAgreedAt: new Date('2020-01-01T00:00:00Z'),
        ...CHECKED_TRADER,
        slug: slugify(name) || next(),
        ...input,
        name,
      })
      .returning()
    if (!row) throw new Error('no business')
    await db.insert(producerRegistrations).values(REGISTRATIONS.map((each) => ({ ...each, businessId: row.id })))
    return row
  }

  async function product(input: ProductInput = {}) {
    const { category = 'mat-maker', ...rest } = input
    const [found] = await db.select().from(categories).where(eq(categories.value, category))
    if (!found) throw new Error(`no category ${category}`)
    const name = input.name ?? `Product ${next()}`
    const [row] = await db
      .insert(products)
      .values({
        slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
        description: 'A product of a test.',
        type: found.kind,
        priceUsdCents: 10_000,
        priceEurCents: 9000,
        stock: 100,
        searchText: name.toLowerCase(),
        shippingClass: category === 'mat-maker' || category === 'chip-maker' ? 'freight' : 'parcel',
        mpn: `T-${next()}`,
        safety: MAKER,
        weightGrams: category === 'mat-maker' || category === 'chip-maker' ? 90_000 : null,
        ...rest,
        name,
        categoryId: found.id,
        businessId: input.businessId ?? (await business()).id,
      })
      .returning()
    if (!row) throw new Error('no product')
    await indexProducts(db, [row.id])
    if (row.stock > 0) await db.insert(stockMovements).values({ productId: row.id, delta: row.stock, reason: 'initial', reference: 'test' })
    return row
  }

  async function user(role: Role, input: UserInput = {}) {
    const businessId = input.businessId !== undefined ? input.businessId : role === 'business_admin' ? (await business()).id : null
    const [row] = await db
      .insert(users)
      .values({ name: 'Ann Example', email: `${role}-${next()}@test.test`, emailVerifiedAt: now(), ...input, role, businessId })
      .returning()
    if (!row) throw new Error('no user')
    return row
  }

  /** A user with a live session, without the cost of hashing a password. */
  async function session(role: Role, input: UserInput = {}) {
    const owner = await user(role, input)
    const token = `rf_${randomBytes(32).toString('base64url')}`
    const later = new Date(now().getTime() + YEAR_MS)
    // the password counts as entered as long as the session lives, however far a test moves the clock
    const ends = { idleExpiresAt: later, expiresAt: later, stepUpAt: later }
    await db.insert(sessions).values({ tokenHash: hashToken(token), userId: owner.id, ...ends })
    return { user: { id: owner.id, email: owner.email, name: owner.name, businessId: owner.businessId }, token }
  }

  return { business, product, user, session }
}
