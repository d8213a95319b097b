import { defineList } from '#contract/list.ts'
import type { PromoCode } from './promotions.ts'

/** Columns of promo codes. */
export const PROMOTION_LIST = defineList<PromoCode>()({
  code: { title: 'Code', kind: 'text', sort: 'code', isFixed: true },
  effect: { title: 'What it does', kind: 'text', only: 'grid' },
  state: { title: 'State', kind: 'text' },
  type: { title: 'Type', kind: 'text', isExtra: true },
  value: { title: 'Value', kind: 'number', only: 'file' },
  valueEUR: { title: 'Value EUR', kind: 'number', only: 'file' },
  description: { title: 'Description', kind: 'prose', only: 'file', width: 40 },
  minimumOrder: { title: 'Minimum USD', kind: 'number', only: 'file' },
  minimumOrderEUR: { title: 'Minimum EUR', kind: 'number', only: 'file' },
  uses: { title: 'Times used', kind: 'number', value: ({ timesUsed }) => timesUsed, sort: '-timesUsed' },
  usageLimit: { title: 'Limit', kind: 'number', only: 'file' },
  perCustomerLimit: { title: 'Limit per customer', kind: 'number', only: 'file' },
  starts: { title: 'Starts', kind: 'moment', value: ({ startsAt }) => startsAt, none: 'Immediately', isExtra: true },
  ends: { title: 'Ends', kind: 'moment', value: ({ endsAt }) => endsAt, none: 'Never', sort: 'endsAt' },
  hinted: { title: 'Shown on the cart page', kind: 'flag', isExtra: true },
  createdAt: { title: 'Created', kind: 'moment', sort: '-createdAt', only: 'grid', isExtra: true },
})
