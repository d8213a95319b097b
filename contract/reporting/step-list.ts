import { defineList } from '#contract/list.ts'
import type { AnalyticsStep } from './analytics.ts'

/** Figures of the steps of a range; amounts in USD. */
export const STEP_LIST = defineList<AnalyticsStep>()({
  days: { title: 'Days', kind: 'text', only: 'grid' },
  from: { title: 'From', kind: 'day', only: 'file', width: 12 },
  to: { title: 'To', kind: 'day', only: 'file', width: 12 },
  revenue: { title: 'Revenue', heading: 'Revenue (USD)', kind: 'number' },
  paid: { title: 'Paid', heading: 'Paid (USD)', kind: 'number', only: 'file' },
  refunded: { title: 'Refunded', heading: 'Refunded (USD)', kind: 'number' },
  refunds: { title: 'Refunds', kind: 'number', only: 'file' },
  ordered: { title: 'Ordered', heading: 'Ordered (USD)', kind: 'number' },
  orders: { title: 'Orders', kind: 'number' },
  units: { title: 'Units', kind: 'number' },
  averageOrder: { title: 'Average order', heading: 'Average order (USD)', kind: 'number' },
  buyers: { title: 'Buyers', kind: 'number', only: 'file' },
  newCustomers: { title: 'New customers', kind: 'number' },
  returningPercent: { title: 'Returning buyers', heading: 'Returning buyers (%)', kind: 'number' },
})
