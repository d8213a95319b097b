import { type Account, placeOrder, putInCart, type Shop } from './story.ts'

/** A screen to look at, and who opens it. */
export interface Screen {
  name: string
  path: string | ((made: Made) => string)
  /** Market that the visitor has chosen, as the browser keeps it. */
  market?: string
  as?: 'customer' | 'newcomer' | 'staff' | 'seller' | 'super'
}

/** Accounts and records that the screens of signed-in people show. */
interface Made {
  customer: Account
  newcomer: Account
  staff: Account
  super: Account
  seller: Account
  /** Of the seller. */
  product: { id: string }
  order: { id: string; number: string }
  /** Of the customer, with a machine; a part of its payment was refunded. */
  refunded: { number: string }
}

let made: Promise<Made> | undefined

/** Makes the accounts and records that the screens show, once for each process. */
export function prepare(shop: Shop): Promise<Made> {
  made ??= make(shop)
  return made
}

async function make(shop: Shop): Promise<Made> {
  const [customer, newcomer] = [await shop.customer(), await shop.customer()]
  const [staff, seller, boss] = [
    await shop.demo('staff@reflute.test'),
    await shop.demo('seller@reflute.test'),
    await shop.demo('super@reflute.test'),
  ]
  const product = await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' } })
  // each worker makes its own: the stock of the demo would not be enough
  if (product.stock < 5) await staff.api.productEdits.update({ params: { id: product.id }, body: { stock: 10 } })
  await putInCart(shop, customer, 'curled-chips-box', 3)
  await putInCart(shop, customer, 'service-tool-kit', 1)
  const order = await placeOrder(customer)
  await putInCart(shop, customer, 'ecomat-1000', 1)
  const refunded = await placeOrder(customer)
  const params = { id: refunded.id }
  const payment = { method: 'bank_transfer', reference: refunded.number, paidAt: new Date().toISOString().slice(0, 10) } as const
  await staff.api.orderMoney.markPaid({ params, body: payment })
  await staff.api.orderMoney.refund({ params, body: { amount: 10, password: 'reflute-demo' }, idempotencyKey: refunded.id })
  await putInCart(shop, customer, 'ecomat-1000', 3)
  await putInCart(shop, customer, 'curled-chips-box', 2)
  await customer.api.cart.applyPromo({ body: { code: 'SAVE10' } })
  return { customer, newcomer, staff, seller, super: boss, product, order, refunded }
}

/** Every kind of screen, of each area. */
export const SCREENS: Screen[] = [
  { name: 'Home', path: '/' },
  { name: 'Machines list', path: '/products' },
  { name: 'Machines list, filtered', path: '/products?category=accessories&search=conveyor&inStock=true' },
  { name: 'Machines list, a category with its specifications', path: '/products?category=mat-maker' },
  { name: 'Comparison', path: '/compare?p=ecomat-1000,ecomat-2500,ecomat-pro-2000,lindhorst-pm-420' },
  { name: 'Comparison, empty', path: '/compare' },
  { name: 'Machines list, empty', path: '/products?search=nothing-of-this-name' },
  { name: 'Materials list', path: '/materials' },
  { name: 'Product', path: '/products/ecomat-1000' },
  { name: 'Product, out of stock', path: '/products/lindhorst-cs-250' },
  { name: 'Producers', path: '/producers' },
  { name: 'Producer', path: '/producers/north-fold-works' },
  { name: 'Machines list, one line each', path: '/products?view=list' },
  { name: 'Contact', path: '/contact' },
  { name: 'Contact, consultation', path: '/contact?topic=consultation&calculation=unknown' },
  { name: 'Custom solutions', path: '/custom-solutions' },
  { name: 'Support', path: '/support' },
  { name: 'Newsletter, link without a token', path: '/newsletter/confirm' },
  { name: 'Blog', path: '/blog' },
  { name: 'Blog, narrowed', path: '/blog?category=safety&tag=dust&search=machine' },
  { name: 'Article', path: '/blog/payback-step-by-step' },
  { name: 'Article, not published', path: '/blog/moisture-in-used-board' },
  { name: 'Article, as staff see a draft', path: '/blog/moisture-in-used-board', as: 'staff' },
  { name: 'Data sheet', path: '/resources/technical-documentation/ecomat-1000', as: 'customer' },
  { name: 'Glossary', path: '/glossary?category=machines' },
  { name: 'Questions', path: '/faq#returns' },
  { name: "Buyer's guide", path: '/buyers-guide?make=mat&perDay=60&power=single&budget=15000' },
  { name: 'About', path: '/about' },
  { name: 'How we count', path: '/claims' },
  { name: 'Machines list in Germany', path: '/products', market: 'DE consumer' },
  { name: 'Product in Germany', path: '/products/plain-mat-600x400', market: 'DE consumer' },
  { name: 'Product that is not available in France', path: '/products/lindhorst-pm-420', market: 'FR business' },
  { name: 'Product that is not sold in Germany', path: '/products/ecomat-1000', market: 'DE consumer' },
  { name: 'Shipping and terms', path: '/shipping' },
  { name: 'Refund policy', path: '/refund-policy' },
  { name: 'Imprint', path: '/imprint' },
  { name: 'Accessibility statement', path: '/accessibility' },
  { name: 'Ranking', path: '/ranking' },
  { name: 'Recalls', path: '/recalls' },
  { name: 'Developers', path: '/developers' },
  { name: 'Report', path: '/report' },
  { name: 'Withdrawal', path: '/withdraw' },
  { name: 'Search', path: '/search' },
  { name: 'Search, all results', path: '/search?q=mat' },
  { name: 'Search, equipment', path: '/search?q=roller&kind=equipment&inStock=true' },
  { name: 'Search, read otherwise', path: '/search?q=conveyer' },
  { name: 'Search, nothing found', path: '/search?q=xylofon' },
  { name: 'Login', path: '/login' },
  { name: 'Register', path: '/register' },
  { name: 'Page not found', path: '/no/such/page' },
  { name: 'Cart, empty', path: '/cart', as: 'newcomer' },
  { name: 'Cart', path: '/cart', as: 'customer' },
  { name: 'Cart in Germany', path: '/cart', as: 'customer', market: 'DE consumer' },
  { name: 'Checkout', path: '/checkout', as: 'customer' },
  { name: 'Order confirmation', path: ({ order }) => `/order-confirmation?order=${order.number}`, as: 'customer' },
  { name: 'Account', path: '/account', as: 'customer' },
  { name: 'Addresses', path: '/account/addresses', as: 'newcomer' },
  { name: 'Tax details', path: '/account/tax', as: 'newcomer' },
  { name: 'Own papers', path: '/account/papers', as: 'customer' },
  { name: 'Notifications', path: '/account/notifications', as: 'seller' },
  { name: 'Notification choices', path: '/account/notifications/choices', as: 'seller' },
  { name: 'Own orders', path: '/account/orders', as: 'customer' },
  { name: 'Own order', path: ({ order }) => `/account/orders/${order.number}`, as: 'customer' },
  { name: 'Own order, partly refunded', path: ({ refunded }) => `/account/orders/${refunded.number}`, as: 'customer' },
  { name: 'Admin dashboard', path: '/admin', as: 'staff' },
  { name: 'Admin users', path: '/admin/users', as: 'staff' },
  { name: 'Admin businesses', path: '/admin/businesses', as: 'staff' },
  { name: 'Super admin dashboard', path: '/super-admin/dashboard', as: 'super' },
  { name: 'Super admin dashboard, applications', path: '/super-admin/dashboard?tab=applications', as: 'super' },
  { name: 'Admin orders', path: '/admin/orders', as: 'staff' },
  { name: 'Admin new order', path: '/admin/orders/new', as: 'staff' },
  { name: 'Admin blog', path: '/admin/blog', as: 'staff' },
  { name: 'Admin blog, new post', path: '/admin/blog/new', as: 'staff' },
  { name: 'Admin content, blog', path: '/admin/content?tab=blog', as: 'staff' },
  { name: 'Admin messages', path: '/admin/messages', as: 'staff' },
  { name: 'Admin newsletter', path: '/admin/newsletter', as: 'staff' },
  { name: 'Admin claims', path: '/admin/claims', as: 'staff' },
  { name: 'Admin claim', path: '/admin/claims/articles', as: 'staff' },
  { name: 'Catalog import', path: '/admin/import', as: 'staff' },
  { name: 'Jobs', path: '/admin/jobs', as: 'staff' },
  { name: 'Admin analytics', path: '/admin/analytics', as: 'staff' },
  { name: 'Admin order', path: ({ order }) => `/admin/orders/${order.id}`, as: 'staff' },
  { name: 'Returns of staff', path: '/admin/returns', as: 'staff' },
  { name: 'Catalog import of a seller', path: '/business/import', as: 'seller' },
  { name: 'Papers of a seller', path: '/business/papers', as: 'seller' },
  { name: 'Returns of a seller', path: '/business/returns', as: 'seller' },
  { name: 'Tax of a seller', path: '/business/tax', as: 'seller' },
  { name: 'Registers of a seller', path: '/business/registers', as: 'seller' },
  { name: 'Disputes of staff', path: '/admin/disputes', as: 'staff' },
  { name: 'Disputes of a seller', path: '/business/disputes', as: 'seller' },
  { name: 'Products of staff', path: '/admin/products', as: 'staff' },
  { name: 'New product of staff', path: '/admin/products/new', as: 'staff' },
  { name: 'Edit product of staff', path: '/admin/products/ecomat-1000/edit', as: 'staff' },
  { name: 'Product of staff, only to read', path: '/admin/products/ecomat-1000/edit?mode=view', as: 'staff' },
  { name: 'Categories', path: '/admin/categories', as: 'staff' },
  { name: 'Specifications', path: '/admin/specifications', as: 'staff' },
  { name: 'Zero-result searches', path: '/admin/search', as: 'staff' },
  { name: 'Synonyms', path: '/admin/search/synonyms', as: 'staff' },
  { name: 'Search clicks', path: '/admin/search/clicks', as: 'staff' },
  { name: 'Try a search', path: '/admin/search/try?q=mat+maker', as: 'staff' },
  { name: 'Shipping', path: '/admin/shipping', as: 'super' },
  { name: 'Shipping of a seller', path: '/business/shipping', as: 'seller' },
  { name: 'Withdrawals of staff', path: '/admin/withdrawals', as: 'staff' },
  { name: 'Notices of staff', path: '/admin/notices', as: 'staff' },
  { name: 'Notices of a seller', path: '/business/notices', as: 'seller' },
  { name: 'Documents of staff', path: '/admin/documents', as: 'staff' },
  { name: 'Documents of a seller', path: '/business/documents', as: 'seller' },
  { name: 'Profile of a business', path: '/business/profile', as: 'seller' },
  { name: 'Tax returns', path: '/admin/tax/returns', as: 'staff' },
  { name: 'Tax rules', path: '/admin/tax', as: 'super' },
  { name: 'Tax registrations', path: '/admin/tax/registrations', as: 'super' },
  { name: 'Tax certificates', path: '/admin/tax/certificates', as: 'staff' },
  { name: 'VAT IDs', path: '/admin/tax/vat-ids', as: 'staff' },
  { name: 'Exchange rates', path: '/admin/tax/exchange-rates', as: 'super' },
  { name: 'Try a tax decision', path: '/admin/tax/try', as: 'staff' },
  { name: 'Products and content', path: '/admin/content', as: 'staff' },
  { name: 'Product Management', path: '/super-admin/products', as: 'super' },
  { name: 'Health', path: '/super-admin/health', as: 'super' },
  { name: 'Settings', path: '/admin/settings', as: 'super' },
  { name: 'Settings of the company', path: '/admin/settings/company', as: 'super' },
  { name: 'Team and permissions', path: '/admin/settings/permissions', as: 'super' },
  { name: 'Settings, only to be read', path: '/admin/settings/shipping', as: 'staff' },
  { name: 'Accounting', path: '/admin/accounting', as: 'super' },
  { name: 'Promotions', path: '/admin/promotions', as: 'staff' },
  { name: 'Payouts', path: '/admin/payouts', as: 'super' },
  { name: 'Commissions', path: '/admin/commissions', as: 'super' },
  { name: 'Register numbers', path: '/admin/registers', as: 'staff' },
  { name: 'Settings of registers', path: '/admin/settings/registers', as: 'super' },
  { name: 'Earnings', path: '/business/earnings', as: 'seller' },
  { name: 'Promo code, new', path: '/admin/promotions/new', as: 'staff' },
  { name: 'Emails', path: '/admin/mails', as: 'staff' },
  { name: 'Email', path: '/admin/mails/1', as: 'staff' },
  { name: 'Audit log', path: '/admin/audit', as: 'super' },
  { name: 'Audit entry', path: '/admin/audit/1', as: 'super' },
  { name: 'Analytics', path: '/admin/analytics', as: 'staff' },
  { name: 'Color palette', path: '/color-palette', as: 'staff' },
  { name: 'Business dashboard', path: '/business/dashboard', as: 'seller' },
  { name: 'Own products', path: '/business/dashboard?tab=products', as: 'seller' },
  { name: 'Own inventory', path: '/business/dashboard?tab=inventory', as: 'seller' },
  { name: 'Orders of a seller', path: '/business/orders', as: 'seller' },
  { name: 'Order of a seller', path: ({ order }) => `/business/orders/${order.id}`, as: 'seller' },
  { name: 'New product', path: '/business/products/new', as: 'seller' },
  { name: 'Edit product', path: ({ product }) => `/business/products/${product.id}/edit`, as: 'seller' },
  { name: 'View product', path: ({ product }) => `/business/products/${product.id}/view`, as: 'seller' },
]
