import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { USER_LIST } from './accounts/user-list.ts'
import { users } from './accounts/users.ts'
import { ATTRIBUTE_LIST } from './catalog/attribute-list.ts'
import { attributes } from './catalog/attributes.ts'
import { PAPER_COPY_LIST } from './catalog/paper-copy-list.ts'
import { papers } from './catalog/papers.ts'
import { PRODUCT_LIST } from './catalog/product-list.ts'
import { sellerProducts } from './catalog/seller-products.ts'
import { staffProducts } from './catalog/staff-products.ts'
import { TAKEN } from './common.ts'
import { inbox } from './contact/inbox.ts'
import { INBOX_LIST } from './contact/inbox-list.ts'
import { NOTICE_LIST, OWN_NOTICE_LIST } from './contact/notice-list.ts'
import { notices } from './contact/notices.ts'
import { SUBSCRIBER_LIST } from './contact/subscriber-list.ts'
import { subscribers } from './contact/subscribers.ts'
import { BLOG_POST_LIST } from './content/blog-post-list.ts'
import { blogPosts } from './content/blog-posts.ts'
import { CLAIM_LIST } from './content/claim-list.ts'
import { claims } from './content/claims.ts'
import { SYNONYM_LIST } from './content/synonym-list.ts'
import { synonyms } from './content/synonyms.ts'
import { RETURN_LIST } from './fulfillment/return-list.ts'
import { returns } from './fulfillment/returns.ts'
import { SELLER_ORDER_LIST } from './fulfillment/seller-order-list.ts'
import { sellerOrders } from './fulfillment/seller-orders.ts'
import { WITHDRAWAL_LIST } from './fulfillment/withdrawal-list.ts'
import { withdrawals } from './fulfillment/withdrawals.ts'
import type { ListColumn } from './list.ts'
import { ORDER_LIST } from './orders/order-list.ts'
import { orders } from './orders/orders.ts'
import { DISPUTE_LIST, OWN_DISPUTE_LIST } from './payments/dispute-list.ts'
import { disputes } from './payments/disputes.ts'
import { DOCUMENT_LIST } from './payments/document-list.ts'
import { documents } from './payments/documents.ts'
import { EARNING_LIST } from './payouts/earning-list.ts'
import { earnings } from './payouts/earnings.ts'
import { PAYOUT_LIST } from './payouts/payout-list.ts'
import { payouts } from './payouts/payouts.ts'
import { EXEMPTION_LIST } from './pricing/exemption-list.ts'
import { exemptions } from './pricing/exemptions.ts'
import { PROMOTION_LIST } from './pricing/promotion-list.ts'
import { promotions } from './pricing/promotions.ts'
import { tax } from './pricing/tax.ts'
import { EXCHANGE_RATE_LIST, REGISTRATION_LIST, TAX_RULE_LIST } from './pricing/tax-lists.ts'
import { VAT_CHECK_LIST } from './pricing/vat-check-list.ts'
import { vatIds } from './pricing/vat-ids.ts'
import { sellerQuotes, staffQuotes } from './quotes/office-quotes.ts'
import { SELLER_QUOTE_LIST, STAFF_QUOTE_LIST } from './quotes/quote-list.ts'
import { audit } from './reporting/audit.ts'
import { AUDIT_LIST } from './reporting/audit-list.ts'
import { STEP_LIST } from './reporting/step-list.ts'
import { applications } from './sellers/applications.ts'
import { BUSINESS_LIST } from './sellers/business-list.ts'
import { OFFER_LIST, REGISTER_LIST } from './sellers/register-list.ts'
import { registers } from './sellers/registers.ts'

type List = readonly ListColumn<never>[]
type Query = z.ZodMiniObject

/** The calls that take the orders and filters of each list. */
const CALLS = new Map<List, readonly { query: Query }[]>([
  [ATTRIBUTE_LIST, [attributes.listForStaff]],
  [AUDIT_LIST, [audit.list]],
  [BLOG_POST_LIST, [blogPosts.list]],
  [BUSINESS_LIST, [applications.listAll]],
  [CLAIM_LIST, [claims.listOwn]],
  [DISPUTE_LIST, [disputes.list]],
  [DOCUMENT_LIST, [documents.list, documents.listOwn]],
  [EARNING_LIST, [earnings.entries]],
  [EXCHANGE_RATE_LIST, [tax.exchangeRates]],
  [EXEMPTION_LIST, [exemptions.list]],
  [REGISTER_LIST, [registers.list]],
  [OFFER_LIST, []],
  [INBOX_LIST, [inbox.list]],
  [NOTICE_LIST, [notices.list]],
  [ORDER_LIST, [orders.listAll]],
  [OWN_DISPUTE_LIST, [disputes.listOwn]],
  [OWN_NOTICE_LIST, [notices.listOwn]],
  [PAYOUT_LIST, [payouts.list]],
  [PROMOTION_LIST, [promotions.list]],
  [REGISTRATION_LIST, [tax.registrations]],
  [RETURN_LIST, [returns.listAll, returns.listOfSeller]],
  [SELLER_ORDER_LIST, [sellerOrders.list]],
  [PAPER_COPY_LIST, [papers.listAllCopies]],
  [SELLER_QUOTE_LIST, [sellerQuotes.list]],
  [STAFF_QUOTE_LIST, [staffQuotes.list]],
  [SUBSCRIBER_LIST, [subscribers.list]],
  [SYNONYM_LIST, [synonyms.list]],
  [TAX_RULE_LIST, [tax.rules]],
  [USER_LIST, [users.list]],
  [VAT_CHECK_LIST, [vatIds.list]],
  [PRODUCT_LIST, [staffProducts.list, sellerProducts.products]],
  [STEP_LIST, []],
  [WITHDRAWAL_LIST, [withdrawals.list]],
])
/** Orders that no column has: claims as their pages show them, what is to be shipped first, and facts of products. */
const WITHOUT_COLUMN = ['position', 'toShip', 'sku', 'weight']

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((path) => /-lists?\.ts$/.test(path))
const modules = await Promise.all(files.map(async (path) => (await import(join(import.meta.dirname, path))) as Record<string, List>))
const lists = modules.flatMap((module) => Object.entries(module)).filter(([name]) => name.endsWith('_LIST'))

/** Returns what a schema of a query takes, one of its values or several. */
function choicesOf(schema: z.core.$ZodType): string[] {
  const { entries, innerType } = schema._zod.def as { entries?: Record<string, string>; innerType?: z.core.$ZodType }
  const taken = TAKEN.get(schema)
  if (entries) return Object.values(entries)
  if (innerType) return choicesOf(innerType)
  return taken && 'listOf' in taken ? choicesOf(taken.listOf as z.core.$ZodType) : []
}

const namesOf = (sorts: readonly string[]) => [...new Set(sorts.map((sort) => sort.replace('-', '')))].sort()

test('every list of the contract is walked here', () => {
  expect(lists.length).toBeGreaterThan(20)
  expect(lists.filter(([, list]) => !CALLS.has(list)).map(([name]) => name)).toEqual([])
})

test.for(lists)('%s names each column once, and sorts and narrows as its calls do', ([, list]) => {
  expect(list.filter(({ id, title, kind }) => !id || !title || !kind)).toEqual([])
  const shown = list.filter(({ only }) => only !== 'file').map(({ title }) => title)
  const written = list.filter(({ only }) => only !== 'grid').map(({ title, heading = title }) => heading)
  for (const names of [list.map(({ id }) => id), shown, written]) expect(new Set(names).size).toBe(names.length)
  for (const { query } of CALLS.get(list) ?? []) {
    const sorts = query.shape['sort'] ? choicesOf(query.shape['sort']) : []
    const sorted = namesOf(list.flatMap(({ sort }) => sort ?? []))
    expect(namesOf(sorts).filter((name) => !WITHOUT_COLUMN.includes(name))).toEqual(sorted)
    expect(sorted.flatMap((name) => [name, `-${name}`]).filter((sort) => !sorts.includes(sort))).toEqual([])
    for (const { id, filter, labels = {} } of list.filter((column) => column.filter)) {
      const choices = choicesOf(query.shape[id] as z.core.$ZodType)
      expect(choices, id).toEqual(Object.keys(labels))
      expect(query.safeParse({ [id]: choices.slice(0, 2).join() }).success, id).toBe(filter === 'several')
    }
  }
})
