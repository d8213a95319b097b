import { type StaffEntry, SUPER } from './screen.ts'
import { SETTINGS_ENTRY } from './settings-screens.ts'

/** The entries of staff, after Home. */
export const STAFF_ENTRIES: readonly StaffEntry[] = [
  {
    title: 'Orders',
    needs: 'orders.read',
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
        to: '/admin/quotes',
        label: 'Quotes',
        about: 'Requests, offers and what became of them',
        words: 'request for quotation rfq offer proposal negotiate freight made to measure version',
        counts: 'quotes',
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
            about: 'Consumers who use their right to withdraw from an order',
            words: 'revocation right of withdrawal cancel refund 14 days consumer',
          },
        ],
      },
      {
        to: '/admin/bank-files',
        needs: 'payments.read',
        label: 'Bank statements',
        about: 'Transfers of customers, matched with their orders',
        words: 'payments incoming camt csv transfers unmatched received',
      },
      {
        to: '/admin/disputes',
        needs: 'payments.read',
        label: 'Disputes',
        about: 'Card payments disputed with the bank',
        words: 'chargeback fraud evidence stripe inquiry',
      },
    ],
  },
  {
    title: 'Products',
    needs: 'catalog.read',
    screens: [
      {
        to: '/admin/products',
        label: 'Products',
        short: 'All products',
        about: 'All products of the shop',
        words: 'catalog items sku gtin ean barcode stock inventory price machines materials add',
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
        about: 'Values that buyers filter and compare by',
        words: 'attributes properties facets fields technical data filters units',
      },
      {
        to: '/admin/import',
        needs: 'catalog.write',
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
    needs: 'people.read',
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
        needs: 'support.read',
        label: 'Messages',
        about: 'Contact and consultation requests',
        words: 'inbox inquiries tickets support questions answer reply',
        counts: 'messages',
      },
    ],
  },
  {
    title: 'Sellers',
    needs: 'sellers.read',
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
        about: 'Businesses waiting for approval',
        words: 'approve reject pending onboarding registration new seller vendor review',
        counts: 'applications',
      },
      {
        to: '/admin/registers',
        label: 'Register numbers',
        about: "Sellers' numbers in registers of producers",
        words: 'packaging electrical equipment producer responsibility epr lucid weee ademe confirm missing ending',
      },
      {
        to: '/admin/paper-copies',
        needs: 'orders.read',
        label: 'Paper copies',
        about: 'Manuals that buyers asked sellers for on paper',
        words: 'print printed instructions safety information copies late deadline post',
      },
      {
        to: '/admin/commissions',
        label: 'Commissions',
        about: "The platform's share of each sale",
        words: 'fees percent margin rates take rate',
      },
    ],
  },
  {
    title: 'Finance',
    needs: 'finance.read',
    screens: [
      {
        to: '/admin/documents',
        label: 'Invoices and credit notes',
        about: 'Invoices and credit notes of all orders',
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
        about: 'Figures for your tax returns',
        words: 'vat oss filing declaration sales tax quarter month',
      },
      {
        to: '/admin/accounting',
        needs: 'journal.read',
        label: 'Accounting',
        about: 'Journal, DATEV file and seller figures',
        words: 'bookkeeping ledger export accountant month end year dac7',
      },
      {
        to: '/admin/tax/exchange-rates',
        label: 'Exchange rates',
        about: 'Rates for converting amounts',
        words: 'currency conversion euro dollar ecb fx foreign',
      },
    ],
  },
  {
    title: 'Marketing',
    needs: 'catalog.read',
    screens: [
      {
        to: '/admin/promotions',
        label: 'Promotions',
        about: 'Promo codes and their limits',
        words: 'coupons vouchers discounts sale offers campaign free shipping',
      },
      {
        to: '/admin/newsletter',
        needs: 'support.read',
        label: 'Newsletter',
        about: 'Subscribers and their consent',
        words: 'mailing list emails marketing campaign opt-in unsubscribe',
      },
      {
        to: '/admin/search',
        label: 'Search',
        about: 'Searches without results, and synonyms',
        words: 'zero-result searches no results keywords seo',
        tab: 'Zero-result searches',
        tabs: [
          {
            to: '/admin/search/synonyms',
            label: 'Synonyms',
            about: 'Words that mean the same in a search',
            words: 'thesaurus alias keywords translate',
          },
          {
            to: '/admin/search/clicks',
            label: 'Search clicks',
            short: 'Clicks',
            about: 'Search results that visitors choose',
            words: 'results ctr rank',
          },
          {
            to: '/admin/search/try',
            label: 'Try a search',
            about: 'Why a result ranks where it does',
            words: 'test explain debug preview ranking relevance rebuild reindex index',
          },
        ],
      },
    ],
  },
  {
    title: 'Content',
    needs: 'content.read',
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
        needs: ['catalog.read', 'content.read'],
        label: 'Products and content',
        about: 'Products, blog and content side by side',
        words: 'cms pages articles',
      },
    ],
  },
  {
    title: 'Analytics',
    needs: 'analytics.read',
    screens: [
      {
        to: '/admin/analytics',
        label: 'Analytics',
        about: 'Revenue, orders and what sells',
        words: 'reports statistics figures charts sales conversion funnel visitors trend',
      },
    ],
  },
  SETTINGS_ENTRY,
]
