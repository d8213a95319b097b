import { type Role, STAFF_ROLES } from '#domain/user.ts'
import { dashboardLinks } from './dashboard-links.ts'

const GROUPS = ['Sell', 'People', 'Content', 'Platform'] as const

type OfficeSwitch = 'superAdminImport'
/** The switches of the settings that decide about links; without them all are off, as in a new shop. */
type OfficeSwitches = Partial<Record<OfficeSwitch, boolean>>

/** A screen of the back office, with the words under which people look for it. */
interface OfficePlace {
  to: string
  label: string
  group: (typeof GROUPS)[number]
  roles: readonly Role[]
  /** Switch of the settings without which super admins find nothing there. */
  superAdminsNeed?: OfficeSwitch
  /** Short description, also searched. */
  about: string
}

const STAFF: readonly Role[] = STAFF_ROLES
const SUPER: readonly Role[] = ['super_admin']
const SELLER: readonly Role[] = ['business_admin']

/** Every list and form of the back office, beside the dashboards. */
export const OFFICE_PLACES: readonly OfficePlace[] = [
  { to: '/admin/orders', label: 'Orders', group: 'Sell', roles: STAFF, about: 'Sales, shipping and payments' },
  { to: '/admin/returns', label: 'Returns', group: 'Sell', roles: STAFF, about: 'Products that customers send back' },
  { to: '/admin/withdrawals', label: 'Withdrawals', group: 'Sell', roles: STAFF, about: 'Consumers who withdraw from an order by law' },
  { to: '/admin/notices', label: 'Notices', group: 'Sell', roles: STAFF, about: 'Reports of products, producers and articles' },
  { to: '/admin/disputes', label: 'Disputes', group: 'Sell', roles: STAFF, about: 'Card payments disputed at the bank' },
  { to: '/admin/documents', label: 'Documents', group: 'Sell', roles: STAFF, about: 'Invoices and credit notes' },
  { to: '/admin/products', label: 'Products', group: 'Sell', roles: STAFF, about: 'All products of the shop' },
  {
    to: '/super-admin/products',
    label: 'Product Management',
    group: 'Sell',
    roles: SUPER,
    about: 'Activate, suspend and restore products',
  },
  { to: '/admin/categories', label: 'Categories', group: 'Sell', roles: STAFF, about: 'How products are grouped' },
  { to: '/admin/specifications', label: 'Specifications', group: 'Sell', roles: STAFF, about: 'Values by which buyers filter and compare' },
  { to: '/admin/promotions', label: 'Promotions', group: 'Sell', roles: STAFF, about: 'Promo codes and their limits' },
  { to: '/admin/shipping', label: 'Shipping', group: 'Sell', roles: STAFF, about: 'Zones, rates by weight, freight by quote' },
  { to: '/admin/tax', label: 'Tax', group: 'Sell', roles: STAFF, about: 'Rates, registrations, certificates and VAT IDs' },
  { to: '/admin/payouts', label: 'Payouts', group: 'Sell', roles: STAFF, about: 'Transfers to sellers' },
  {
    to: '/admin/commissions',
    label: 'Commissions',
    group: 'Sell',
    roles: STAFF,
    about: 'Share of each sale that the platform keeps',
  },
  {
    to: '/admin/import',
    label: 'Catalog Import',
    group: 'Sell',
    roles: STAFF,
    superAdminsNeed: 'superAdminImport',
    about: 'Products from Excel or CSV files',
  },
  { to: '/admin/businesses', label: 'Businesses', group: 'People', roles: STAFF, about: 'Producers and consumers' },
  { to: '/admin/users', label: 'Users', group: 'People', roles: STAFF, about: 'Accounts and roles' },
  { to: '/admin/messages', label: 'Messages', group: 'People', roles: STAFF, about: 'Contact, consultation and quote requests' },
  { to: '/admin/newsletter', label: 'Newsletter', group: 'People', roles: STAFF, about: 'Subscribers and their consent' },
  {
    to: '/admin/content',
    label: 'Products and content',
    group: 'Content',
    roles: STAFF,
    about: 'Products, blog and content side by side',
  },
  { to: '/admin/blog', label: 'Blog', group: 'Content', roles: STAFF, about: 'Articles, drafts and publishing' },
  { to: '/admin/claims', label: 'Claims', group: 'Content', roles: STAFF, about: 'Public figures and their sources' },
  { to: '/admin/search', label: 'Search', group: 'Content', roles: STAFF, about: 'What visitors miss, and the words that find it' },
  { to: '/admin/analytics', label: 'Analytics', group: 'Platform', roles: STAFF, about: 'Revenue, orders and what sells' },
  { to: '/admin/mails', label: 'Email log', group: 'Platform', roles: STAFF, about: 'All emails, sent and waiting' },
  { to: '/admin/jobs', label: 'Jobs', group: 'Platform', roles: STAFF, about: 'Background jobs' },
  { to: '/super-admin/health', label: 'Health', group: 'Platform', roles: SUPER, about: 'State of the server, database, emails and disk' },
  { to: '/admin/audit', label: 'Audit log', group: 'Platform', roles: SUPER, about: 'Every change, before and after' },
  { to: '/color-palette', label: 'Color palette', group: 'Platform', roles: STAFF, about: 'Design tokens and components' },
  { to: '/admin/settings', label: 'Settings', group: 'Platform', roles: STAFF, about: 'Company, tax, shipping and switches' },
  { to: '/business/orders', label: 'Orders', group: 'Sell', roles: SELLER, about: 'What to pack and ship' },
  { to: '/business/products/new', label: 'Add New Product', group: 'Sell', roles: SELLER, about: 'A new product of your own' },
  { to: '/business/import', label: 'Catalog Import', group: 'Sell', roles: SELLER, about: 'Your products from Excel or CSV files' },
  { to: '/business/returns', label: 'Returns', group: 'Sell', roles: SELLER, about: 'Products that customers send back' },
  { to: '/business/notices', label: 'Notices', group: 'Sell', roles: SELLER, about: 'Reports about your pages, and your objections' },
  { to: '/business/disputes', label: 'Disputes', group: 'Sell', roles: SELLER, about: 'Payments disputed at the bank' },
  { to: '/business/documents', label: 'Documents', group: 'Sell', roles: SELLER, about: 'Invoices and credit notes in your name' },
  { to: '/business/shipping', label: 'Shipping', group: 'Sell', roles: SELLER, about: 'Dispatch address and own rates' },
  { to: '/business/earnings', label: 'Earnings', group: 'Sell', roles: SELLER, about: 'Balance, statements, payouts and bank account' },
  { to: '/business/profile', label: 'Business Profile', group: 'People', roles: SELLER, about: 'Name, contact and logo' },
  { to: '/business/tax', label: 'Tax', group: 'People', roles: SELLER, about: 'VAT scheme, VAT ID and registrations' },
]

/** The screens that a role may open, in the order shown; none for a customer or a visitor (null). */
export const officePlaces = (role: Role | null, switches: OfficeSwitches = {}): OfficePlace[] =>
  OFFICE_PLACES.filter(({ roles, superAdminsNeed }) => {
    if (role === null || !roles.includes(role)) return false
    return role !== 'super_admin' || superAdminsNeed === undefined || switches[superAdminsNeed] === true
  })

interface Group {
  title: string
  links: readonly { to: string; label: string }[]
}

/** The side navigation of a role: the dashboards first, then its screens by group. */
export function officeGroups(role: Role, switches?: OfficeSwitches): Group[] {
  const places = officePlaces(role, switches)
  const groups = GROUPS.map((title) => ({ title, links: places.filter(({ group }) => group === title) }))
  return [{ title: 'Overview', links: dashboardLinks(role) }, ...groups.filter(({ links }) => links.length > 0)]
}

/** Returns the entry of the side navigation that an address belongs to: the longest that begins it. A seller's products are on the dashboard. */
export function currentEntry(groups: readonly Group[], pathname: string): string | null {
  const entries = groups.flatMap(({ links }) => links.map(({ to }) => to))
  const holds = (to: string) => pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`))
  const [longest] = entries.filter(holds).sort((one, other) => other.length - one.length)
  return longest ?? (pathname.startsWith('/business/products/') ? '/business/dashboard' : null)
}
