import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { businesses as catalogBusinesses } from '#content/catalog.ts'
import type { Stream } from '#domain/producer-streams.ts'
import { slugify } from '#domain/product.ts'
import { SEEDED_FROM } from '#domain/tax-rates.ts'
import { addDays, DAY_MS } from '#domain/time.ts'
import { EU_CHECKS } from '#domain/trader.ts'
import { DEMO_CATALOG } from '#server/platform/config.ts'
import {
  businesses,
  exchangeRates,
  producerRegistrations,
  products,
  settings,
  taxRegistrations,
  vatChecks,
} from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { fillCatalog, isWithoutProducts } from './fill-catalog.ts'
import { seedPapers } from './seed-papers.ts'

/** Payment instructions of the demo by currency: accounts that no bank has. */
const DEMO_PAY_TO = `Reflute demo account: no money can be sent to it
Bank: Example Bank, Chicago
Routing number: 000000000
Account number: 0000000142`
const DEMO_PAY_TO_EUR = `Reflute demo account: no money can be sent to it
Bank: Example Bank, Dublin
IBAN: IE95 XXXX 0000 0000 0001 42
BIC: XXXXIE2D`

/** Days before the start on which the newest business of the demo joined; each earlier one joined some weeks before the next. */
const NEWEST_JOINED_DAYS = 75
const DAYS_BETWEEN_BUSINESSES = 39

/** Registrations of the demo: their numbers pass the check digit, and no company has them. */
const DEMO_REGISTRATIONS = [
  ['IE', 'domestic', 'IE1234567T'],
  ['SE', 'domestic', 'SE123456789701'],
  ['DE', 'domestic', 'DE123456788'],
  ['FR', 'domestic', 'FR11123456782'],
  ['IE', 'oss', 'IE1234567T'],
] as const

/** Registrations of sellers of the demo, by their name. */
const SELLER_REGISTRATIONS = [['Second Wave Packaging', 'IE', 'IE7654321G']] as const

/** Note on the check of a business that has no VAT ID. */
const NO_VAT_ID = 'Needs no VAT ID: based in the United States (made up for the demo)'

/** VAT id of the demo that counts without a network, so that reverse charge can be tried. */
const DEMO_VAT_ID = 'DE111111117'

/** Adds the tax registrations of the demo and a VAT id that staff have confirmed. */
export async function addDemoTaxes({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const [registration] = await db.select({ id: taxRegistrations.id }).from(taxRegistrations).limit(1)
  if (!registration) {
    const rows = DEMO_REGISTRATIONS.map(([country, scheme, number]) => ({ country, scheme, number, note: 'demo', validFrom: SEEDED_FROM }))
    await db.insert(taxRegistrations).values(rows).onConflictDoNothing()
  }
  const confirmed = { name: 'Demo Kartonhaus GmbH', source: 'staff', note: 'demo', checkedAt: now(), createdAt: now() } as const
  await db
    .insert(vatChecks)
    .values({ vatId: DEMO_VAT_ID, status: 'valid', ...confirmed })
    .onConflictDoNothing()
}

/**
 * Adds an exchange rate of the day before the first start, so that staff can add that of the day: invoices in dollars then state their VAT
 * in euros.
 */
async function addDemoRate({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const day = new Date(now().getTime() - DAY_MS).toISOString().slice(0, 10)
  await db.insert(exchangeRates).values({ day, currency: 'USD', perEur: 1.16, source: 'demo' }).onConflictDoNothing()
}

/** Imprint of the demo: a register that no company is in. */
const DEMO_IMPRINT = {
  legalForm: 'Inc. (demo)',
  representative: 'Robin Flute, Chief Executive Officer (demo)',
  register: 'Illinois Secretary of State',
  registerNumber: 'DEMO-0000001',
}

/** Tax number of the demo: one that no company has. */
const DEMO_TAX_NUMBER = '00-0000000'

/** Returns the trader details of a business of the demo, with the checks that its staff would have made. */
function traderOf({ isChecked, ...details }: (typeof catalogBusinesses)[number]['trader'], at: Date) {
  const made = { by: 'Demo', at: at.toISOString(), how: 'Made up for the demo' }
  const checks = EU_CHECKS.filter((check) => isChecked || check !== 'register')
  return {
    ...details,
    selfCertifiedAt: isChecked ? at : null,
    checks: Object.fromEntries(
      checks.map((check) => [check, check === 'vatId' && details.vatId === null ? { ...made, how: NO_VAT_ID } : made]),
    ),
  }
}

async function addBusinesses({ db, now }: Deps): Promise<void> {
  const joinedAt = (index: number) => {
    const later = catalogBusinesses.length - 1 - index
    return new Date(now().getTime() - (NEWEST_JOINED_DAYS + later * DAYS_BETWEEN_BUSINESSES) * DAY_MS)
  }
  const rows = catalogBusinesses.map(
    (
      { name, email, phone, website, address, city, postalCode, country, description, businessType, status, businessStatus, trader },
      index,
    ) => ({
      slug: slugify(name),
      name,
      email,
      phone,
      website,
      address,
      city,
      postalCode,
      country,
      description,
      businessType,
      status,
      businessStatus,
      ...traderOf(trader, joinedAt(index)),
      contactPublic: true,
      documentsAgreedAt: joinedAt(index),
      createdAt: joinedAt(index),
      updatedAt: joinedAt(index),
    }),
  )
  await db.insert(businesses).values(rows).onConflictDoNothing()
  const today = now().toISOString().slice(0, 10)
  const pauses = {
    'Kiln Row Ceramics': { from: addDays(today, -3), to: addDays(today, 14), text: 'The kiln is being rebuilt.' },
    'Lakeside Fiber Supply': { from: addDays(today, 21), to: addDays(today, 35), text: 'Our warehouse is being moved.' },
  }
  for (const [name, pause] of Object.entries(pauses)) await db.update(businesses).set({ pause }).where(eq(businesses.name, name))
  for (const [name, country, number] of SELLER_REGISTRATIONS) {
    const [business] = await db.select({ id: businesses.id }).from(businesses).where(eq(businesses.name, name))
    if (!business) continue
    const values = { businessId: business.id, country, scheme: 'domestic', number, note: 'demo', validFrom: SEEDED_FROM } as const
    await db.insert(taxRegistrations).values(values).onConflictDoNothing()
  }
}

/** Numbers of a seller of the demo, made up, in the registers that a fresh shop requires. @param at its place in the catalog */
const requiredNumbers = (at: number): [country: string, stream: Stream, number: string][] => [
  ['DE', 'packaging', `DE900000000${1001 + at}`],
  ['DE', 'electrical', `WEEE-Reg.-Nr. DE 9000${1001 + at}`],
  ['FR', 'packaging', `FR90${1001 + at}_01DEMO`],
  ['FR', 'electrical', `FR90${1001 + at}_05DEMO`],
]

/** The seller of the demo without numbers for France, and further numbers, by seller: each state of a number is there to be seen. */
const WITHOUT_FRANCE = 'Lindhorst Kartontechnik'
const FURTHER_NUMBERS: readonly (readonly [name: string, country: string, days: number, isConfirmed: boolean])[] = [
  ['Second Wave Packaging', 'AT', 20, true],
  ['Carton Clair', 'BE', -5, true],
  ['Karlsund Maskin', 'NL', 365, false],
]

/** Adds the numbers of the demo's sellers in registers of producers. */
async function addRegisters({ db, now }: Deps): Promise<void> {
  const rows = await db.select({ id: businesses.id, name: businesses.name }).from(businesses)
  const today = now().toISOString().slice(0, 10)
  const validFrom = SEEDED_FROM
  const made = { scheme: 'Demo', validFrom, certifiedBy: 'Demo', certifiedAt: now() }
  const checked = { isConfirmed: true, checkedHow: 'Made up for the demo', checkedOn: today, checkedBy: 'Demo' }
  const values = rows.flatMap(({ id: businessId, name }) => {
    const required = requiredNumbers(catalogBusinesses.findIndex((one) => one.name === name))
    const own = required.filter(([country]) => country !== 'FR' || name !== WITHOUT_FRANCE)
    const further = FURTHER_NUMBERS.filter(([seller]) => seller === name)
    return [
      ...own.map(([country, stream, number]) => ({ businessId, country, stream, number, ...made, ...checked })),
      ...further.map(([, country, days, isConfirmed]) => ({
        businessId,
        country,
        stream: 'packaging' as const,
        number: `DEMO ${country} 1001`,
        ...made,
        validTo: addDays(today, days),
        ...(isConfirmed && { ...checked, checkedTo: addDays(today, days) }),
      })),
    ]
  })
  await db.insert(producerRegistrations).values(values).onConflictDoNothing()
}

/** Days of the sale of the demo, from the first start. */
const SALE_DAYS = 30

/** Sells some products of the demo by price tiers of their own, and one at a sale price. */
async function addTerms({ db, now }: Deps): Promise<void> {
  const terms: [slug: string, values: Partial<typeof products.$inferInsert>][] = [
    ['kiln-row-surplus-chips', { ladder: tiers([4, 5], [8, 10]) }],
    ['pallet-pad-1200x1000', { ladder: tiers([10, 5], [25, 8], [50, 12]) }],
    [
      'coarse-chips-bulk-bag',
      {
        saleUsdCents: 75_60,
        saleEurCents: 71_55,
        saleFrom: now().toISOString(),
        saleTo: new Date(now().getTime() + SALE_DAYS * DAY_MS).toISOString(),
      },
    ],
  ]
  for (const [slug, values] of terms) await db.update(products).set(values).where(eq(products.slug, slug))
}

const tiers = (...steps: [minQuantity: number, discountPercent: number][]) =>
  steps.map(([minQuantity, discountPercent]) => ({ minQuantity, discountPercent }))

async function findSellers({ db }: Deps): Promise<Map<string, string>> {
  const owned = new Map(
    catalogBusinesses.flatMap(({ email, ownerEmail }) => (ownerEmail ? [[email.toLowerCase(), ownerEmail] as const] : [])),
  )
  if (owned.size === 0) return new Map()
  const rows = await db
    .select({ id: businesses.id, email: businesses.email })
    .from(businesses)
    .where(and(inArray(sql`lower(${businesses.email})`, [...owned.keys()]), ne(businesses.status, 'Deleted')))
  return new Map(
    rows.flatMap(({ id, email }) => {
      const seller = owned.get(email.toLowerCase())
      return seller ? [[seller, id] as const] : []
    }),
  )
}

/**
 * Fills a shop without products with the businesses and products of the demo, and says how to pay in it. Idempotent.
 * @returns the business of each demo seller, by the seller's email
 */
export async function seedDemo(deps: Deps): Promise<Map<string, string>> {
  const { db, now } = deps
  await db
    .insert(settings)
    .values([
      {
        name: 'company',
        value: { payTo: DEMO_PAY_TO, payToEur: DEMO_PAY_TO_EUR, taxNumber: DEMO_TAX_NUMBER, ...DEMO_IMPRINT },
        updatedAt: now(),
      },
      { name: 'trade', value: { selfBilling: true }, updatedAt: now() },
    ])
    .onConflictDoNothing() // later changes by staff are kept
  if (await isWithoutProducts(db)) {
    await addDemoTaxes(deps)
    await addDemoRate(deps)
    await addBusinesses(deps)
    await addRegisters(deps)
    await fillCatalog(deps, DEMO_CATALOG)
    await addTerms(deps)
    await seedPapers(deps)
  }
  return findSellers(deps)
}
