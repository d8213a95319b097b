import { AUDIT_YEARS, MONEY_AUDIT_YEARS, ORDER_YEARS } from '#domain/retention.ts'
import { STEP_UP_RANGE } from '#domain/second-factor.ts'
import { check, number } from './members.tsx'
import { settingsSection } from './section.tsx'

/** Thresholds of low and medium stock, and the restocking target. */
export const StockSection = settingsSection('stock', {
  text: 'When sellers and staff see Low Stock and Medium, and when shoppers read “Only 3 left”.',
  isNarrow: true,
  members: { low: number('Low under'), medium: number('Medium under'), restock: number('Restock to') },
})

/** Within which days applications are answered. */
export const ReviewSection = settingsSection('review', {
  text: "Business days until a business gets a decision on its application. Shown on the form, the seller's dashboard and in the email.",
  members: { minDays: number('Minimum days', { max: 90 }), maxDays: number('Maximum days', { max: 90 }) },
})

/** Years for which orders and the audit log are kept. */
export const RetentionSection = settingsSection('retention', {
  text: 'How long records are kept. Older records are permanently deleted once a day. The privacy policy shows the same numbers.',
  members: {
    orderYears: number('Years of orders', {
      min: ORDER_YEARS.least,
      max: ORDER_YEARS.most,
      hint: 'After that, an order only keeps what its invoice needs: name, company, VAT number and address.',
    }),
    auditYears: number('Years of the audit log', {
      min: AUDIT_YEARS.least,
      max: AUDIT_YEARS.most,
      hint: `Entries about money and roles are kept for ${MONEY_AUDIT_YEARS} years.`,
    }),
  },
})

/** Roles that need a second factor, and the minutes for which a confirmation lasts. */
export const SecuritySection = settingsSection('security', {
  text: "People who need two-factor sign-in but haven't set it up can only open their account page. Set up your own first.",
  members: {
    staffSecondFactor: check('Staff need two-factor sign-in', 'Super admins and application admins.'),
    sellerSecondFactor: check('Sellers need two-factor sign-in', 'Business admins.'),
    stepUpMinutes: number('Minutes until people are asked again', {
      min: STEP_UP_RANGE.least,
      max: STEP_UP_RANGE.most,
      hint: "People confirm who they are before they move money, change access or export data. After that, they aren't asked again for this long.",
    }),
  },
})

/** Switches that are off in a new shop. */
export const SwitchesSection = settingsSection('switches', {
  text: 'How sellers and staff work together. Changes apply right away.',
  members: {
    reviewNewProducts: check('Review new products of sellers', 'New products stay hidden until a super admin activates them.'),
    onlySuperAdminsApprove: check(
      'Only super admins approve businesses',
      "Application admins see the approval status of a business but can't change it.",
    ),
    superAdminImport: check('Super admins may import the catalog', 'Otherwise only application admins may import.'),
    requireTraderChecks: check(
      'Check trader details before approval',
      'A business can only be approved once its trader details are complete and checked. If off, open items only hide its products from private buyers in the EU.',
    ),
  },
})
