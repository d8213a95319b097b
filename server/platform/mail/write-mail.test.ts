import { describe, expect, test } from 'vitest'
import type { MailTemplate } from '#domain/notification-kinds.ts'
import { OUTCOME_TEXTS, WITHDRAWAL_OUTCOMES } from '#domain/withdrawal-status.ts'
import { MAIL_TEXTS } from '#server/mail-texts.ts'
import type { ShopCompany } from '#server/platform/settings/groups/company.ts'
import { toSettings } from '#server/platform/settings/setting-groups.ts'
import { toShopTerms } from '#server/platform/settings/shop-terms.ts'
import type { QueuedMail } from './queued-mails.ts'
import { writeMail } from './write-mail.ts'

const shop: ShopCompany = {
  name: 'Box & Sons',
  email: 'team@boxes.test',
  phone: '+1 555 0100',
  street: '1 Kraft Road',
  city: 'Chicago, IL 60607',
  country: 'United States',
  taxNumber: '',
  legalForm: '',
  representative: '',
  register: '',
  registerNumber: '',
  payToEur: null,
  payTo: '',
  timeZone: 'UTC',
  hours: [],
  location: null,
}
const terms = toShopTerms(toSettings({ company: shop }), { stripe: null })
const setting = { shop, terms, reviewDays: '2-3 business days', publicUrl: 'https://boxes.test', texts: MAIL_TEXTS }
const at = new Date('2026-03-04T17:12:00Z')

const order = {
  orderId: '0b8a0a5e-0000-4000-8000-000000000001',
  number: 'RF-1',
  currency: 'USD',
  lines: [
    { name: 'EcoMat 1000', quantity: 2, totalCents: 2_500_000, image: '/drawings/ecomat-1000/three-quarter.svg?v=2' },
    { name: 'Feed roller <430>', quantity: 1, totalCents: 7400, image: 'https://pictures.test/roller.jpg' },
  ],
  subtotalCents: 2_507_400,
  promoCode: 'SAVE10',
  discountCents: 250_740,
  shippingCents: 0,
  taxes: [{ label: 'Tax (8%)', text: '', cents: 180_533 }],
  taxCents: 180_533,
  totalCents: 2_437_193,
  estimatedDelivery: '2026-03-12',
  paymentMethod: 'pay_later',
  placedAt: '2026-03-04T17:12:00Z',
  dueBy: '2026-03-18T17:12:00Z',
  customerEmail: 'ann@work.test',
  shippingMethod: 'Standard',
  shipTo: [
    { label: 'Ship to', value: 'Ann Example' },
    { label: 'Address', value: '1 Main Street' },
    { label: 'City', value: 'Chicago, IL 60607' },
  ],
  sellers: [
    { name: 'Box Makers', estimatedDelivery: '2026-03-12' },
    { name: 'Roller Works', estimatedDelivery: '2026-04-02' },
  ],
}
const facts: Record<string, unknown> = {
  name: 'Ann <b>Example</b>',
  email: 'ann@test.test',
  link: 'https://boxes.test/verify-email?token=rf_1&x="y"',
  unsubscribeLink: 'https://boxes.test/newsletter/unsubscribe?token=rf_2',
  minutes: 30,
  anchor: '12:5f3a',
  deleteAt: '2026-04-03T17:12:00Z',
  at: at.toISOString(),
  newEmail: 'a…@new.test',
  reference: 'C-7K3MQ9TX',
  message: 'First line\n<script>alert(1)</script>',
  topic: 'consultation',
  details: [{ label: 'Preferred times', value: 'Monday morning' }],
  calculation: 'abc_123',
  reason: 'The form was empty & unsigned',
  carrier: 'UPS',
  trackingNumber: '1Z999',
  ...order,
}

const write = (mail: Partial<QueuedMail>, more = setting) =>
  writeMail(
    { id: 1, dedupeKey: 'order-placed:1', template: 'order-placed', to: 'ann@test.test', facts, createdAt: at, attempts: 1, ...mail },
    more,
    at,
  )

describe.each(Object.keys(MAIL_TEXTS) as MailTemplate[])('the mail %s', (template) => {
  const mail = write({ template })

  test('says the same in both forms, names the shop and where it is', () => {
    const heading = /<h1[^>]*>([^<]+)<\/h1>/.exec(mail.html)?.[1] ?? ''
    expect(heading.length).toBeGreaterThan(5)
    expect(mail.subject.length).toBeGreaterThan(5)
    for (const text of ['1 Kraft Road', 'Chicago, IL 60607', 'team@boxes.test', '+1 555 0100']) {
      expect(mail.html).toContain(text)
      expect(mail.text).toContain(text)
    }
    expect(mail.html).toContain('Box &amp; Sons')
    expect(mail.text).toContain('Box & Sons')
    const href = /<a href="([^"]+)"/.exec(mail.html)?.[1]?.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
    if (href) expect(mail.text).toContain(href)
  })

  test('has no gap where a fact is missing, and nothing of what people wrote is markup', () => {
    const bare = write({ template, facts: {} })
    for (const part of [bare.subject, bare.html, bare.text]) expect(part).not.toMatch(/undefined|null|NaN|\[object/)
    expect(bare.html).not.toMatch(/href="(?!https:\/\/boxes\.test)/)
    expect(mail.html).not.toMatch(/<script|<b>|<430>/)
    expect(mail.from).toEqual({ name: 'Box & Sons', address: 'team@boxes.test' })
  })
})

test.each([
  [
    'withdrawal-decided',
    { status: 'accepted', sellers: [{ name: 'Box Makers', address: '1 Kraft Road' }], sendBy: '2026-12-14T23:30:00Z' },
  ],
  ['withdrawal-due', { number: 'WD-482915', dueAt: '2026-12-14T23:30:00Z' }],
  ['notice-decided', { number: 'NO-482915', side: 'seller', decision: 'removed', objectUntil: '2026-12-14T23:30:00Z' }],
  ['account-inactive', { deleteAt: '2026-12-14T23:30:00Z' }],
  ['api-token-expires', { what: 'ERP', expiresAt: '2026-12-14T23:30:00Z' }],
  ['register-ends', { register: 'LUCID', validTo: '2026-12-15' }],
  ['certificate-expires', { number: 'ST-1', validTo: '2026-12-15' }],
] as const)('the mail %s names the day of the clock of the shop, as its pages do', (template, dated) => {
  const inBerlin = { ...setting, shop: { ...setting.shop, timeZone: 'Europe/Berlin' } }
  const { subject, text } = write({ template, facts: dated }, inBerlin)
  expect(`${subject} ${text}`).toContain('December 15, 2026')
  expect(`${subject} ${text}`).not.toContain('December 14')
  const inChicago = { ...setting, shop: { ...setting.shop, timeZone: 'America/Chicago' } }
  if ('validTo' in dated) expect(write({ template, facts: dated }, inChicago).text).toContain('December 15, 2026')
})

test('what is due of an order with a payment plan is said by its plan, in the confirmation and after a change', () => {
  const { dueBy: _dueBy, ...others } = facts
  const planned = { ...others, paymentMethod: 'pay_later', dueCents: 100, plan: '30% with the order, 70% before dispatch' }
  for (const template of ['order-placed', 'order-changed'] as const) {
    const { text } = write({ template, facts: planned })
    expect(text).toMatch(/Please pay 30% with the order, 70% before dispatch,\s+and use RF-1 as the reference\./)
    expect(text).not.toMatch(/due by|Due +/)
  }
})

test('emails about an order contain number, items, total and a link to it', () => {
  for (const template of ['order-placed', 'order-processing', 'order-shipped', 'order-delivered', 'order-cancelled'] as const) {
    const { subject, text, html } = write({ template })
    expect(subject).toContain('RF-1')
    for (const part of ['2 × EcoMat 1000', '$25,000.00', '$24,371.93']) expect(text).toContain(part)
    expect(text).toMatch(/Subtotal +\$25,074\.00\nDiscount \(SAVE10\) +−\$2,507\.40\nShipping +Free\nTax \(8%\) +\$1,805\.33\nTotal/)
    expect(html).toContain('Feed roller &lt;430&gt;')
    expect(text).toContain('https://boxes.test/account/orders/0b8a0a5e-0000-4000-8000-000000000001')
  }
  expect(write({ facts: { ...facts, sellers: [] } }).text).toMatch(/Estimated delivery +March 12, 2026/)
  expect(write({ template: 'order-shipped' }).text).toMatch(/Carrier +UPS\nTracking number +1Z999/)
  const tracked = write({ template: 'order-shipped', facts: { ...facts, trackingNumber: '1Z999AA10123456784' } })
  for (const form of [tracked.text, tracked.html]) expect(form).toContain('https://www.ups.com/track?tracknum=1Z999AA10123456784')
  expect(write({ template: 'order-shipped' }).text).not.toContain('Track with')
  expect(write({ template: 'order-cancelled' }).text).toContain('The form was empty & unsigned')
  const papers = '/account/orders/0b8a0a5e-0000-4000-8000-000000000001#papers'
  expect(write({ template: 'order-delivered', facts: { ...facts, hasPapers: 'yes' } }).text).toContain(papers)
  expect(write({ template: 'order-delivered' }).text).not.toContain(papers)
})

test('emails about an order contain the unit price of each item beside its total, net or with tax as the order was shown', () => {
  const lines = [
    { name: 'Mat pack', quantity: 3, unitCents: 4391, totalCents: 13_173 },
    { name: 'Belt', quantity: 1, unitCents: 900, totalCents: 900 },
  ]
  for (const template of ['order-placed', 'order-paid', 'seller-new-order', 'seller-order-cancelled'] as const) {
    const taxes = [{ label: 'VAT (19%)', text: '', cents: 2247 }]
    const { text, html } = write({ template, facts: { ...facts, currency: 'EUR', lines, taxes, taxIncluded: 'yes' } })
    expect(text).toMatch(/3 × Mat pack +€131\.73\n +€43\.91 each\n1 × Belt +€9\.00\n +€9\.00 each\n/)
    expect(text).toContain('includes VAT (19%)')
    expect(html).toContain('€131.73<br>€43.91 each')
  }
})

test('a seller reads which refunded units not to ship, and whether the rest is to leave', () => {
  const stopped = { orderId: '0b8a0a5e-0000-4000-8000-000000000001', number: 'ORD-2026-00007', units: '2 units', name: 'Sol Seller' }
  const lines = [{ name: 'Sun Box', sku: 'SB-1', quantity: 2 }]
  const more = write({ template: 'seller-units-refunded', facts: { ...stopped, lines, hasMore: 'yes' } })
  expect(more.subject).toBe("Don't ship 2 units from order ORD-2026-00007")
  expect(more.text).toContain('2 × Sun Box, SKU SB-1')
  expect(more.text).toContain('Ship the rest of order ORD-2026-00007.')
  expect(more.html).toContain('/business/orders/0b8a0a5e-0000-4000-8000-000000000001')
  expect(write({ template: 'seller-units-refunded', facts: { ...stopped, lines } }).text).not.toContain('Ship the rest')
})

test('D239 a customer for whom staff have ordered reads that it was done as discussed', () => {
  const { text } = write({ facts: { ...facts, placedFor: 'yes' } })
  expect(text).toContain('We placed this order for you, as discussed')
  expect(text).toContain("We'll email payment details to ann@work.test; payment is due by March 18, 2026.")
  expect(write({}).text).not.toContain('We placed this order for you')
})

test('F7.1.1 the order email has address, shipping method, sellers, pictures, dates, amount due and how to pay', () => {
  const { html, text } = write({})
  for (const row of [
    /Ordered +March 4, 2026/,
    /Amount due +\$24,371\.93/,
    /Due +March 18, 2026/,
    /Ship to +Ann Example\nAddress +1 Main Street\nCity +Chicago, IL 60607/,
    /Shipping method +Standard/,
    /Sold by +Box Makers, Roller Works/,
  ])
    expect(text).toMatch(row)
  const pictures = [...html.matchAll(/<img [^>]*src="([^"]+)"[^>]*alt="([^"]*)"/g)].map(([, src, alt]) => [src, alt])
  expect(pictures).toEqual([
    ['https://boxes.test/drawings/ecomat-1000/three-quarter.png?v=2&amp;size=card', 'EcoMat 1000'],
    ['https://pictures.test/roller.jpg', 'Feed roller &lt;430&gt;'],
  ])
  expect(text).toContain("We'll email payment details to ann@work.test; payment is due by March 18, 2026.")
  const payTo = 'Bank of Chicago\nAccount 123456789'
  const paid = write({}, { ...setting, shop: { ...shop, payTo } })
  expect(paid.text).toContain('Please pay $24,371.93 by March 18, 2026 and use RF-1 as the reference.')
  for (const form of [paid.text, paid.html]) expect(form).toContain('Account 123456789')
  const byCard = write({ template: 'order-paid', facts: { ...facts, paymentMethod: 'card' } })
  expect(byCard.text).toMatch(/Ship to +Ann Example/)
  expect(byCard.text).not.toContain('Amount due')
})

test('a phone number and the number of an order stay on one line of an email', () => {
  const payTo = 'Bank of Chicago'
  const more = { ...setting, shop: { ...shop, phone: '+1 312 555 0142', payTo } }
  const { html, text } = write({ facts: { ...facts, number: 'ORD-7K3MQ9TX' } }, more)
  const whole = (words: string) => `<span style="white-space:nowrap">${words}</span>`
  expect(html).toContain(`call ${whole('+1 312 555 0142')}.`)
  expect(html).toContain(`team@boxes.test · ${whole('+1 312 555 0142')}</td>`)
  expect(html).toContain(`use ${whole('ORD-7K3MQ9TX')} as the reference.`)
  expect(text).toContain('use ORD-7K3MQ9TX as the reference.')
})

test('F7.2.10 emails say one delivery day where all sellers have the same, else one for each seller', () => {
  expect(write({}).text).toMatch(/Delivery from Box Makers +by March 12, 2026\nDelivery from Roller Works +by April 2, 2026/)
  const together = [
    { name: 'Box Makers', estimatedDelivery: '2026-03-12' },
    { name: 'Roller Works', estimatedDelivery: '2026-03-12' },
  ]
  expect(write({ facts: { ...facts, sellers: together } }).text).toMatch(/Estimated delivery +March 12, 2026/)
})

test('on a phone, names and numbers stay whole, and only a word that fits no phone is broken', () => {
  const shipTo = [
    { label: 'Ship to', value: 'Maria-Antonia Featherstonehaugh' },
    { label: 'Company', value: 'Donaudampfschifffahrtsgesellschaft' },
  ]
  const { html } = write({ facts: { ...facts, number: 'ORD-MWSZV6HY0IY', shipTo } })
  const styleOf = (value: string) => new RegExp(`<td [^>]*style="([^"]*)">${value}</td>`).exec(html)?.[1]
  expect(styleOf('Maria-Antonia Featherstonehaugh')).toContain('overflow-wrap:break-word')
  expect(styleOf('Donaudampfschifffahrtsgesellschaft')).not.toContain('overflow-wrap:break-word')
  for (const value of ['ORD-MWSZV6HY0IY', 'March 4, 2026']) expect(styleOf(value), value).toContain('white-space:nowrap')
})

test('4.5 on a phone the amount of an item, and a word without room beside its label, stand below as wide as the email', () => {
  const shipTo = [{ label: 'Company', value: 'Wellpappenverarbeitungsmaschinenersatzteilwalzenlagergehäuse' }]
  const { html } = write({ facts: { ...facts, shipTo } })
  expect(html).toMatch(/@media \(max-width:480px\)\{[^@]*\.long\{display:block!important/)
  const rows = [
    ...html.matchAll(/<table [^>]*width:100%[^>]*><tr>\s*<th [^>]*class="([^"]*)"[\s\S]*?<\/th>\s*<td class="([^"]*)"[^>]*>(.*?)<\/td>/g),
  ]
  const isLong = (names = '') => names.split(' ').includes('long')
  const below = rows.filter(([, label, value]) => isLong(label) && isLong(value)).map(([, , , value]) => value)
  expect(below).toEqual([shipTo[0]?.value, '$25,000.00', '$74.00'])
})

test('4.5 names from right to left run in their direction, apart from what stands beside them', () => {
  const lines = [{ name: 'מכונת אריזה 750 (מפעלי גל)', quantity: 2, totalCents: 7400, image: 'https://pictures.test/a.jpg' }]
  const { html } = write({ facts: { ...facts, lines, shipTo: [{ label: 'Ship to', value: 'Ann\nתל אביב 7' }] } })
  expect(html).toContain('<bdi>2 × מכונת אריזה 750 (מפעלי גל)</bdi>')
  expect(html).toContain('Ann<br><bdi>תל אביב 7</bdi>')
  const letter = write({ template: 'message-reply', facts: { ...facts, name: 'שלום כהן' } })
  expect(letter.html).toMatch(/<bdi>שלום כהן<\/bdi>/)
  expect(write({}).html).not.toContain('<bdi>')
})

test('short labels, long dates and tracking numbers stay on one line, but break on a phone of 320 px', () => {
  const { html } = write({ template: 'order-shipped', facts: { ...facts, trackingNumber: '1Z999AA10123456784' } })
  expect(html).toContain('<style>@media (min-width:360px){.short{white-space:nowrap}}</style>')
  expect(html).toMatch(/<td class="[^"]*\bshort"[^>]*>1Z999AA10123456784<\/td>/)
  expect(/<td class="[^"]*\bshort"[^>]*>1Z999AA10123456784<\/td>/.exec(html)?.[0]).not.toMatch(/nowrap|break-word/)
  const { html: address } = write({ template: 'order-address', facts: { ...facts, address: '1 Main Street' } })
  expect(address).toMatch(/<th scope="row" class="[^"]*\bshort"[^>]*>Deliver to<\/th>/)
})

test('as plain text, lines of a value stay in their column, and an empty message leaves no mark', () => {
  const address = write({ template: 'order-address', facts: { ...facts, address: 'Ann Example\n1 Main Street' } })
  expect(address.text).toContain('Order       RF-1\nDeliver to  Ann Example\n            1 Main Street\n')
  expect(write({ template: 'quote-received', facts: { ...facts, message: '' } }).text).not.toMatch(/^> *$/m)
})

test('a corrected tracking number links the page of its carrier', () => {
  const { text } = write({ template: 'order-tracking', facts: { ...facts, trackingNumber: '1Z999AA10123456784' } })
  expect(text).toContain('Track with UPS:\nhttps://www.ups.com/track?tracknum=1Z999AA10123456784')
})

test('a payment reminder says what is due and since when, not what was ordered at first', () => {
  const { text } = write({ template: 'payment-reminder', facts: { ...facts, dueCents: 120_000 } })
  expect(text).toContain("We haven't received your payment of $1,200.00 yet.")
  expect(text).toMatch(/Ordered +March 4, 2026\nAmount due +\$1,200\.00\nDue +March 18, 2026/)
  expect(write({ template: 'payment-reminder' }).text).toMatch(/Amount due +\$24,371\.93/) // queued by an older version
})

test('a link says how long it works, and a message is answered to who wrote it', () => {
  expect(write({ template: 'reset-password' }).text).toContain('The link works once, for 30 minutes.')
  expect(write({ template: 'verify-email', facts: { ...facts, minutes: 60 } }).text).toContain('for 1 hour.')
  expect(write({ template: 'account-invitation', facts: { ...facts, minutes: 7 * 24 * 60 } }).text).toContain('for 7 days.')
  const toTeam = write({ template: 'contact-message', to: shop.email })
  expect(toTeam.replyTo).toEqual({ name: 'Ann <b>Example</b>', address: 'ann@test.test' })
  expect(toTeam.text).toContain('> First line\n> <script>alert(1)</script>')
  expect(toTeam.text).toContain('https://boxes.test/impact-calculator/r/abc_123')
  expect(toTeam.text).toMatch(/Preferred times +Monday morning/)
  expect(write({ template: 'contact-received' }).replyTo).toBeUndefined()
})

test('a name with line breaks becomes one line, never a header', () => {
  const evil = 'Ann\r\nBcc: all@victims.test\u2028X'
  const mail = write(
    { template: 'contact-message', facts: { ...facts, name: evil } },
    { ...setting, shop: { ...shop, name: 'Box\nBcc: x' } },
  )
  expect(mail.subject).toBe('Consultation from Ann Bcc: all@victims.test X (C-7K3MQ9TX)')
  expect(mail.replyTo?.name).toBe('Ann Bcc: all@victims.test X')
  expect(mail.from.name).toBe('Box Bcc: x')
})

test('the same mail has the same Message-ID and file name, another mail has others', () => {
  const [first, again, other] = [write({}), write({ attempts: 5 }), write({ dedupeKey: 'order-placed:2' })]
  expect(again.messageId).toBe(first.messageId)
  expect(again.fileName).toBe(first.fileName)
  expect(first.messageId).toMatch(/^<[0-9a-f]{32}@boxes\.test>$/)
  expect(first.fileName).toMatch(/^2026-03-04T17-12-00-000Z-order-placed-[0-9a-f]{8}\.eml$/)
  expect(other.messageId).not.toBe(first.messageId)
})

test('1.6 an email that says what was canceled or refunded offers no withdrawal from it', () => {
  const consumer = { ...facts, canWithdraw: 'yes', reason: 'Withdrawal WD-100001', refundCents: 1000, dueCents: 0 }
  for (const template of ['order-cancelled', 'order-refunded'] as const)
    expect(write({ template, facts: consumer }).html).not.toContain('/withdraw?order=')
  expect(write({ template: 'order-shipped', facts: consumer }).html).toContain('/withdraw?order=')
})

test.each(WITHDRAWAL_OUTCOMES)('1.6 the receipt of a withdrawal says what happened at once: %s', (outcome) => {
  const received = { name: 'Eva Kunde', number: 'WD-100001', statement: 'I withdraw.', receivedAt: '2026-11-28T10:00:00.000Z' }
  const { text } = write({ template: 'withdrawal-received', facts: { ...received, outcome } })
  expect(text.replaceAll(/\s+/g, ' ')).toContain(OUTCOME_TEXTS[outcome])
  expect(write({ template: 'withdrawal-received', facts: received }).text.replaceAll(/\s+/g, ' ')).toContain(OUTCOME_TEXTS.received)
})

test('L8 the confirmation of a consumer in the European Union has the right of withdrawal, the guarantee and the terms in full; others have not', () => {
  const consumer = { ...facts, canWithdraw: 'yes' }
  const placed = write({ facts: consumer })
  const byCard = write({ template: 'order-paid', facts: { ...consumer, confirms: 'yes' } })
  for (const mail of [placed, byCard]) {
    for (const part of [mail.text, mail.html]) {
      const words = part.replaceAll(/<[^>]+>|\s+/g, ' ').replaceAll('&#39;', "'")
      expect(words).toContain('Private buyers in the European Union')
      expect(words).toContain('Model withdrawal form')
      expect(words).toContain('legal guarantee of at least two years')
      expect(words).toContain('Terms, version')
      expect(words).toContain('Law and changes')
      expect(words).toContain('Withdraw from contract here')
    }
    expect(mail.html).toContain('https://boxes.test/withdraw?order=RF-1')
  }
  const paidLater = write({ template: 'order-paid', facts: consumer }) // the order was confirmed when it was placed
  const american = write({})
  for (const { text } of [paidLater, american]) expect(text).not.toContain('Model withdrawal form')
  expect(american.text).not.toContain('Withdraw from contract here')
})

test('T4.1 the emails about a tax certificate say what it does to orders', () => {
  const certificate = { number: 'EX-1', states: 'Illinois', status: 'accepted', validTo: '2026-12-31', counts: 'yes' }
  expect(write({ template: 'certificate-decided', facts: certificate }).text).toContain(
    'We no longer charge sales tax on orders to these states.',
  )
  expect(write({ template: 'certificate-expires', facts: certificate }).text).toContain("After this date, we'll charge sales tax again.")
})

test('L8 the confirmation of a consumer has the model withdrawal form as a form, the sections that it names, and links that lead to the shop', () => {
  const { text, html } = write({ facts: { ...facts, canWithdraw: 'yes' } })
  const fields = ['Goods or service', 'Ordered on (*)/received on (*)', 'Name of consumer(s)', 'Address of consumer(s)', 'Date']
  for (const field of fields) {
    expect(text).toContain(`\n${field}:\n____`)
    expect(html).toMatch(new RegExp(`<td[^>]*border-bottom[^>]*>${field.replaceAll(/[()*]/g, '\\$&')}</td>`))
  }
  expect(text).not.toMatch(/^[-•] (Name of|Address of|Date)/m)
  for (const title of ['Private buyers in the European Union', 'Return windows', 'How to return something', 'Legal guarantee'])
    for (const form of [text, html]) expect(form).toContain(title)
  for (const form of [text, html]) expect(form).toContain('https://boxes.test/withdraw')
  expect(html).not.toMatch(/href="\//)
  expect(html).toMatch(/<td[^>]*>30 days<\/td>/)
})

test('every color of an email has a dark form, and nothing is colored without one', () => {
  const { html } = write({ facts: { ...facts, canWithdraw: 'yes' } })
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  const dark = /@media \(prefers-color-scheme:dark\)\{([\s\S]*?)\n\}/.exec(html)?.[1] ?? ''
  const covered = new Set([...dark.matchAll(/\.([a-z]+)/g)].map(([, name = '']) => name))
  const colored = [...html.matchAll(/<(\w+)([^>]*style="[^"]*(?:(?<![-\w])color|background|border(?:-\w+)?):[^"]*#[^"]*"[^>]*)>/g)]
  expect(colored.length).toBeGreaterThan(40)
  // the kraft of the head is the same in both forms, with its dark letters
  const open = colored.filter(([tag, , rest = '']) => {
    const names = /class="([^"]*)"/.exec(rest)?.[1]?.split(' ') ?? []
    return !names.some((name) => covered.has(name)) && !tag.includes('background:#DCB57F')
  })
  expect(open.map(([tag]) => tag.slice(0, 120))).toEqual([])
})

test('pictures stand beside the names of their items, and rows say delivery notes and the order number of the buyer', () => {
  const shipTo = [
    ...order.shipTo,
    { label: 'Delivery notes', value: 'Ring twice.\nSecond floor.' },
    { label: 'Purchase order', value: 'PO 4711' },
  ]
  for (const template of ['order-placed', 'order-paid', 'seller-new-order'] as const) {
    const { text, html } = write({ template, facts: { ...facts, shipTo } })
    expect(html).toMatch(/<td[^>]*><img [^>]*alt="EcoMat 1000"[^>]*><\/td><td[^>]*>2 × EcoMat 1000<\/td>/)
    expect(text).toMatch(/Delivery notes +Ring twice\.\n +Second floor\./)
    expect(text).toMatch(/Purchase order +PO 4711/)
  }
})

test.each([
  ['seller', 'Message from the seller: Dock 4'],
  ['staff', 'Message from the Box & Sons team: Dock 4'],
  [undefined, 'Message about your return: Dock 4'],
])('the message of a return names its author: %s', (answerBy, text) => {
  expect(write({ template: 'return-approved', facts: { ...facts, answer: 'Dock 4', answerBy } }).text).toContain(text)
})

test.each([
  [{}, 'Part of your order RF-1 has shipped'],
  [
    { last: 'The last parcel from Box Makers for your order', complete: 'from Box Makers' },
    'The last parcel from Box Makers for your order RF-1 has shipped',
  ],
  [{ last: 'The rest of your order', complete: 'in your order' }, 'The rest of your order RF-1 has shipped'],
])('the last parcel is announced by its name: %o', (last, subject) => {
  const mail = write({ template: 'order-shipped', facts: { ...facts, seller: 'Box Makers', ...last } })
  expect(mail.subject).toBe(subject)
  if ('complete' in last) expect(mail.text).toContain(`Everything ${last.complete} has now shipped.`)
})
