import { type Role, STAFF_ROLES } from '#domain/user.ts'
import { dashboardLinks } from './dashboard-links.ts'

type OfficeSwitch = 'superAdminImport'
/** The switches of the settings that decide about links; without them all are off, as in a new shop. */
type OfficeSwitches = Partial<Record<OfficeSwitch, boolean>>

/** Things that wait for somebody, counted beside the screen where they are done. */
export type Waiting = 'orders' | 'returns' | 'messages' | 'applications'

/** A screen of the back office, or a view of one. */
interface Screen {
  /** Its address; with a query, a view of the screen at that address. */
  to: string
  /** Its heading, the title of its tab and its name in lists of screens. */
  label: string
  /** Its name among the screens of its entry, where that says the rest. */
  short?: string
  roles?: readonly Role[]
  /** Switch of the settings without which super admins find nothing there. */
  superAdminsNeed?: OfficeSwitch
  /** Short description, also searched. */
  about: string
  /** Other words under which people look for it. */
  words: string
  counts?: Waiting
  /** Beginning of further addresses that belong to it. */
  holds?: string | undefined
  /** Screens that the side bar leaves to this one, and its own name among them. */
  tabs?: readonly Screen[]
  tab?: string
}

/** An entry of the side bar: its first screen, and the others inside. */
interface Entry {
  title: string
  screens: readonly Screen[]
}

const SUPER: readonly Role[] = ['super_admin']
const SELLER: readonly Role[] = ['business_admin']

/** The list of all pages of the settings; those of groups are below it. */
export const SETTINGS = '/admin/settings'

/** Pages of the settings that the side bar leaves to their list. The last part of an address is the group of settings, or the section, that the page shows. */
const MORE_SETTINGS: readonly Screen[] = [
  {
    to: '/admin/settings/trade',
    label: 'Contracts',
    about: 'Who sells, and who writes the invoices of sellers',
    words: 'seller of record self-billing write the invoices of sellers to the shop where they agreed to it marketplace merchant',
  },
  {
    to: '/admin/settings/tax',
    label: 'Tax settings',
    about: 'One rate or by state, Stripe Tax, VAT IDs that cannot be verified',
    words: 'tax rate in percent in the united states calculated by vies vat provider sales tax',
  },
  {
    to: '/admin/settings/shipping',
    label: 'Shipping charges',
    about: 'Price, free shipping and days of each method',
    words: 'standard express overnight price usd eur free from days at least at most delivery threshold transit',
  },
  {
    to: '/admin/settings/currency',
    label: 'Currency',
    about: 'What visitors see first',
    words: 'default currency dollar euro usd eur money',
  },
  {
    to: '/admin/settings/accounting',
    label: 'Ledger accounts',
    about: 'Accounts of the journal and the DATEV file',
    words:
      'accounting bookkeeping ledger skr03 datev consultant number client receivables clearing with sellers tax on sales commission purchases from sellers input tax key in germany at 19% intra-community supplies exports vat of other eu countries all other sales',
  },
  {
    to: '/admin/settings/stock',
    label: 'Stock levels',
    about: 'What counts as low, and where to restock to',
    words: 'low under medium under restock to inventory threshold',
  },
  {
    to: '/admin/settings/review',
    label: 'Review promise',
    about: 'Days within which applications are answered',
    words: 'days at least at most business days approval seller response',
  },
  {
    to: '/admin/settings/retention',
    label: 'Retention',
    about: 'Years that records are kept',
    words: 'years of orders years of the audit log delete gdpr privacy personal data',
  },
  {
    to: '/admin/settings/security',
    label: 'Security',
    about: 'Two-factor sign-in, and how long a confirmation lasts',
    words: 'staff need two-factor sign-in sellers need minutes for which a confirmation lasts 2fa mfa password login passkey authenticator',
  },
  {
    to: '/admin/settings/switches',
    label: 'Switches',
    about: 'Reviews, approvals and imports: who may do what',
    words:
      'review new products of sellers only super admins approve businesses super admins may import the catalog check trader details before approval feature flags',
  },
  {
    to: '/admin/settings/guarantee',
    label: 'Legal guarantee',
    about: 'The official notice for private buyers in the EU',
    words: 'upload replace the notice warranty consumer european union',
  },
  {
    to: '/admin/settings/fixed',
    label: 'Environment',
    about: 'What is set where the server is started',
    words: 'hold minutes stripe secret key cards can be charged reserve stock during card payment server variables',
  },
]

const STAFF_ENTRIES: readonly Entry[] = [
  {
    title: 'Orders',
    screens: [
      {
        to: '/admin/orders',
        label: 'Orders',
        short: 'All orders',
        about: 'Sales, shipping and payments',
        words: 'purchase sale fulfillment ship tracking refund cancel paid po number phone order',
        counts: 'orders',
      },
      {
        to: '/admin/returns',
        label: 'Returns',
        short: 'Returns and withdrawals',
        about: 'Products that customers send back',
        words: 'rma refund money back send back exchange damaged',
        counts: 'returns',
        tabs: [
          {
            to: '/admin/withdrawals',
            label: 'Withdrawals',
            about: 'Consumers who withdraw from an order by law',
            words: 'revocation right of withdrawal cancel refund 14 days consumer',
          },
        ],
      },
      {
        to: '/admin/disputes',
        label: 'Disputes',
        about: 'Card payments disputed at the bank',
        words: 'chargeback fraud evidence stripe inquiry',
      },
    ],
  },
  {
    title: 'Products',
    screens: [
      {
        to: '/admin/products',
        label: 'Products',
        short: 'All products',
        about: 'All products of the shop',
        words: 'catalog items sku stock inventory price machines materials add',
      },
      {
        to: '/super-admin/products',
        label: 'Product Management',
        roles: SUPER,
        about: 'Activate, suspend and restore products',
        words: 'catalog status review approve featured',
      },
      { to: '/admin/categories', label: 'Categories', about: 'How products are grouped', words: 'collections taxonomy types groups' },
      {
        to: '/admin/specifications',
        label: 'Specifications',
        about: 'Values by which buyers filter and compare',
        words: 'attributes properties facets fields technical data filters units',
      },
      {
        to: '/admin/import',
        label: 'Catalog Import',
        short: 'Import',
        superAdminsNeed: 'superAdminImport',
        about: 'Products from Excel or CSV files',
        words: 'upload bulk spreadsheet xlsx migrate feed shopify',
      },
    ],
  },
  {
    title: 'Customers',
    screens: [
      {
        to: '/admin/users',
        label: 'Users',
        short: 'Accounts',
        about: 'Accounts and roles',
        words: 'customers buyers people staff team members invite password email block',
      },
      {
        to: '/admin/messages',
        label: 'Messages',
        about: 'Contact, consultation and quote requests',
        words: 'inbox inquiries tickets support questions answer reply',
        counts: 'messages',
      },
    ],
  },
  {
    title: 'Sellers',
    screens: [
      {
        to: '/admin/businesses',
        label: 'Businesses',
        about: 'Producers and consumers',
        words: 'sellers vendors merchants suppliers companies traders suspend',
      },
      {
        to: '/admin/businesses?businessStatus=pending',
        label: 'Applications',
        about: 'Businesses that wait for approval',
        words: 'approve reject pending onboarding registration new seller vendor review',
        counts: 'applications',
      },
      {
        to: '/admin/commissions',
        label: 'Commissions',
        about: 'Share of each sale that the platform keeps',
        words: 'fees percent margin rates take rate',
      },
    ],
  },
  {
    title: 'Finance',
    screens: [
      {
        to: '/admin/documents',
        label: 'Invoices and credit notes',
        about: 'What buyers were billed and credited',
        words: 'documents bills receipts pdf e-invoice xrechnung accounting tax',
      },
      {
        to: '/admin/payouts',
        label: 'Payouts',
        about: 'Transfers to sellers',
        words: 'bank sepa settlement payments balance money earnings',
      },
      {
        to: '/admin/tax/returns',
        label: 'Tax returns',
        about: 'Figures of a period for the tax office',
        words: 'vat oss filing declaration sales tax quarter month',
      },
      {
        to: '/admin/accounting',
        label: 'Accounting',
        roles: SUPER,
        about: 'Journal, DATEV file and figures of sellers',
        words: 'bookkeeping ledger export accountant month end year dac7',
      },
      {
        to: '/admin/tax/exchange-rates',
        label: 'Exchange rates',
        about: 'Rates by which amounts are converted',
        words: 'currency conversion euro dollar ecb fx foreign',
      },
    ],
  },
  {
    title: 'Marketing',
    screens: [
      {
        to: '/admin/promotions',
        label: 'Promotions',
        about: 'Promo codes and their limits',
        words: 'coupons vouchers discounts sale offers campaign free shipping',
      },
      {
        to: '/admin/newsletter',
        label: 'Newsletter',
        about: 'Subscribers and their consent',
        words: 'mailing list emails marketing campaign opt-in unsubscribe',
      },
      {
        to: '/admin/search',
        label: 'Search',
        about: 'What visitors miss, and the words that find it',
        words: 'zero-result searches no results keywords seo',
        tab: 'Zero-result searches',
        tabs: [
          {
            to: '/admin/search/synonyms',
            label: 'Synonyms',
            about: 'Words that mean the same in a search',
            words: 'thesaurus alias keywords translate',
          },
          { to: '/admin/search/clicks', label: 'Search clicks', short: 'Clicks', about: 'What visitors choose', words: 'results ctr rank' },
          {
            to: '/admin/search/try',
            label: 'Try a search',
            about: 'Why a result is where it is',
            words: 'test explain debug preview ranking',
          },
          {
            to: '/admin/search/quality',
            label: 'Search quality',
            short: 'Quality',
            about: 'Graded queries and their results',
            words: 'ndcg relevance measure benchmark',
          },
        ],
      },
    ],
  },
  {
    title: 'Content',
    screens: [
      { to: '/admin/blog', label: 'Blog', about: 'Articles, drafts and publishing', words: 'posts news write editor case studies' },
      {
        to: '/admin/claims',
        label: 'Public claims',
        about: 'Public figures and their sources',
        words: 'green statements evidence environmental savings substantiation',
      },
      {
        to: '/admin/notices',
        label: 'Content reports',
        about: 'Reports of products, producers and articles',
        words: 'notices illegal abuse takedown flag complaints dsa moderation',
      },
      {
        to: '/admin/content',
        label: 'Products and content',
        about: 'Products, blog and content side by side',
        words: 'cms pages articles',
      },
    ],
  },
  {
    title: 'Analytics',
    screens: [
      {
        to: '/admin/analytics',
        label: 'Analytics',
        about: 'Revenue, orders and what sells',
        words: 'reports statistics figures charts sales conversion funnel visitors trend',
      },
    ],
  },
  {
    title: 'Settings',
    screens: [
      {
        to: '/admin/settings',
        label: 'Settings',
        short: 'All settings',
        about: 'Every page of settings, with a search',
        words: 'configuration preferences options setup',
        tabs: MORE_SETTINGS,
      },
      {
        to: '/admin/settings/company',
        label: 'Company',
        about: 'Name, address, imprint, bank accounts and opening hours',
        words:
          'shop store company name email phone street city country vat id or tax number legal form represented by register number how to pay an invoice in us dollars in euros iban time zone opening hours latitude longitude map contact',
      },
      {
        to: '/admin/settings/permissions',
        label: 'Team and permissions',
        about: 'What each role may do',
        words: 'staff users roles access rights admin invite',
      },
      {
        to: '/admin/shipping',
        label: 'Shipping',
        about: 'Zones, rates by weight, freight by quote',
        words: 'delivery carriers postage countries pallets parcels',
      },
      {
        to: '/admin/tax',
        label: 'Tax rules',
        about: 'Rates by country, state and postal code',
        words: 'vat gst sales tax percent reduced',
        tab: 'Rules',
        tabs: [
          {
            to: '/admin/tax/registrations',
            label: 'Tax registrations',
            short: 'Registrations',
            about: 'Where the shop and its sellers are registered',
            words: 'vat number oss nexus permit',
          },
          {
            to: '/admin/tax/certificates',
            label: 'Tax certificates',
            short: 'Certificates',
            about: 'Exemptions of buyers',
            words: 'exempt resale tax free',
          },
          { to: '/admin/tax/vat-ids', label: 'VAT IDs', about: 'Numbers of buyers, checked at VIES', words: 'verify reverse charge eu' },
          { to: '/admin/tax/try', label: 'Try a tax decision', short: 'Try it', about: 'Why an order is taxed as it is', words: 'test explain' },
        ],
      },
      {
        to: '/admin/settings/market',
        label: 'Markets',
        about: 'Country and buyer that prices are shown for at first',
        words: 'default country default buyer region consumer business private person',
      },
      {
        to: '/admin/settings/payLater',
        label: 'Pay Later',
        short: 'Payments',
        about: 'Who may pay by invoice, up to which amount',
        words:
          'payments offer credit limit for each buyer usd limit for a new buyer usd days to confirm an email cards stripe methods checkout terms',
      },
      {
        to: '/admin/mails',
        label: 'Emails',
        about: 'All emails, sent and waiting',
        words: 'log mails outbox messages bounced resend smtp notifications templates',
      },
      { to: '/admin/jobs', label: 'Jobs', about: 'Background jobs', words: 'queue cron tasks schedule retry failed workers' },
      {
        to: '/super-admin/health',
        label: 'Health',
        roles: SUPER,
        about: 'State of the server, database, emails and disk',
        words: 'status uptime monitoring backup errors system version',
      },
      {
        to: '/admin/audit',
        label: 'Audit log',
        roles: SUPER,
        about: 'Every change, before and after',
        words: 'history trail who changed activity security events',
      },
      {
        to: '/color-palette',
        label: 'Color palette',
        about: 'Design tokens and components',
        words: 'theme brand colors fonts typography style guide contrast',
      },
    ],
  },
]

const SELLER_ENTRIES: readonly Entry[] = [
  {
    title: 'Orders',
    screens: [
      {
        to: '/business/orders',
        label: 'Orders',
        about: 'What to pack and ship',
        words: 'sales purchase fulfillment tracking packing slip',
        counts: 'orders',
      },
    ],
  },
  {
    title: 'Returns',
    screens: [
      {
        to: '/business/returns',
        label: 'Returns',
        about: 'Products that customers send back',
        words: 'rma refund money back damaged',
        counts: 'returns',
      },
    ],
  },
  {
    title: 'Products',
    screens: [
      {
        to: '/business/dashboard?tab=products',
        label: 'All Products',
        short: 'All products',
        about: 'Your products, their stock and prices',
        words: 'catalog items sku inventory edit delete featured',
        holds: '/business/products/',
      },
      {
        to: '/business/products/new',
        label: 'Add New Product',
        short: 'Add',
        about: 'A new product of your own',
        words: 'create sell list item',
      },
      {
        to: '/business/import',
        label: 'Catalog Import',
        short: 'Import',
        about: 'Your products from Excel or CSV files',
        words: 'upload bulk spreadsheet xlsx migrate shopify',
      },
    ],
  },
  {
    title: 'Earnings',
    screens: [
      {
        to: '/business/earnings',
        label: 'Earnings',
        short: 'Balance',
        about: 'Balance, statements, payouts and bank account',
        words: 'money revenue transfer iban commission paid',
      },
      {
        to: '/business/documents',
        label: 'Invoices and credit notes',
        short: 'Invoices',
        about: 'In your name, and what you and the shop bill each other',
        words: 'documents bills receipts pdf self-billing accounting',
      },
      { to: '/business/disputes', label: 'Disputes', about: 'Payments disputed at the bank', words: 'chargeback fraud evidence' },
    ],
  },
  {
    title: 'Settings',
    screens: [
      {
        to: '/business/profile',
        label: 'Business Profile',
        short: 'Profile',
        about: 'Name, contact and logo',
        words: 'company address email phone website trader details',
      },
      {
        to: '/business/shipping',
        label: 'Shipping',
        about: 'Dispatch address and own rates',
        words: 'delivery carriers postage lead time zones warehouse',
      },
      { to: '/business/tax', label: 'Tax', about: 'VAT scheme, VAT ID and registrations', words: 'number small business sales tax' },
      {
        to: '/business/notices',
        label: 'Notices',
        about: 'Reports about your pages, and your objections',
        words: 'complaints illegal dsa content object',
      },
    ],
  },
]

/** A screen with the title of its entry and its roles. */
export type OfficePlace = Screen & { group: string; roles: readonly Role[] }

interface Listed extends OfficePlace {
  tabs: readonly OfficePlace[]
}

/** An entry of the side bar of a role, with its screens. */
export interface OfficeEntry {
  title: string
  places: readonly Listed[]
}

const entriesOf = (entries: readonly Entry[], usual: readonly Role[]): OfficeEntry[] =>
  entries.map(({ title, screens }) => {
    const place = (screen: Screen): OfficePlace => ({ ...screen, group: title, roles: screen.roles ?? usual })
    return { title, places: screens.map((screen) => ({ ...place(screen), tabs: (screen.tabs ?? []).map(place) })) }
  })

const ENTRIES = [...entriesOf(STAFF_ENTRIES, STAFF_ROLES), ...entriesOf(SELLER_ENTRIES, SELLER)]
const ALL = ENTRIES.flatMap(({ places }) => places.flatMap((place) => [place, ...place.tabs]))

/** Every list and form of the back office, beside the dashboards. */
export const OFFICE_PLACES: readonly OfficePlace[] = ALL.filter(({ to }) => !to.includes('?'))

function isOpenTo(role: Role, { roles, superAdminsNeed }: OfficePlace, switches: OfficeSwitches): boolean {
  if (!roles.includes(role)) return false
  return role !== 'super_admin' || superAdminsNeed === undefined || switches[superAdminsNeed] === true
}

/** The screens that a role may open, and views of them, in the order shown; none for a customer or a visitor (null). */
export const officePlaces = (role: Role | null, switches: OfficeSwitches = {}): OfficePlace[] =>
  role === null ? [] : ALL.filter((place) => isOpenTo(role, place, switches))

/** The side bar of a role: its dashboards under Home, then its screens by entry. */
export function officeEntries(role: Role, switches: OfficeSwitches = {}): OfficeEntry[] {
  const home = dashboardLinks(role).map((link) => ({ ...link, group: 'Home', roles: [role], about: '', words: '', tabs: [] }))
  const entries = ENTRIES.map(({ title, places }) => ({ title, places: places.filter((place) => isOpenTo(role, place, switches)) }))
  return [{ title: 'Home', places: home }, ...entries].filter(({ places }) => places.length > 0)
}

interface Address {
  pathname: string
  search: string
}

/** Returns how much of an address is that of a screen, of something in it, or of a view of it; 0 for another one. */
function matchOf({ to, holds }: Pick<Screen, 'to' | 'holds'>, { pathname, search }: Address): number {
  const [path = '', query] = to.split('?')
  if (query === undefined) return pathname === path || (path !== '/admin' && pathname.startsWith(`${path}/`)) ? to.length : 0
  const asked = new URLSearchParams(search)
  if (pathname === path && [...new URLSearchParams(query)].every(([name, value]) => asked.get(name) === value)) return to.length
  return holds !== undefined && pathname.startsWith(holds) ? holds.length : 0
}

/** Returns the screen that an address belongs to: the one that it has the most of. */
function nearest<Place extends Pick<Screen, 'to' | 'holds'>>(places: readonly Place[], address: Address): Place | null {
  const found = places.map((place) => ({ place, match: matchOf(place, address) })).filter(({ match }) => match > 0)
  return found.sort((one, other) => other.match - one.match)[0]?.place ?? null
}

/** Returns the screen of the side bar that an address belongs to, with those that the side bar leaves to it; null for none. */
export function currentPlace(entries: readonly OfficeEntry[], address: Address): Listed | null {
  const places = entries.flatMap((entry) => entry.places)
  const shown = places.flatMap((place) => [place, ...place.tabs].map(({ to, holds: more }) => ({ to, holds: more, place })))
  return nearest(shown, address)?.place ?? null
}

/** Returns the screens between which tabs lead at an address, each with its name among them; none where there is only one. */
export function tabsAt(pathname: string): { to: string; name: string }[] {
  const place = currentPlace(ENTRIES, { pathname, search: '' })
  if (!place || place.tabs.length === 0) return []
  const others = place.tabs.map(({ to, label, short }) => ({ to, name: short ?? label }))
  return [{ to: place.to, name: place.tab ?? place.label }, ...others]
}

/** Returns the title of the screen at an address, as its tab has it. */
export function titleAt(pathname: string): string {
  const dashboards = (['super_admin', 'business_admin'] as const).flatMap(dashboardLinks)
  return nearest<Pick<OfficePlace, 'to' | 'holds' | 'label'>>([...OFFICE_PLACES, ...dashboards], { pathname, search: '' })?.label ?? 'Back office'
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}%]+/u).filter(Boolean)

/** Endings without which two words are the same. */
const ENDING = /(?:s|es|ed|ing)$/

const isSame = (word: string, typed: string) => word.startsWith(typed) || (typed.length > 3 && word === typed.replace(ENDING, ''))

/** Returns the screens whose names, descriptions or other words begin with every word of a search; all of them for an empty one. */
export function findPlaces<Place extends Pick<OfficePlace, 'label' | 'short' | 'about' | 'words'>>(
  places: readonly Place[],
  search: string,
): Place[] {
  const typed = wordsOf(search)
  const ranked = places.flatMap((place) => {
    const names = wordsOf(`${place.label} ${place.short ?? ''}`)
    const all = [...names, ...wordsOf(`${place.about} ${place.words}`)]
    if (!typed.every((one) => all.some((word) => isSame(word, one)))) return []
    return [{ place, rank: typed.every((one) => names.some((word) => isSame(word, one))) ? 0 : 1 }]
  })
  return ranked.sort((one, other) => one.rank - other.rank).map(({ place }) => place)
}
