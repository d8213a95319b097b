import type { Entry } from './screen.ts'

/** The entries of sellers, after Home. */
export const SELLER_ENTRIES: readonly Entry[] = [
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
    title: 'Quotes',
    screens: [
      {
        to: '/business/quotes',
        label: 'Quotes',
        about: 'Requests to answer and offers that you sent',
        words: 'request for quotation rfq offer proposal negotiate freight version inbox',
        counts: 'quotes',
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
      {
        to: '/business/papers',
        label: 'Papers',
        about: 'Manuals and declarations as a ZIP, and paper copies to send',
        words: 'manual declaration of conformity data sheet documents zip upload bulk print copies',
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
        about: 'Issued in your name, and between you and the shop',
        words: 'documents bills receipts pdf self-billing accounting',
      },
      { to: '/business/disputes', label: 'Disputes', about: 'Card payments disputed with the bank', words: 'chargeback fraud evidence' },
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
        about: 'Dispatch address, pause and your own rates',
        words: 'delivery carriers postage lead time zones warehouse vacation holiday closed',
      },
      {
        to: '/business/tax',
        label: 'Tax',
        about: 'VAT scheme, VAT ID and registrations',
        words: 'number small business sales tax',
        ownersOnly: true,
      },
      {
        to: '/business/team',
        label: 'Team',
        about: 'People who work for your business, and invitations',
        words: 'users members owners colleagues invite access permissions accountant leave',
      },
      {
        to: '/business/tokens',
        label: 'API tokens',
        about: 'Other systems that work for your business',
        words: 'key secret integration erp connector developer api bearer scopes revoke',
        ownersOnly: true,
      },
      {
        to: '/business/webhooks',
        label: 'Webhooks',
        about: 'Messages about your sales to your own systems',
        words: 'api integration erp notify callback events secret signature deliveries log',
        ownersOnly: true,
      },
      {
        to: '/business/registers',
        label: 'Registers',
        about: 'Your numbers in registers of producers',
        words: 'packaging electrical equipment producer responsibility epr lucid weee ademe number',
      },
      {
        to: '/business/notices',
        label: 'Notices',
        about: 'Reports about your pages, and your objections',
        words: 'complaints illegal dsa content object',
      },
    ],
  },
]
