import type { Calls } from '#contract/client.ts'
import type { Contract } from '#contract/index.ts'

/** Method and path of every call. Written by `npm run calls` from the contract; a test holds them together. */
export const calls: Calls<Contract> = {
  auth: {
    me: { method: 'GET', path: '/api/auth/me', list: false },
    login: { method: 'POST', path: '/api/auth/login', list: false },
    register: { method: 'POST', path: '/api/auth/register', list: false },
    logout: { method: 'POST', path: '/api/auth/logout', list: false },
    forgotPassword: { method: 'POST', path: '/api/auth/forgot-password', list: false },
    verifyEmail: { method: 'POST', path: '/api/auth/verify-email', list: false },
    resetPassword: { method: 'POST', path: '/api/auth/reset-password', list: false },
  },
  account: {
    read: { method: 'GET', path: '/api/account', list: false },
    change: { method: 'PATCH', path: '/api/account', list: false },
    cancelNewEmail: { method: 'DELETE', path: '/api/account/pending-email', list: false },
    sendVerification: { method: 'POST', path: '/api/account/verification', list: false },
    changePassword: { method: 'POST', path: '/api/account/password', list: false },
    listSessions: { method: 'GET', path: '/api/account/sessions', list: true },
    endSession: { method: 'DELETE', path: '/api/account/sessions/:id', list: false },
    endOtherSessions: { method: 'DELETE', path: '/api/account/sessions', list: false },
    exportAll: { method: 'POST', path: '/api/account/export', list: false },
    remove: { method: 'DELETE', path: '/api/account', list: false },
  },
  products: {
    list: { method: 'GET', path: '/api/products', list: true },
    facets: { method: 'GET', path: '/api/products/facets', list: false },
    featured: { method: 'GET', path: '/api/products/featured', list: true },
    bySlug: { method: 'GET', path: '/api/products/slug/:slug', list: false },
    byId: { method: 'GET', path: '/api/products/:id', list: false },
  },
  productEdits: {
    form: { method: 'GET', path: '/api/products/:id/form', list: false },
    create: { method: 'POST', path: '/api/products', list: false },
    update: { method: 'PUT', path: '/api/products/:id', list: false },
    setFeatured: { method: 'PATCH', path: '/api/products/:id', list: false },
    remove: { method: 'DELETE', path: '/api/products/:id', list: false },
    duplicate: { method: 'POST', path: '/api/products/:id/duplicate', list: false },
    activate: { method: 'POST', path: '/api/products/:id/activate', list: false },
    bulkStock: { method: 'POST', path: '/api/products/bulk/stock', list: false },
    bulkFeatured: { method: 'POST', path: '/api/products/bulk/featured', list: false },
    bulkDelete: { method: 'POST', path: '/api/products/bulk/delete', list: false },
    bulkPrices: { method: 'POST', path: '/api/products/bulk/prices', list: false },
  },
  uploads: {
    images: { method: 'POST', path: '/api/uploads/images', list: false },
    remove: { method: 'DELETE', path: '/api/uploads/:id', list: false },
  },
  businesses: {
    list: { method: 'GET', path: '/api/businesses', list: true },
    bySlug: { method: 'GET', path: '/api/businesses/slug/:slug', list: false },
    byId: { method: 'GET', path: '/api/businesses/:id', list: false },
  },
  categories: {
    listPublic: { method: 'GET', path: '/api/categories', list: true },
  },
  blog: {
    list: { method: 'GET', path: '/api/blog', list: true },
    facets: { method: 'GET', path: '/api/blog/facets', list: false },
    bySlug: { method: 'GET', path: '/api/blog/slug/:slug', list: false },
  },
  claims: {
    list: { method: 'GET', path: '/api/claims', list: true },
  },
  search: {
    find: { method: 'GET', path: '/api/search', list: false },
  },
  settings: {
    read: { method: 'GET', path: '/api/admin/settings', list: false },
    update: { method: 'PUT', path: '/api/admin/settings', list: false },
    permissions: { method: 'GET', path: '/api/admin/permissions', list: false },
  },
  promotions: {
    list: { method: 'GET', path: '/api/admin/promo-codes', list: true },
    export: { method: 'GET', path: '/api/admin/promo-codes/export', list: false },
    byId: { method: 'GET', path: '/api/admin/promo-codes/:id', list: false },
    create: { method: 'POST', path: '/api/admin/promo-codes', list: false },
    update: { method: 'PUT', path: '/api/admin/promo-codes/:id', list: false },
    remove: { method: 'DELETE', path: '/api/admin/promo-codes/:id', list: false },
  },
  shop: {
    facts: { method: 'GET', path: '/api/shop', list: false },
    placeholder: { method: 'GET', path: '/api/placeholder/:width/:height', list: false },
  },
  cart: {
    list: { method: 'GET', path: '/api/cart', list: false },
    addItem: { method: 'POST', path: '/api/cart', list: false },
    setQuantity: { method: 'PUT', path: '/api/cart/:productId', list: false },
    removeItem: { method: 'DELETE', path: '/api/cart/:productId', list: false },
    clear: { method: 'DELETE', path: '/api/cart', list: false },
    applyPromo: { method: 'PUT', path: '/api/cart/promo', list: false },
    removePromo: { method: 'DELETE', path: '/api/cart/promo', list: false },
    setShipping: { method: 'PUT', path: '/api/cart/shipping', list: false },
  },
  checkout: {
    placeOrder: { method: 'POST', path: '/api/orders', list: false },
    createPaymentIntent: { method: 'POST', path: '/api/create-payment-intent', list: false },
    reorder: { method: 'POST', path: '/api/orders/:id/reorder', list: false },
  },
  orders: {
    listOwn: { method: 'GET', path: '/api/orders', list: true },
    byId: { method: 'GET', path: '/api/orders/:id', list: false },
    cancel: { method: 'POST', path: '/api/orders/:id/cancel', list: false },
    listAll: { method: 'GET', path: '/api/admin/orders', list: true },
    exportAll: { method: 'GET', path: '/api/admin/orders/export', list: false },
    adminById: { method: 'GET', path: '/api/admin/orders/:id', list: false },
    setStatus: { method: 'PATCH', path: '/api/admin/orders/:id/status', list: false },
    moveMany: { method: 'POST', path: '/api/admin/orders/bulk/status', list: false },
  },
  addresses: {
    list: { method: 'GET', path: '/api/account/addresses', list: true },
    add: { method: 'POST', path: '/api/account/addresses', list: false },
    change: { method: 'PUT', path: '/api/account/addresses/:id', list: false },
    remove: { method: 'DELETE', path: '/api/account/addresses/:id', list: false },
  },
  imports: {
    importExcel: { method: 'POST', path: '/api/import/excel', list: false },
  },
  impact: {
    machines: { method: 'GET', path: '/api/impact/machines', list: true },
    save: { method: 'POST', path: '/api/impact/results', list: false },
    byKey: { method: 'GET', path: '/api/impact/results/:key', list: false },
    report: { method: 'GET', path: '/api/impact/results/:key/report.pdf', list: false },
  },
  caseStudies: {
    list: { method: 'GET', path: '/api/case-studies', list: true },
    byId: { method: 'GET', path: '/api/case-studies/:id', list: false },
    document: { method: 'GET', path: '/api/shop/case-studies/:id.pdf', list: false },
  },
  messages: {
    contact: { method: 'POST', path: '/api/contact', list: false },
    requestQuote: { method: 'POST', path: '/api/quotes', list: false },
  },
  newsletter: {
    subscribe: { method: 'POST', path: '/api/newsletter', list: false },
    confirm: { method: 'POST', path: '/api/newsletter/confirm', list: false },
    unsubscribe: { method: 'POST', path: '/api/newsletter/unsubscribe', list: false },
  },
  applications: {
    register: { method: 'POST', path: '/api/businesses/register', list: false },
    listAll: { method: 'GET', path: '/api/admin/businesses', list: true },
    details: { method: 'GET', path: '/api/admin/businesses/:id/details', list: false },
    setStatus: { method: 'PATCH', path: '/api/admin/businesses/:id/status', list: false },
  },
  business: {
    profile: { method: 'GET', path: '/api/business/profile', list: false },
    updateProfile: { method: 'PUT', path: '/api/business/profile', list: false },
    products: { method: 'GET', path: '/api/business/products', list: true },
    exportProducts: { method: 'GET', path: '/api/business/products/export', list: false },
    stats: { method: 'GET', path: '/api/business/stats', list: false },
  },
  staff: {
    dashboardStats: { method: 'GET', path: '/api/admin/dashboard-stats', list: false },
  },
  users: {
    list: { method: 'GET', path: '/api/admin/users', list: true },
    create: { method: 'POST', path: '/api/admin/users', list: false },
    update: { method: 'PUT', path: '/api/admin/users/:id', list: false },
    remove: { method: 'DELETE', path: '/api/admin/users/:id', list: false },
    sendResetLink: { method: 'POST', path: '/api/admin/users/:id/reset-password', list: false },
    endSessions: { method: 'DELETE', path: '/api/admin/users/:id/sessions', list: false },
  },
  staffProducts: {
    list: { method: 'GET', path: '/api/admin/products/all', list: true },
    setStatus: { method: 'PATCH', path: '/api/admin/products/:productId/status', list: false },
  },
  analytics: {
    read: { method: 'GET', path: '/api/admin/analytics', list: false },
    exportSteps: { method: 'GET', path: '/api/admin/analytics/export', list: false },
  },
  health: {
    live: { method: 'GET', path: '/api/health/live', list: false },
    ready: { method: 'GET', path: '/api/health/ready', list: false },
  },
}
