import { refundPolicy } from '#content/policies/refunds.ts'
import { termsOfUse } from '#content/policies/terms.ts'
import { LEGAL_GUARANTEE, type SettingTerms } from '#content/shop-terms.ts'
import type { PageBlock, PageSection } from '#content/written-page.ts'
import { trackingPage } from '#domain/carriers.ts'
import { howToPay } from '#domain/invoice.ts'
import { formatLongDate, formatLongDay } from '#domain/text.ts'
import { dayOf } from '#domain/time.ts'
import { CUSTOM_TEXT, WITHDRAW_LABEL } from '#domain/withdrawal-status.ts'
import { greeting, lifeOf, linkButton } from '#server/platform/mail/mail-phrases.ts'
import {
  type MailButton,
  type MailRow,
  type MailSetting,
  type MailText,
  momentRow,
  type WriteText,
} from '#server/platform/mail/mail-text.ts'
import type { Facts } from '#server/platform/mail/read-facts.ts'
import { payToOf } from '#server/platform/settings/groups/company.ts'
import { deliveryRows, orderLink, orderRows, sellerRow, shippingRows } from './mail-rows.ts'

/** The shipment that the email is about: all of the order, or one seller's share of it. */
const shipmentOf = (facts: Facts) => (facts.line('seller') ? 'Part of your order' : 'Your order')

/** Names the parcels that have left: the last one by a name of its own. */
const sentOf = (facts: Facts) => facts.line('last') || shipmentOf(facts)

/** Says with the last parcel what is complete. */
const nowShipped = (facts: Facts) => (facts.line('complete') ? [`Everything ${facts.line('complete')} has now shipped.`] : [])

/** Returns the payment instructions for the currency of an order. */
const payToIn = (facts: Facts, { shop }: Pick<MailSetting, 'shop'>): string =>
  payToOf(shop, facts.line('currency') === 'EUR' ? 'EUR' : 'USD')

const planSentence = (facts: Facts): string => `Please pay ${facts.line('plan')}, and use ${facts.line('number')} as the reference.`

/** Returns the sentence on how to pay a Pay Later order; null for other orders. */
function paymentSentence(facts: Facts, payTo: string, timeZone: string): string | null {
  if (facts.line('paymentMethod') !== 'pay_later') return null
  if (facts.line('plan')) return planSentence(facts)
  const dueBy = new Date(facts.line('dueBy'))
  const email = facts.line('customerEmail')
  if (Number.isNaN(dueBy.getTime()) || !email) return 'You will be contacted for payment processing.' // queued by an older version
  if (facts.line('returnNumber') && Number(facts.line('dueCents')) === 0) return null // the exchange has paid for it
  const day = new Date(dayOf(dueBy, timeZone))
  return howToPay({ amount: facts.money(dueFact(facts)), dueBy: day, number: facts.line('number'), email, payTo })
}

/** Returns the fact that has what is left to pay for an order: of an exchange a part of its total. */
const dueFact = (facts: Facts) => (facts.line('returnNumber') ? 'dueCents' : 'totalCents')

/** Returns what a change of an order leaves to be paid, or refunds; nothing where neither. */
function differenceSentences(facts: Facts, payTo: string, timeZone: string): string[] {
  if (facts.line('refundCents')) return [`We'll refund ${facts.money('refundCents')}.`]
  if (!facts.line('dueCents')) return []
  if (facts.line('plan')) return [planSentence(facts)]
  const dueBy = new Date(dayOf(new Date(facts.line('dueBy')), timeZone))
  const email = facts.line('customerEmail')
  return [howToPay({ amount: facts.money('dueCents'), dueBy, number: facts.line('number'), email, payTo })]
}

function trackingLink(facts: Facts): MailText['link'] {
  const page = trackingPage(facts.line('carrier'), facts.line('trackingNumber'))
  return page && { label: `Track with ${page.carrier}`, href: page.url }
}

const confirmDay = (facts: Facts, { shop }: Pick<MailSetting, 'shop'>) => formatLongDay(new Date(facts.line('confirmBy')), shop.timeZone)

const papersLink = (link: MailButton | null) => link && { label: 'Manuals and papers of your products', href: `${link.href}#papers` }

/** The link that consumers in the European Union withdraw by. */
const withdrawLink = (facts: Facts, publicUrl: string): MailButton => ({
  label: WITHDRAW_LABEL,
  href: `${publicUrl}/withdraw?order=${encodeURIComponent(facts.line('number'))}`,
})

/** Returns the sentence that says with whom the buyer of an order has the contract; orders from before it was said are with the shop. */
const contractSentence = (facts: Facts, shop: string): string =>
  facts.line('sellerOfRecord') === 'seller'
    ? 'Each product is sold by its seller; your contract about it is with that seller.'
    : `Your contract is with ${shop}.`

interface OrderEmail {
  /** The email confirms the order, or says that something of it was canceled or refunded: no withdrawal from that is offered. */
  step?: 'confirmed' | 'ended' | undefined
  subject: string
  heading: string
  sentences: string[]
  rows?: MailRow[]
  quote?: string
  link?: MailText['link']
  /** The action, unless it is to view the order. */
  button?: MailButton | null
  /** Rows shown instead of the items and totals. */
  summary?: MailRow[]
}

function orderText(
  facts: Facts,
  { publicUrl, shop, terms }: MailSetting,
  { subject, heading, sentences, rows = [], quote = '', link = null, button, summary, step }: OrderEmail,
): MailText {
  const custom = facts.list('custom').map((line) => `${line.line('name')}: ${CUSTOM_TEXT}`)
  return {
    subject,
    heading,
    paragraphs: [greeting(facts), ...sentences],
    rows: [['Order', facts.line('number')], ...rows, ...(summary ?? orderRows(facts, { publicUrl }))],
    ...(quote && { quote }),
    link,
    links: [
      facts.line('hasPapers') ? papersLink(orderLink(facts, publicUrl)) : null,
      facts.line('canWithdraw') && step !== 'ended' ? withdrawLink(facts, publicUrl) : null,
    ].filter((shown) => shown !== null),
    button: button ?? orderLink(facts, publicUrl),
    after: [...(step === 'confirmed' ? [contractSentence(facts, shop.name)] : []), `Questions? Reply to this email or call ${shop.phone}.`],
    sections: step === 'confirmed' && (facts.line('canWithdraw') || custom.length > 0) ? consumerTexts(terms, custom, publicUrl) : [],
  }
}

/**
 * Right of withdrawal, returns, guarantee and terms in full, which the confirmation of a consumer's order holds (Directive 2011/83/EU,
 * Article 8(7)).
 */
function consumerTexts(terms: SettingTerms, custom: readonly string[], publicUrl: string): PageSection[] {
  const { version, date, sections } = termsOfUse(terms)
  const [rights, ...returns] = refundPolicy(terms).sections
  const texts: PageSection[] = [
    ...(rights ? [{ ...rights, blocks: [...custom, ...rights.blocks] }] : []),
    ...returns,
    { id: 'guarantee', title: 'Legal guarantee', blocks: [LEGAL_GUARANTEE] },
    { id: 'terms', title: `Terms, version ${version} of ${formatLongDate(new Date(date))}`, blocks: [] },
    ...sections,
  ]
  return texts.map((section) => ({ ...section, blocks: section.blocks.map((block) => withAddress(block, publicUrl)) }))
}

/** Gives links of a page the address of the shop. */
function withAddress(block: PageBlock, publicUrl: string): PageBlock {
  if (typeof block === 'string' || !('links' in block)) return block
  return { links: block.links.map(({ to, label }) => ({ to: to.startsWith('/') ? `${publicUrl}${to}` : to, label })) }
}

/** Says what came in, what is left, what was too much, and what follows. */
function paidSentences(facts: Facts): string[] {
  const isPaidFor = facts.line('leftCents') === '' || facts.line('begins') !== '' // queued by an older version: paid in full
  const begins = isPaidFor && !facts.line('isSent')
  const next = facts.line('nextPart') && `, next ${facts.line('nextPart')}`
  return [
    `We received your payment of ${facts.money('paidCents')}.${begins ? ' Your order is being prepared.' : ''}`,
    ...(facts.line('leftCents') ? [`${facts.money('leftCents')} is still to be paid${next}.`] : []),
    ...(facts.line('keptCents') ? [`That is ${facts.money('keptCents')} more than was due. We'll refund it to you.`] : []),
  ]
}

/** Lists units and names of products, a line each; '' for none. */
const unitsText = (facts: Facts, name: string) =>
  facts
    .list(name)
    .map((line) => `${line.line('quantity')} × ${line.line('name')}`)
    .join('\n')

/** Rows of one parcel of several: its content, and what is still to come. */
const parcelRows = (facts: Facts): MailRow[] => [
  ['In this parcel', unitsText(facts, 'parcel')],
  ['Still to come', unitsText(facts, 'left')],
]

/** Of an email about one parcel of several: no items and totals of the order. */
const isParcel = (facts: Facts) => facts.list('parcel').length > 0

/** Emails to a customer about an order. */
export const orderTexts = {
  'order-address': (facts, setting) =>
    orderText(facts, setting, {
      subject: `The delivery address of your order ${facts.line('number')} was corrected`,
      heading: 'Delivery address corrected',
      sentences: ["We'll deliver your order to this address. Reply to this email right away if it's wrong."],
      rows: [['Deliver to', facts.text('address')]],
      summary: [],
    }),
  'order-changed': (facts, setting) =>
    orderText(facts, setting, {
      subject: `Your order ${facts.line('number')} was changed`,
      heading: 'Order changed',
      sentences: [
        `We changed your order. The total is now ${facts.money('totalCents')} instead of ${facts.money('beforeCents')}.`,
        ...differenceSentences(facts, payToIn(facts, setting), setting.shop.timeZone),
      ],
      rows: [['Reason', facts.text('reason')], ...facts.list('changes').map((change): MailRow => ['Change', change.line('text')])],
    }),
  // of an order to be paid later; `order-paid` confirms one that was paid by card
  'order-placed': (facts, setting) => {
    const payTo = payToIn(facts, setting)
    const payment = paymentSentence(facts, payTo, setting.shop.timeZone)
    return orderText(facts, setting, {
      step: 'confirmed',
      subject: `We received your order ${facts.line('number')}`,
      heading: 'Thank you for your order',
      sentences: [
        facts.line('returnNumber')
          ? `These items are in exchange for your return ${facts.line('returnNumber')}. We reserved them.`
          : facts.line('placedFor')
            ? 'We placed this order for you, as discussed, and reserved your items. Reply to this email if anything is wrong.'
            : 'We received your order and reserved your items.',
        ...(facts.line('confirmBy')
          ? [
              `Your email address isn't confirmed yet. Confirm it or pay by ${confirmDay(facts, setting)}; otherwise we'll cancel the order.`,
            ]
          : []),
        ...(payment ? [payment] : []),
      ],
      quote: payment ? payTo : '',
      rows: [
        momentRow('Ordered', facts.line('placedAt'), setting),
        ...(Number(facts.line('creditCents')) > 0 ? [['Paid by your return', facts.money('creditCents')] as const] : []),
        ...(payment && facts.line('plan') ? [['Payment plan', facts.line('plan')] as const] : []),
        ...(payment && !facts.line('plan')
          ? [['Amount due', facts.money(dueFact(facts))] as const, momentRow('Due', facts.line('dueBy'), setting)]
          : []),
        ...shippingRows(facts),
      ],
    })
  },
  'line-late': (facts, setting) => {
    const isSent = facts.line('shippedAt') !== ''
    const newDay = formatLongDate(new Date(facts.line('newDay')))
    return orderText(facts, setting, {
      subject: `Your order ${facts.line('number')} is late: new date ${newDay}`,
      heading: 'Your items are late',
      sentences: [
        `These items from ${facts.line('seller')} didn't arrive by ${formatLongDate(new Date(facts.line('promisedTo')))}, the date we promised. We now expect them by ${newDay}. We're sorry.`,
        isSent
          ? "They're on their way to you. If they don't arrive by the new date, reply to this email and we'll refund you."
          : "If the new date doesn't work for you, you can cancel them free of charge on your order page. You'll get back everything you paid for them.",
      ],
      rows: facts
        .list('late')
        .map(
          (line): MailRow => [
            `${line.line('quantity')} × ${line.line('name')}`,
            `promised by ${formatLongDate(new Date(line.line('promisedTo')))}`,
          ],
        ),
      summary: [],
    })
  },
  'order-processing': (facts, setting) =>
    orderText(facts, setting, {
      subject: `We're preparing ${facts.line('seller') ? 'part of ' : ''}your order ${facts.line('number')}`,
      heading: `${shipmentOf(facts)} is being prepared`,
      sentences: [`${shipmentOf(facts)} is being packed. We'll email you when it ships.`],
      rows: [sellerRow(facts), ...deliveryRows(facts)],
    }),
  'order-shipped': (facts, setting) =>
    orderText(facts, setting, {
      subject: `${sentOf(facts)} ${facts.line('number')} has shipped`,
      heading: `${sentOf(facts)} has shipped`,
      sentences: [`${sentOf(facts)} is on its way to you.`, ...nowShipped(facts)],
      rows: [
        sellerRow(facts),
        ...parcelRows(facts),
        ['Carrier', facts.line('carrier')],
        ['Tracking number', facts.line('trackingNumber')],
        ...deliveryRows(facts),
      ],
      link: trackingLink(facts),
      ...(isParcel(facts) && { summary: [] }),
    }),
  'order-tracking': (facts, setting) =>
    orderText(facts, setting, {
      subject: `New tracking number for ${facts.line('seller') ? 'part of ' : ''}your order ${facts.line('number')}`,
      heading: 'New tracking number',
      sentences: ['The tracking number we sent you before was wrong. Track your parcel with the number below.'],
      rows: [
        sellerRow(facts),
        ...parcelRows(facts),
        ['Carrier', facts.line('carrier')],
        ['Tracking number', facts.line('trackingNumber')],
        ...deliveryRows(facts),
      ],
      link: trackingLink(facts),
      ...(isParcel(facts) && { summary: [] }),
    }),
  'order-delivered': (facts, setting) =>
    orderText(facts, setting, {
      subject: `${shipmentOf(facts)} ${facts.line('number')} was delivered`,
      heading: `${shipmentOf(facts)} was delivered`,
      sentences: [`${shipmentOf(facts)} was delivered. Reply to this email if anything is missing or damaged.`],
      rows: [sellerRow(facts), ...parcelRows(facts)],
      ...(isParcel(facts) && { summary: [] }),
    }),
  'order-cancelled': (facts, setting) =>
    orderText(facts, setting, {
      step: 'ended',
      subject: `${shipmentOf(facts)} ${facts.line('number')} was canceled`,
      heading: `${shipmentOf(facts)} was canceled`,
      sentences: [
        `${shipmentOf(facts)} was canceled and won't ship.`,
        ...(facts.line('others') ? ['Your items from other sellers will arrive as planned.'] : []),
      ],
      rows: [
        sellerRow(facts),
        ['Canceled', unitsText(facts, 'canceled')],
        ['Reason', facts.line('reason')],
        ['Amount due for the order', facts.money('dueCents')],
      ],
      ...(facts.list('canceled').length > 0 && { summary: [] }),
    }),
  'order-pending': (facts, setting) =>
    orderText(facts, setting, {
      subject: `Your order ${facts.line('number')} is pending again`,
      heading: 'Your order is pending again',
      sentences: ["We set your order back to pending. We'll email you when we start preparing it."],
      rows: [['Reason', facts.line('reason')]],
    }),
  'order-paid': (facts, setting) =>
    orderText(facts, setting, {
      step: facts.line('confirms') ? 'confirmed' : undefined,
      subject: `We received your payment for order ${facts.line('number')}`,
      heading: 'Thank you for your payment',
      sentences: paidSentences(facts),
      rows: [['Paid by', facts.line('paidBy')], ['Reference', facts.line('reference')], ...shippingRows(facts)],
    }),
  'vat-confirmed': (facts, setting) =>
    orderText(facts, setting, {
      subject: `We removed the VAT from your order ${facts.line('number')}`,
      heading: 'Your VAT ID is confirmed',
      sentences: [
        `Your VAT ID ${facts.line('vatId')} is confirmed, so we removed ${facts.money('returnedCents')} of VAT from your order.`,
        `The amount due is now ${facts.money('dueCents')}.`,
      ],
      summary: [
        ['Order total', facts.money('totalCents')],
        ['VAT', `−${facts.money('returnedCents')}`],
        ['Amount due', facts.money('dueCents'), 'total'],
      ],
    }),
  'payment-reminder': (facts, setting) => {
    const due = facts.money('dueCents') || facts.money('totalCents')
    const payTo = payToIn(facts, setting)
    const isEarly = facts.line('isEarly') !== ''
    return orderText(facts, setting, {
      subject: isEarly
        ? `Your payment for order ${facts.line('number')} is due soon`
        : `Payment reminder for your order ${facts.line('number')}`,
      heading: isEarly ? 'Your payment is due soon' : "Your order isn't paid yet",
      sentences: [
        isEarly
          ? `Your payment of ${due} is due soon. If you've already sent it, you can ignore this email.`
          : `We haven't received your payment of ${due} yet. If you've already sent it, you can ignore this email.`,
        ...(payTo ? [`You'll find how to pay below. Use ${facts.line('number')} as the payment reference.`] : []),
        'To pay another way, or if you need more time, reply to this email.',
      ],
      rows: [momentRow('Ordered', facts.line('placedAt'), setting), ['Amount due', due], momentRow('Due', facts.line('dueBy'), setting)],
      quote: payTo,
    })
  },
  'confirm-to-keep': (facts, setting) =>
    orderText(facts, setting, {
      subject: `Confirm your email to keep your order ${facts.line('number')}`,
      heading: 'Confirm your email to keep this order',
      sentences: [
        `Your order ${facts.line('number')} isn't paid yet, and your email address isn't confirmed.`,
        facts.line('confirmBy')
          ? `Confirm your email address by ${confirmDay(facts, setting)}. After that, we'll cancel the order and release your items.`
          : "Confirm your email address, or we'll cancel the order.",
        `${lifeOf(facts)} You can get a new link under My Account: ${setting.publicUrl}/account`,
      ],
      rows: [momentRow('Confirm by', facts.line('confirmBy'), setting)],
      button: linkButton(facts, 'Confirm email address'),
      link: orderLink(facts, setting.publicUrl),
    }),
  'order-refunded': (facts, setting) =>
    orderText(facts, setting, {
      step: 'ended',
      subject: `Your refund for order ${facts.line('number')}`,
      heading: 'Your refund is on its way',
      sentences: [`We refunded ${facts.money('refundCents')}. Your bank may take up to 10 days to show it.`],
      rows: [['Reason', facts.line('reason')]],
      summary: [
        ['Order total', facts.money('totalCents')],
        ['Refund', facts.money('refundCents'), 'total'],
      ],
    }),
} satisfies Record<string, WriteText>
