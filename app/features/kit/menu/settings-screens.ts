import type { SettingGroup } from '#contract/platform/settings.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { EU_COUNTRIES } from '#domain/market-country.ts'
import { type Screen, type StaffEntry, SUPER } from './screen.ts'

/** The list of all pages of the settings; those of groups are below it. */
export const SETTINGS = '/admin/settings'

/** A page of the settings, by the last part of its address: a group of settings, or what stands beside them. */
export type SettingsPage = SettingGroup | 'guarantee' | 'fixed' | 'permissions'

/** Pages of the settings that the side bar leaves to their list: all but those below. One that is missing does not compile. */
const MORE_SETTINGS: Readonly<Record<Exclude<SettingsPage, 'company' | 'permissions' | 'market' | 'payLater'>, Omit<Screen, 'to'>>> = {
  trade: {
    label: 'Contracts',
    about: 'Seller of record and self-billing',
    words: "seller of record self-billing issue write the sellers' invoices to the shop for them, if they agreed marketplace merchant",
  },
  tax: {
    label: 'Tax settings',
    about: 'One rate or by state, Stripe Tax, VAT IDs that cannot be verified',
    words: 'tax rate in percent in the united states calculated by vies vat provider sales tax',
  },
  shipping: {
    label: 'Shipping charges',
    about: 'Price, free shipping and days of each method',
    words: 'standard express overnight price usd eur free from minimum days maximum days delivery threshold transit',
  },
  currency: {
    label: 'Currency',
    about: 'The currency that visitors see first',
    words: 'default currency dollar euro usd eur money',
  },
  accounting: {
    label: 'Ledger accounts',
    about: 'Accounts of the journal and the DATEV file',
    words:
      'accounting bookkeeping ledger skr03 datev consultant number client receivables clearing with sellers tax on sales commission purchases from sellers input tax key in germany at 19% intra-community supplies exports vat of other eu countries all other sales',
  },
  registers: {
    label: 'Registers',
    about: 'Register numbers of sellers, by country',
    words: `producer registers extended producer responsibility epr packaging electrical equipment lucid weee ademe ask require ${EU_COUNTRIES.map((country) => countryNameOf(country).toLowerCase()).join(' ')}`,
  },
  stock: {
    label: 'Stock levels',
    about: 'Low and medium levels, and restock target',
    words: 'low under medium under restock to inventory threshold',
  },
  papers: {
    label: 'Required papers',
    about: 'Manuals and declarations that products need by country',
    words: 'papers manual declaration of conformity machinery regulation packaging ppwr mode off warn country european union machines',
  },
  review: {
    label: 'Review promise',
    about: 'Business days to decide on applications',
    words: 'minimum days maximum days business days approval seller response',
  },
  retention: {
    label: 'Retention',
    about: 'Years that records are kept',
    words: 'years of orders years of the audit log delete gdpr privacy personal data',
  },
  security: {
    label: 'Security',
    about: 'Two-factor sign-in and identity checks',
    words:
      'staff need two-factor sign-in sellers need minutes until people are asked again how long a confirmation lasts 2fa mfa password login passkey authenticator',
  },
  switches: {
    label: 'Switches',
    about: 'Who can review, approve and import',
    words:
      'review new products of sellers only super admins approve businesses super admins may import the catalog check trader details before approval feature flags',
  },
  guarantee: {
    label: 'Legal guarantee',
    about: 'The official notice for private buyers in the EU',
    words: 'upload replace the notice warranty consumer european union',
  },
  fixed: {
    label: 'Environment',
    about: "Values set in the server's environment",
    words: 'hold minutes stripe secret key cards can be charged reserve stock during card payment server variables',
  },
}

/** The pages of the settings, and what keeps the shop running. */
export const SETTINGS_ENTRY: StaffEntry = {
  title: 'Settings',
  needs: 'settings.read',
  screens: [
    {
      to: SETTINGS,
      label: 'Settings',
      short: 'All settings',
      about: 'Every page of settings, with a search',
      words: 'configuration preferences options setup',
      tabs: Object.entries(MORE_SETTINGS).map(([name, screen]) => ({ to: `${SETTINGS}/${name}`, ...screen })),
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
      about: 'What each role can do',
      words: 'staff users roles access rights admin invite',
      tab: 'Permissions',
      tabs: [
        {
          to: '/admin/tokens',
          needs: 'any',
          label: 'API tokens',
          about: 'Other systems that work for the platform',
          words: 'key secret integration erp connector developer api bearer scopes revoke',
        },
        {
          to: '/admin/webhooks',
          needs: 'system.read',
          label: 'Webhooks',
          about: 'Messages about events to other systems',
          words: 'api integration erp notify callback events secret signature deliveries log',
        },
      ],
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
          needs: 'people.read',
          label: 'Tax certificates',
          short: 'Certificates',
          about: 'Exemptions of buyers',
          words: 'exempt resale tax free',
        },
        {
          to: '/admin/tax/vat-ids',
          needs: 'people.read',
          label: 'VAT IDs',
          about: "Buyers' VAT IDs and their VIES checks",
          words: 'verify reverse charge eu',
        },
        {
          to: '/admin/tax/try',
          label: 'Try a tax decision',
          short: 'Try it',
          about: 'Why an order is taxed as it is',
          words: 'test explain',
        },
      ],
    },
    {
      to: '/admin/settings/market',
      label: 'Markets',
      about: 'Country and buyer that prices are shown for by default',
      words: 'default country default buyer region consumer business private person',
    },
    {
      to: '/admin/settings/payLater',
      label: 'Pay Later',
      short: 'Payments',
      about: 'Who can pay by invoice, and up to which amount',
      words:
        'payments offer credit limit for each buyer usd limit for a new buyer usd days to confirm an email cards stripe methods checkout terms',
    },
    {
      to: '/admin/mails',
      needs: 'system.read',
      label: 'Emails',
      about: 'All emails, sent and waiting',
      words: 'log mails outbox messages bounced resend smtp notifications templates',
    },
    {
      to: '/admin/jobs',
      needs: 'system.read',
      label: 'Jobs',
      about: 'Background jobs',
      words: 'queue cron tasks schedule retry failed workers',
    },
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
      needs: 'any',
      label: 'Color palette',
      about: 'Design tokens and components',
      words: 'theme brand colors fonts typography style guide contrast',
    },
  ],
}
