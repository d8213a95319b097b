/**
 * The request of an example, by the lowest role that may call. A text such as `$orders.listOwn.shipped.id` stands for a value of another
 * call's answer.
 */
export interface Request {
  /** Default: the first member of the list at the same path. */
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** Files of the project by field, or texts of answers. */
  files?: Record<string, string>
  /** Calls that lead to it, beside those whose answers it names. */
  after?: string[]
  /** The answer where a demo has none: it takes a mail, an authenticator, a job or a payment service. */
  answer?: unknown
}

const OK = { ok: true }
const ID = '00000000-0000-4000-8000-000000000001'
const AT = '2026-11-02T09:00:00.000Z'
const TOKEN = { token: 'example' }
const STEP_UP = { currentPassword: 'reflute-demo' }
const PROOF = { clientDataJSON: 'eyJ0eXBlIjoi', authenticatorData: 'SZYN5YgO', signature: 'MEUCIQDx' }
const SIGNED = { id: 'cGFzc2tleQ', rawId: 'cGFzc2tleQ', type: 'public-key', response: PROOF }
const CREATED = { ...SIGNED, response: { clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRk' } }
const PASSKEY = { id: ID, name: 'Office laptop', createdAt: AT, lastUsedAt: null, backedUp: false }
const STREET = { address: '18 Packing Street', city: 'Chicago' }
const PERSON = { firstName: 'Carla', lastName: 'Customer', company: 'Corner Goods', ...STREET, state: 'IL', zipCode: '60607' }
const CUSTOMER = { email: 'customer@reflute.test', ...PERSON, country: 'US', buyerKind: 'business' }
const WRITER = { name: 'Carla Customer', email: 'customer@reflute.test' }
const PLACE = { country: 'US', state: 'IL', zip: '60607' }
const QUOTED_PLACE = { country: 'US', state: 'IL', zipCode: '60607', city: 'Chicago' }
const COMPANY = {
  name: 'Corner Goods',
  email: 'office@corner.test',
  description: 'Glass and pottery, sent in cushions of used board.',
  businessType: 'consumer',
  ...STREET,
  postalCode: '60607',
  country: 'US',
}
/** A product of the seller, of the shop, and a line of an order with it. */
const OWN = '$business.products.0.id'
const OWN_IDS = { productIds: [OWN] }
const ANY = '$products.list.0.id'
const LINE = { id: ANY, quantity: 2 }
/** A returned product, which is sent again. */
const BACK = { id: '$returns.listAll.same.lines.0.productId', quantity: 1 }
const PRICED = { ...LINE, price: '$products.list.0.priceUSD' }
const ORDER = { items: [PRICED], currency: 'USD', shippingMethod: 'standard', customer: CUSTOMER }
const BY_PHONE = { userId: '$users.list.0.id', currency: 'USD', shippingMethod: 'standard' }
const AGREED = {
  customLines: [{ text: 'Installation', price: 480 }],
  freight: { amount: 220, text: 'Delivery by appointment' },
  discount: 50,
}
const PRODUCT = {
  name: 'Control panel, spare',
  description: 'Panel with keys, display and hour counter.',
  category: '$business.products.0.category',
  type: '$business.products.0.type',
  priceUSD: 745,
  priceEUR: 695,
  stock: 9,
}
const NUMBERS_CSV = 'country,register,number,system,firstDay,lastDay\nPL,packaging,BDO 000123456,,2026-01-01,'
const REGISTER = {
  country: 'DE',
  stream: 'packaging',
  number: 'DE1234567890123',
  scheme: 'Dual system',
  validFrom: '2026-01-01',
  confirms: true,
}
const SYNONYM = { language: 'en', kind: 'finds', terms: ['crinkle'], targets: ['chips'], note: 'Buyers call chips so.' }
const POST = { title: 'How mats are made', excerpt: 'From a box to a cushion.', category: 'machines', content: '## Mats\n\nThey cushion.' }
const PROMO = { code: 'SAMPLE15', type: 'percentage', value: 15, description: '15% off for the autumn fair' }
const PRICE = { USD: 9.99, EUR: 9.99 }
const RATE = { class: 'parcel', method: 'standard', minKg: 0, maxKg: 30, price: PRICE, minDays: 2, maxDays: 4 }
const ZONE = { name: 'Illinois', areas: [{ country: 'US', state: 'IL' }], rates: [RATE] }
const RATES_CSV =
  'zone,country,state,from,to,class,method,minKg,maxKg,usd,eur,perKgUsd,perKgEur,minDays,maxDays\nIllinois,US,IL,,,parcel,standard,0,,9.99,9.99,0,0,5,7\n'
const DISPATCH = { dispatch: { ...STREET, state: 'IL', postalCode: '60607', country: 'US' } }
const RULE = { country: 'US', state: 'IL', percent: 6.25, name: 'Sales tax', validFrom: '2026-12-01' }
const REGISTRATION = { country: 'US', state: 'IL', scheme: 'sales_tax', number: '4032-1187', validFrom: '2026-12-01' }
const BUSINESS_TAX = { vatScheme: 'regular', vatId: '', registrations: [REGISTRATION] }
const TRACKING = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
const BANK_FILE = { id: ID, name: 'november.xml', by: 'Sam Staff', createdAt: AT, transferCount: 1, waitingCount: 1 }
const TRANSFER = {
  id: ID,
  bookedOn: '2026-11-02',
  currency: 'USD',
  amount: 357,
  name: 'Corner Goods',
  text: 'Deposit ORD-MIB2H9N0A7X',
  state: 'waiting',
  orders: [{ id: ID, number: 'ORD-MIB2H9N0A7X', customer: 'Corner Goods', due: 1190 }],
  isSure: true,
  matchedBy: 'order number',
  isTwin: false,
}
const SHIPPED = { status: 'shipped', ...TRACKING }
const REFUND = { amount: 10, reason: 'One box was dented.', password: 'reflute-demo' }
const PAID = { method: 'bank_transfer', paidAt: '2026-11-02' }
const REFERENCE = 'Transfer 4711'
const HOOK = { url: 'https://erp.example.com/webhooks', events: ['order.placed', 'order.paid'] }
const MONTH = { month: '2026-10' }
const PERIOD = { from: '2026-10-01', to: '2026-10-31' }
const INPUTS = { currentMaterialCost: 400, monthlyVolume: 500, wastePercentage: 10, shippingCost: 8.5, laborCost: 25, operatingDays: 22 }
const ASKED = { canAskCopy: false, copy: { dueAt: '2026-12-02T09:00:00.000Z', sentAt: null } }
const OWNED_PAPER = {
  id: ID,
  productId: ID,
  kind: 'manual',
  language: 'de',
  revision: '2',
  law: '',
  validTo: null,
  fileName: 'ecomat-1000-manual-de.pdf',
  type: 'pdf',
  bytes: 48528,
  createdAt: '2026-03-02T09:00:00.000Z',
  isCurrent: true,
  isAccepted: false,
  productName: 'EcoMat 1000',
  orderId: ID,
  orderNumber: 'ORD-MULMKIKOOAD',
  orderedAt: AT,
  isOfSale: true,
  copy: null,
  canAskCopy: true,
}
const PAPER_COPY = {
  id: ID,
  orderId: ID,
  orderNumber: 'ORD-MULMKIKOOAD',
  paper: { id: ID, kind: 'manual', language: 'de', revision: '2' },
  productName: 'EcoMat 1000',
  askedAt: AT,
  dueAt: '2026-12-02T09:00:00.000Z',
  sentAt: null,
}
const PNG = 'public/icon-192.png'
const TABLE = { sheet: 0, headerRow: 1, encoding: 'utf-8', separator: ',' }

/** Requests of an import by staff, or by a seller, to whom those that are done look as the one of the demo. */
function importRequests(noun: 'imports' | 'sellerImports'): Record<string, Request> {
  const params = { id: `$${noun}.upload.id` }
  const columns = `$${noun}.upload.file.options.columns`
  const done = (answer: unknown, isJob = false) => (isJob || noun === 'sellerImports' ? { answer } : {})
  return {
    [`${noun}.upload`]: { files: { file: '$business.exportProducts' } },
    [`${noun}.list`]: done(['$imports.list.0']),
    [`${noun}.current`]: done({ running: null, last: '$imports.get' }),
    [`${noun}.get`]: done('$imports.get'),
    [`${noun}.setTable`]: { params, body: TABLE },
    [`${noun}.check`]: { params, body: { columns, businessId: null, categoryId: null, eurFactor: '0.92' } },
    [`${noun}.problems`]: { params, after: [`${noun}.check`] },
    [`${noun}.start`]: done('$imports.get', true),
    [`${noun}.undo`]: done('$imports.get', true),
    [`${noun}.rejected`]: { params, answer: 'Name,Price USD,error\nControl panel,,Price USD: Please enter a price' },
  }
}

export const REQUESTS: Record<string, Request> = {
  'auth.login': { body: { email: 'customer@reflute.test', password: 'reflute-demo' } },
  'auth.secondFactor': { body: { challenge: 'example', code: '123456' }, answer: '$auth.login' },
  'auth.passkeyOptions': { body: {} },
  'auth.passkey': { body: { challenge: 'example', passkey: SIGNED }, answer: '$auth.login' },
  'auth.register': { body: { name: 'Nora New', email: 'nora@corner.test', password: 'four mild paper mats', acceptTerms: true } },
  'auth.stepUp': { body: { password: 'reflute-demo' } },
  'auth.forgotPassword': { body: { email: 'customer@reflute.test' } },
  'auth.verifyEmail': { body: TOKEN, answer: OK },
  'auth.undoEmail': { body: TOKEN, answer: OK },
  'auth.resetPassword': { body: { ...TOKEN, password: 'four mild paper mats' }, answer: OK },
  'security.confirmTotp': { body: { code: '123456' }, answer: OK },
  'security.removeTotp': { answer: OK },
  'security.addPasskey': { body: { challenge: 'example', name: 'Office laptop', passkey: CREATED }, answer: PASSKEY },
  'security.renamePasskey': { params: { id: ID }, body: { name: 'Office laptop' }, answer: PASSKEY },
  'security.removePasskey': { params: { id: ID }, answer: OK },
  'security.createRecoveryCodes': { answer: { codes: ['EXAMP-LE111'] } },
  'tokens.create': { body: { name: 'Bookkeeping', scopes: ['read'], days: 90 } },
  'tokens.revoke': { params: { id: '$tokens.create.id' } },
  'tokens.current': {
    answer: {
      id: ID,
      kind: 'business',
      name: 'ERP',
      scopes: ['read', 'stock'],
      expiresAt: '2027-01-31T09:00:00.000Z',
      owner: { name: 'Selma Seller' },
      business: { id: ID, name: 'Packwerk' },
      calls: [{ name: 'productEdits.bulkStock', method: 'POST', path: '/api/products/bulk/stock' }],
    },
  },
  'businessTokens.create': { body: { name: 'ERP', scopes: ['read', 'stock', 'orders'], days: 366 } },
  'businessTokens.revoke': { params: { id: '$businessTokens.create.id' } },
  'staffTokens.create': { body: { name: 'Data warehouse', scopes: ['read'], days: 90 } },
  'staffTokens.revoke': { params: { id: '$staffTokens.create.id' } },
  'account.change': { body: { name: 'Carla Corner' } },
  'account.sendVerification': { answer: OK },
  'account.changePassword': { body: { ...STEP_UP, newPassword: 'four mild paper mats' } },
  'account.exportAll': { body: STEP_UP },
  'account.remove': { body: STEP_UP },
  'savedViews.list': { query: { grid: 'products' }, after: ['savedViews.save'] },
  'savedViews.save': { body: { grid: 'products', label: 'Low stock', query: 'stock=low' } },
  'products.list': { query: { type: 'machine', limit: 20 } },
  'products.facets': { query: { type: 'machine' } },
  'products.featured': { query: { country: 'US' } },
  'products.bySlug': { query: { country: 'US', buyer: 'business' } },
  'products.byId': { query: { country: 'US', buyer: 'business' } },
  'productEdits.form': { params: { id: OWN } },
  'productEdits.create': { body: PRODUCT },
  'productEdits.update': { params: { id: OWN }, body: PRODUCT },
  'productEdits.setFeatured': { params: { id: OWN }, body: { featured: true } },
  'productEdits.remove': { params: { id: OWN } },
  'productEdits.duplicate': { params: { id: OWN } },
  'productEdits.activate': { params: { id: OWN }, body: { active: false } },
  'productEdits.bulkStock': { body: { updates: [{ id: OWN, stock: 40 }] } },
  'productEdits.rowsJob': {
    params: { id: ID },
    answer: {
      total: 800,
      done: 2,
      updated: 1,
      finishedAt: null,
      results: [
        { row: 0, id: ID, result: 'updated', message: '' },
        { row: 1, id: null, result: 'refused', message: 'There is no such product.' },
      ],
    },
  },
  'productEdits.bulkFeatured': { body: { ...OWN_IDS, featured: true } },
  'productEdits.bulkDelete': { body: OWN_IDS },
  'productEdits.bulkMatching': { body: { filter: { search: 'mats' }, expected: 4, change: { kind: 'stock', stock: 40 } } },
  'productEdits.bulkPercent': { body: { ...OWN_IDS, percent: 5, rounding: 'ninety-nine' } },
  'productEdits.bulkFacts': { body: { ...OWN_IDS, originCountry: 'SE', warrantyMonths: 24 } },
  'productEdits.bulkStatus': { body: { ...OWN_IDS, status: 'Inactive' } },
  'productEdits.bulkRestore': { body: OWN_IDS, after: ['productEdits.bulkDelete'] },
  'productEdits.undo': { params: { id: '$productEdits.bulkStock.undo' } },
  'productEdits.bulkPrices': { body: { updates: [{ id: OWN, priceUSD: 725, priceEUR: 675 }] } },
  'uploads.images': { body: { purpose: 'product' }, files: { images: PNG } },
  'uploads.remove': { params: { id: '$uploads.images.0.id' } },
  'attributes.create': { body: { key: 'sheet-width', label: 'Sheet width', kind: 'number', unit: 'mm', decimals: 0 } },
  'attributes.update': { params: { id: '$attributes.create.id' }, body: { label: 'Width of a sheet', kind: 'number', unit: 'mm' } },
  'attributes.remove': { params: { id: '$attributes.create.id' } },
  'attributes.setUses': { body: { attributes: [{ id: '$attributes.create.id', isRequired: false, isFacet: true, isCompared: true }] } },
  'categories.create': { body: { value: 'paper-cutter', label: 'Paper cutters', description: 'They cut paper.', kind: 'machine' } },
  'categories.update': { params: { idOrValue: 'mat-maker' }, body: { value: 'mat-maker', label: 'Mat makers', kind: 'machine' } },
  'categories.remove': { params: { idOrValue: 'mat-maker' }, query: { moveTo: 'chip-maker' } },
  'categories.listDeleted': { after: ['categories.remove'] },
  'categories.restore': { params: { id: '$categories.listForStaff.mat-maker.id' }, after: ['categories.remove'] },
  'papers.listOfProduct': { params: { id: '$papers.listPublic.0.id' } },
  'papers.file': { params: { id: '$papers.listPublic.0.papers.0.id' } },
  'papers.add': {
    params: { id: '$productEdits.create.id' },
    body: { kind: 'manual', language: 'de', revision: '3' },
    files: { file: PNG },
  },
  'papers.addForStaff': { params: { id: ANY }, body: { kind: 'proof', language: 'en' }, files: { file: PNG } },
  'papers.addMany': {
    files: { file: PNG },
    answer: { added: [{ file: 'NFW-1001_manual_de_rev3.pdf', sku: 'NFW-1001', paper: '$papers.add' }], refused: [] },
  },
  'papers.acceptProof': { params: { id: '$papers.addForStaff.id' }, body: { isAccepted: true } },
  'papers.remove': { params: { id: '$papers.add.id' } },
  'papers.askCopies': { params: { id: ID }, body: { papers: [ID] }, answer: [{ ...OWNED_PAPER, ...ASKED }] },
  'papers.listOwn': { query: { orderId: ID }, answer: [OWNED_PAPER] },
  'papers.listCopies': { query: { orderId: ID }, answer: [PAPER_COPY] },
  'papers.listAllCopies': { answer: [{ ...PAPER_COPY, businessName: 'Northfold Works', state: 'open' }] },
  'papers.sendCopy': { params: { id: ID }, body: { isSent: true }, answer: { ...PAPER_COPY, sentAt: '2026-11-09T10:00:00.000Z' } },
  'recalls.change': { body: { text: 'Staples may stick between the mats. Do not use them; we refund the price.' } },
  'recalls.end': { params: { productId: '$recalls.list.0.id' } },
  'notices.send': { body: { ...WRITER, address: '/products/ecomat-1000', reason: 'The picture is ours.', goodFaith: true } },
  'notices.list': { after: ['notices.send'] },
  'notices.decide': {
    params: { id: '$notices.list./products/ecomat-1000.id' },
    body: { decision: 'restricted', reasons: 'The same picture is in the catalog of another maker.' },
  },
  'notices.listOwn': { after: ['notices.send'] },
  'notices.object': { after: ['notices.decide'], body: { text: 'The picture shows the machine in our own hall.' } },
  'synonyms.importFile': { files: { file: '$synonyms.export' } },
  'synonyms.create': { body: SYNONYM },
  'synonyms.update': { body: SYNONYM },
  'synonyms.dismiss': { body: { term: 'crinkle paper', language: 'en' }, answer: OK },
  'synonyms.tryOut': { body: { q: 'mats' } },
  'blog.facets': { query: { published: 'true' } },
  'blogPosts.create': { body: POST },
  'blogPosts.update': { body: { title: 'How mats are made' } },
  'blogPosts.restore': { after: ['blogPosts.remove'] },
  'blogPosts.preview': { body: { content: POST.content } },
  'blogPosts.createAlias': { body: POST },
  'blogPosts.updateAlias': { params: { id: '$blogPosts.list.0.id' }, body: { title: 'How mats are made' } },
  'blogPosts.removeAlias': { params: { id: '$blogPosts.list.0.id' } },
  'claims.update': { body: { wording: 'Up to 85% savings', scope: 'Savings on mats once a machine makes them from used boxes.' } },
  'search.suggest': { query: { q: 'mats' } },
  'search.click': { body: { q: 'mats', kind: 'product', id: ANY } },
  'search.countOutcome': { body: { outcome: 'found' } },
  'search.find': { query: { q: 'mats', country: 'US' } },
  'settings.update': { body: { stock: { low: 5, medium: 20, restock: 40 } } },
  'settings.saveNotice': { body: {}, files: { notice: PNG } },
  'settings.removeNotice': { after: ['settings.saveNotice'] },
  'markets.save': { body: { markets: [{ country: 'US', isOpen: true, priceDisplay: 'net', sellsToConsumers: true, legal: 'us' }] } },
  'promotions.create': { body: PROMO },
  'promotions.update': { body: PROMO },
  'promotions.restore': { after: ['promotions.remove'] },
  'shipping.createZone': { body: ZONE },
  'shipping.updateZone': { params: { id: '$shipping.createZone.id' }, body: ZONE },
  'shipping.moveZone': { body: { position: 1 } },
  'shipping.importRates': { body: { csv: RATES_CSV } },
  'shipping.tryRate': { body: { ...PLACE, productId: ANY, quantity: 1 } },
  'shipping.ownZones': { after: ['shipping.createOwnZone'] },
  'shipping.createOwnZone': { body: ZONE },
  'shipping.updateOwnZone': { body: ZONE },
  'shipping.moveOwnZone': { body: { position: 0 } },
  'shipping.setOwnDispatch': { body: DISPATCH },
  'shipping.setDispatchOf': { body: DISPATCH },
  'shipping.estimate': { body: { ...PLACE, productId: ANY } },
  'tax.addRule': { body: RULE },
  'tax.changeRule': { params: { id: '$tax.addRule.id' }, body: RULE },
  'tax.removeRule': { params: { id: '$tax.addRule.id' } },
  'tax.addRegistration': { body: REGISTRATION },
  'tax.changeRegistration': { body: REGISTRATION },
  'tax.addExchangeRates': { body: { day: '2026-10-30', currency: 'USD', perEur: 1.0823 } },
  'tax.changeExchangeRate': { body: { perEur: 1.0823 } },
  'tax.tryOut': { body: { country: 'US', state: 'IL', buyer: 'business', productId: ANY, quantity: 1 } },
  'tax.saveOfBusiness': { body: BUSINESS_TAX },
  'tax.saveOfBusinessForStaff': { body: BUSINESS_TAX },
  'registers.saveOfBusiness': { body: { registrations: [REGISTER] } },
  'registers.importOfBusiness': { body: { csv: NUMBERS_CSV, confirms: true } },
  'registers.check': {
    params: { id: '$registers.ofBusiness.registrations.0.id' },
    body: { confirmed: true, how: 'LUCID, public list', day: '2026-11-02' },
  },
  'exemptions.add': { body: { states: 'IL', kind: 'resale', number: 'IL-4032-1187' }, files: { file: PNG } },
  'exemptions.file': { params: { id: '$exemptions.listOwn.0.id' } },
  'exemptions.review': { body: { status: 'accepted' } },
  'vatIds.check': { body: { vatId: 'DE111111117' } },
  'vatIds.confirm': { body: { note: 'Seen in the register on Monday.' } },
  'shop.market': { query: { country: 'US', buyer: 'business' } },
  'shop.placeholder': { params: { width: 400, height: 300 } },
  'cart.list': { query: { currency: 'USD', country: 'US' }, after: ['cart.addItem'] },
  'cart.addItem': { body: { productId: ANY, quantity: 2 } },
  'cart.setQuantity': { params: { productId: '$cart.list.0.productId' }, body: { quantity: 3 } },
  'cart.removeItem': { params: { productId: '$cart.list.0.productId' } },
  'cart.clear': { after: ['cart.addItem'] },
  'cart.applyPromo': { body: { code: 'WELCOME10' }, after: ['cart.addItem'] },
  'cart.quotePromo': { body: { code: 'WELCOME10' }, after: ['cart.addItem'] },
  'cart.removePromo': { after: ['cart.applyPromo'] },
  'cart.setShipping': { body: { shippingMethod: 'express' }, after: ['cart.addItem'] },
  'checkout.placeOrder': { body: { ...ORDER, paymentMethod: 'pay_later' }, after: ['cart.addItem'] },
  'checkout.createPaymentIntent': {
    body: { ...ORDER, amount: '$checkout.placeOrder.totalAmount' },
    answer: {
      clientSecret: 'example',
      orderId: '$checkout.placeOrder.id',
      orderNumber: '$checkout.placeOrder.number',
      amount: '$checkout.placeOrder.totalAmount',
      currency: 'USD',
      expiresAt: AT,
    },
  },
  'checkout.reorder': { params: { id: '$orders.listOwn.delivered.id' } },
  'orders.byId': { params: { id: '$orders.listOwn.Feed roller 430.id' } },
  'orders.adminById': { params: { id: '$orders.listAll.shipped.id' } },
  'orders.totals': { query: PERIOD },
  'orders.setTags': { body: { tags: ['fair'] } },
  'orders.correctAddress': { params: { id: '$orders.listAll.processing.id' }, body: PERSON },
  'orders.cancel': { params: { id: '$orders.listOwn.pending.id' }, body: { reason: 'Ordered twice by mistake.' } },
  'orders.setStatus': { params: { id: '$orders.listAll.processing.id' }, body: SHIPPED },
  'orders.setPartStatus': {
    params: { id: '$orders.adminById.id', businessId: '$orders.adminById.items.0.businessId' },
    body: { status: 'delivered' },
  },
  'orders.correctTracking': {
    params: { id: '$orders.adminById.id', businessId: '$orders.adminById.items.0.businessId' },
    body: TRACKING,
  },
  'orders.moveMany': { body: { ids: ['$orders.listAll.processing.id'], status: 'shipped' } },
  'staffNotes.addToOrder': { body: { text: 'The buyer asks for delivery on Friday.' } },
  'staffNotes.remove': { params: { id: '$staffNotes.listOfOrder.0.id' } },
  'sellerOrders.totals': { query: PERIOD },
  'sellerOrders.move': { params: { id: '$sellerOrders.list.processing.id' }, body: SHIPPED },
  'sellerOrders.moveMany': { body: { ids: ['$sellerOrders.list.processing.id'], status: 'shipped' } },
  'sellerOrders.correctTracking': { params: { id: '$sellerOrders.list.shipped.id' }, body: TRACKING },
  'shipments.ship': { params: { id: '$sellerOrders.list.processing.id' }, body: TRACKING },
  'shipments.open': { query: { ids: '$sellerOrders.list.processing.id' } },
  'shipments.staffOpen': { query: { ids: '$sellerOrders.list.processing.id' } },
  'shipments.pickList': { query: { ids: '$sellerOrders.list.processing.id' } },
  'shipments.staffPickList': { query: { ids: '$sellerOrders.list.processing.id' } },
  'shipments.shipMany': { body: { parcels: [{ orderId: '$sellerOrders.list.processing.id', ...TRACKING }] }, after: ['shipments.ship'] },
  'shipments.staffShipMany': {
    body: { parcels: [{ orderId: '$sellerOrders.list.processing.id', ...TRACKING }] },
    after: ['shipments.shipMany'],
  },
  'shipments.importTracking': { body: { check: 'true' }, files: { file: '$shipments.exportOpen' } },
  'shipments.staffImportTracking': { body: { check: 'true' }, files: { file: '$shipments.staffExportOpen' } },
  'shipments.deliver': { params: { id: '$shipments.ship.id', shipmentId: '$shipments.ship.shipments.0.id' } },
  'shipments.staffShip': {
    params: { id: '$orders.listAll.processing.id' },
    body: { businessId: '$orders.listAll.processing.sellers.0.id', ...TRACKING },
  },
  'shipments.staffDeliver': { params: { id: '$orders.adminById.id', shipmentId: '$orders.adminById.fulfilments.0.shipments.0.id' } },
  'sellerOrders.refund': { params: { id: '$sellerOrders.list.delivered.id' }, body: REFUND },
  'sellerOrders.packingSlip': { query: { shipmentId: '$shipments.ship.shipments.0.id' }, params: { id: '$shipments.ship.id' } },
  'sellerOrders.customsInvoice': { query: { shipmentId: '$shipments.ship.shipments.0.id' }, params: { id: '$shipments.ship.id' } },
  'sellerOrders.packingSlips': { query: { ids: '$sellerOrders.list.shipped.id' } },
  'sellerOrders.staffPackingSlips': { query: { ids: '$orders.listAll.shipped.id' } },
  'orderMoney.markPaid': { params: { id: '$orders.listAll.pending.id' }, body: { ...PAID, reference: REFERENCE } },
  'orderMoney.markManyPaid': { body: { ...PAID, payments: [{ id: '$orders.listAll.pending.id', reference: REFERENCE }] } },
  'bankFiles.list': { answer: [BANK_FILE] },
  'bankFiles.add': {
    files: { file: PNG },
    answer: {
      ...BANK_FILE,
      transfers: [TRANSFER],
      reading: { unread: [{ row: 7, reason: '“GBP” is no currency of the shop' }], dayOrder: null },
    },
  },
  'bankFiles.byId': { params: { id: ID }, answer: { ...BANK_FILE, transfers: [TRANSFER] } },
  'bankFiles.confirm': {
    params: { id: ID },
    body: { transfers: [{ id: ID, orders: ['ORD-MIB2H9N0A7X'] }], dismissed: [], restored: [] },
    answer: {
      recorded: 1,
      dismissed: 0,
      restored: 0,
      refused: [],
      file: { ...BANK_FILE, waitingCount: 0, transfers: [{ ...TRANSFER, state: 'recorded' }] },
    },
  },
  'orderMoney.checkPayment': {
    params: { id: '$orders.listAll.Feed roller 430.id' },
    body: { problem: 'We received a card payment of 1.00 USD, but the order total is $10.00.' },
  },
  'orderMoney.refund': { params: { id: '$orders.listAll.Feed roller 430.id' }, body: REFUND },
  'orderChanges.preview': {
    params: { id: '$orders.listAll.pending.id' },
    body: { lines: [{ id: '$orders.listAll.pending.items.0.productId', quantity: 4 }] },
  },
  'orderChanges.change': {
    params: { id: '$orders.listAll.pending.id' },
    body: {
      lines: [{ id: '$orders.listAll.pending.items.0.productId', quantity: 4 }],
      amount: '$orderChanges.preview.total',
      reason: 'As agreed on the phone.',
      version: 1,
    },
  },
  'phoneOrders.preview': { body: { ...BY_PHONE, ...PLACE, ...AGREED, buyer: 'business', items: [LINE] } },
  'phoneOrders.place': {
    body: {
      ...BY_PHONE,
      ...AGREED,
      items: [PRICED],
      amount: '$phoneOrders.preview.cart.totals.total',
      reason: 'Agreed on the phone',
      customer: CUSTOMER,
    },
  },
  'returns.photos': { files: { images: PNG } },
  'returns.photo': { params: { file: 'sample-192x192.webp' } },
  'quotes.addFile': { files: { file: PNG } },
  'quotes.request': {
    body: {
      items: [{ id: ANY, quantity: 1, targetPrice: 8900 }],
      currency: 'USD',
      deliverTo: QUOTED_PLACE,
      wants: ['unloading'],
      message: 'Please quote it with delivery to the ground floor.',
      fileIds: ['$quotes.addFile.id'],
    },
  },
  'quotes.byId': { params: { id: '$quotes.list.offered.id' } },
  'quotes.file': { params: { id: '$quotes.request.quotes.0.id', fileId: '$quotes.addFile.id' } },
  'quotes.version': { params: { id: '$quotes.list.offered.id', n: 1 } },
  'quotes.accept': {
    params: { id: '$quotes.list.offered.id' },
    body: { versionId: '$quotes.byId.versions.0.id', amount: '$quotes.byId.total', customer: CUSTOMER, acceptTerms: true },
  },
  'quotes.decline': { params: { id: '$quotes.list.offered.id' }, body: { reason: 'We found a used one.' } },
  'quotes.withdraw': { params: { id: '$quotes.list.requested.id' } },
  'quotes.message': { params: { id: '$quotes.list.offered.id' }, body: { text: 'Can you deliver a week earlier?' } },
  'sellerQuotes.list': {},
  'sellerQuotes.start': {
    body: { email: WRITER.email, currency: 'USD', deliverTo: QUOTED_PLACE, message: 'As we discussed on the phone.' },
  },
  'sellerQuotes.byId': { params: { id: '$sellerQuotes.list.requested.id' } },
  'sellerQuotes.saveDraft': {
    params: { id: '$sellerQuotes.list.requested.id' },
    body: { content: '$sellerQuotes.byId.draft', version: '$sellerQuotes.byId.version' },
  },
  'sellerQuotes.preview': { params: { id: '$sellerQuotes.list.requested.id' }, body: { content: '$sellerQuotes.byId.draft' } },
  'sellerQuotes.send': { params: { id: '$sellerQuotes.list.requested.id' }, body: { version: '$sellerQuotes.saveDraft.version' } },
  'sellerQuotes.decline': { params: { id: '$sellerQuotes.list.requested.id' }, body: { reason: 'We do not deliver there.' } },
  'sellerQuotes.message': { params: { id: '$sellerQuotes.list.requested.id' }, body: { text: 'Is there a loading dock?' } },
  'staffQuotes.list': {},
  'staffQuotes.start': {
    body: {
      email: WRITER.email,
      currency: 'USD',
      deliverTo: QUOTED_PLACE,
      message: 'As we discussed on the phone.',
      businessId: '$staffQuotes.list.offered.business.id',
    },
  },
  'staffQuotes.byId': { params: { id: '$staffQuotes.list.offered.id' } },
  'staffQuotes.saveDraft': {
    params: { id: '$staffQuotes.list.offered.id' },
    body: { content: '$staffQuotes.byId.draft', version: '$staffQuotes.byId.version' },
  },
  'staffQuotes.preview': { params: { id: '$staffQuotes.list.offered.id' }, body: { content: '$staffQuotes.byId.draft' } },
  'staffQuotes.send': { params: { id: '$staffQuotes.list.offered.id' }, body: { version: '$staffQuotes.saveDraft.version' } },
  'staffQuotes.decline': { params: { id: '$staffQuotes.list.offered.id' }, body: { reason: 'We do not deliver there.' } },
  'staffQuotes.message': { params: { id: '$staffQuotes.list.offered.id' }, body: { text: 'Is there a loading dock?' } },
  'staffQuotes.assign': {
    params: { id: '$staffQuotes.list.Made to measure.id' },
    body: { businessId: '$staffQuotes.list.offered.business.id', note: 'Can you make these?' },
  },
  'returns.request': {
    params: { id: '$orders.byId.id' },
    body: {
      businessId: '$orders.byId.items.Feed roller 430.businessId',
      lines: [{ productId: '$orders.byId.items.Feed roller 430.productId', quantity: 1 }],
      reason: 'unsuitable',
    },
  },
  'returns.moveAsSeller': { body: { status: 'approved' }, params: { id: '$returns.request.id' } },
  'returns.move': { params: { id: '$returns.listAll.requested.id' }, body: { status: 'approved' } },
  'exchanges.preview': { params: { id: '$returns.listAll.same.id' }, body: { items: [BACK] } },
  'exchanges.exchange': {
    params: { id: '$returns.listAll.same.id' },
    body: { items: [BACK], amount: '$exchanges.preview.total', version: '$returns.listAll.same.version' },
  },
  'exchanges.previewAsSeller': { params: { id: '$returns.listAll.same.id' }, body: { items: [BACK] }, answer: '$exchanges.preview' },
  'exchanges.exchangeAsSeller': {
    params: { id: '$returns.listAll.same.id' },
    body: { items: [BACK], amount: '$exchanges.preview.total', version: '$returns.listAll.same.version' },
    answer: '$exchanges.exchange',
  },
  'withdrawals.start': { body: { ...WRITER, orderNumber: '$orders.byId.number' } },
  'withdrawals.confirm': { params: { id: '$withdrawals.start.id' }, body: { token: '$withdrawals.start.token' } },
  'withdrawals.decide': { params: { id: '$withdrawals.list.received.id' }, body: { status: 'accepted' } },
  'milestoneCards.begin': {
    params: { id: '$checkout.placeOrder.id' },
    answer: {
      clientSecret: 'example',
      orderId: '$checkout.placeOrder.id',
      orderNumber: '$checkout.placeOrder.number',
      amount: '$checkout.placeOrder.totalAmount',
      currency: 'USD',
    },
  },
  'cardPayments.receiveEvent': {
    body: { id: 'evt_example', type: 'payment_intent.succeeded', data: { object: { id: 'pi_example', object: 'payment_intent' } } },
    answer: { received: true },
  },
  'addresses.add': { body: CUSTOMER },
  'addresses.change': { body: CUSTOMER },
  'imports.importExcel': { query: { dryRun: '1' }, files: { file: 'content/catalog.xlsx' } },
  ...importRequests('imports'),
  ...importRequests('sellerImports'),
  'jobs.retry': { params: { id: ID }, answer: OK },
  'impact.save': { body: { inputs: INPUTS, currency: 'USD', machine: 'ecomat-1000' } },
  'impact.byKey': { params: { key: '$impact.save.key' } },
  'impact.report': { params: { key: '$impact.save.key' } },
  'caseStudies.document': { params: { id: '$caseStudies.list.0.id' } },
  'messages.contact': { body: { ...WRITER, message: 'Which machine makes mats of double-wall board?' } },
  'inbox.list': { after: ['messages.contact'] },
  'inbox.change': { body: { status: 'answered', note: 'Answered by phone.' } },
  'inbox.reply': { body: { text: 'The EcoMat 1000 takes double-wall board.' } },
  'notificationChoices.save': { body: { timeZone: 'Europe/Dublin', choices: [{ kind: 'quotes', choice: 'daily' }] } },
  'notifications.markRead': { body: { all: true } },
  'newsletter.subscribe': { body: { email: 'customer@reflute.test' } },
  'newsletter.confirm': { body: TOKEN, answer: OK },
  'newsletter.unsubscribe': { body: TOKEN, answer: OK },
  'subscribers.list': { after: ['newsletter.subscribe'] },
  'applications.register': { body: COMPANY },
  'applications.setStatus': { params: { id: '$applications.listAll.approved.id' }, body: { status: 'suspended', reason: 'Not reached.' } },
  'applications.check': { params: { check: 'address' }, body: { how: 'Register entry and a call to the office' } },
  'applications.update': { body: { phone: '+13125550142' } },
  'applications.remove': { query: { sellers: 'customers' } },
  'applications.restore': { after: ['applications.remove'] },
  'team.invite': { body: { email: 'colleague@reflute.test', kind: 'member' } },
  'team.change': { params: { userId: '$team.list.members.member.userId' }, body: { kind: 'owner' } },
  'team.remove': { params: { userId: '$team.list.members.member.userId' } },
  'team.choose': { body: { businessId: '$team.businesses.0.id' } },
  'team.invitation': {
    body: TOKEN,
    answer: { businessName: 'Second Wave Packaging', kind: 'member', invitedBy: 'Selma Seller', email: 'colleague@reflute.test' },
  },
  'team.accept': { body: TOKEN, answer: [{ id: ID, name: 'Second Wave Packaging', kind: 'member', isCurrent: true }] },
  'business.updateProfile': { body: { phone: '+13125550142' } },
  'business.setPause': { body: { from: '2026-12-20', to: '2027-01-03', text: 'We are on vacation.' } },
  'staffProducts.history': { params: { productId: OWN }, after: ['productEdits.bulkStock'] },
  'staffProducts.setStatus': { body: { status: 'Suspended' } },
  'commission.saveRates': { body: { globalPercent: 8, rules: [{ category: 'mat-maker', percent: 6 }] } },
  'earnings.statementPdf': { params: MONTH },
  'earnings.statementCsv': { params: MONTH },
  'earnings.saveAccount': { body: { ...STEP_UP, holder: 'North Fold Works', iban: 'DE89370400440532013000' } },
  'earnings.connectStripe': { body: STEP_UP, answer: { url: 'https://connect.stripe.com/setup/e/example' } },
  'earnings.disconnectStripe': { body: STEP_UP, answer: { stripe: null } },
  'accounting.taxReturns': { query: { ...PERIOD, scheme: 'domestic' } },
  'accounting.journal': { query: { ...MONTH, format: 'csv' } },
  'accounting.ownJournal': { query: MONTH },
  'accounting.sellers': { query: { year: '2026' } },
  'webhooks.create': { body: HOOK },
  'webhooks.update': { body: { ...HOOK, isActive: false } },
  'webhooks.deliveries': { after: ['webhooks.test'] },
  'webhooks.resend': { params: { id: '$webhooks.deliveries.0.id' } },
  'staffWebhooks.create': { body: HOOK },
  'staffWebhooks.update': { body: { ...HOOK, isActive: false } },
  'staffWebhooks.deliveries': { after: ['staffWebhooks.test'] },
  'staffWebhooks.resend': { params: { id: '$staffWebhooks.deliveries.0.id' } },
  'documents.totals': { query: MONTH },
  'documents.ownTotals': { query: MONTH },
  'documents.pdf': { params: { id: '$documents.ofOrder.0.id' } },
  'documents.xml': { params: { id: '$documents.ofOrder.0.id' }, query: { syntax: 'ubl' } },
  'documents.saveForm': { body: { form: 'factur_x', buyerReference: '' } },
  'documents.saveTerms': { body: { prefix: '$documents.readTerms.prefix', agreed: true } },
  'documents.zip': { query: MONTH },
  'documents.zipOwn': { query: MONTH },
  'payouts.file': { query: { status: 'draft', currency: 'EUR' } },
  'payouts.held': { after: ['earnings.saveAccount'] },
  'payouts.release': { params: { id: '$payouts.held.0.businessId' }, body: { note: 'The seller called back from the known number.' } },
  'payouts.move': { body: { ...STEP_UP, status: 'sent', reference: REFERENCE } },
  'analytics.read': { query: PERIOD },
  'analytics.exportSteps': { query: PERIOD },
  'users.create': { body: { name: 'Nora New', email: 'nora@corner.test', role: 'customer', invite: true } },
  'users.update': { body: { name: 'Carla Corner' } },
  'users.setDuties': { params: { id: '$users.list.application_admin.id' }, body: { duties: ['all'], reason: 'Back from leave.' } },
  'customers.listNotes': { after: ['customers.addNote'] },
  'customers.setTerms': { body: { days: 30, limit: 20000, reason: 'Orders every month and pays on time.' } },
  'customers.addNote': { body: { text: 'Prefers calls in the morning.' } },
  'policyReports.send': {
    body: { 'csp-report': { 'document-uri': 'https://example.com/', 'violated-directive': 'script-src', 'blocked-uri': 'inline' } },
  },
}
