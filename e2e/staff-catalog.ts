import { randomUUID } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { type Account, browserOf, type Shop } from './story.ts'

/** A name that no other story uses. */
export const unique = (name: string) => `${name} ${randomUUID().slice(0, 6)}`
/** The slug that the shop makes of a name. */
export const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

/** Opens a page as staff. */
export async function openAs(browser: Browser, shop: Shop, who: 'staff' | 'super') {
  const account = await shop.demo(`${who}@reflute.test`)
  const context = await browserOf(browser, shop, account)
  return { account, context, page: await context.newPage() }
}

/** Makes a product beside the screens. */
export async function make({ api }: Account, name: string, more: object = {}) {
  const [owner] = (await api.applications.listAll({ query: { search: 'North Fold Works' } })).items
  return api.productEdits.create({
    body: {
      name,
      description: `${name}, short.`,
      category: 'mat',
      type: 'material',
      businessId: owner?.id ?? null,
      priceUSD: 12.5,
      priceEUR: 11,
      stock: 8,
      ...more,
    },
  })
}
