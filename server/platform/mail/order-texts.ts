import { trackingPage } from '#domain/carriers.ts'
import { formatPercent } from '#domain/money.ts'
import { formatLongDate } from '#domain/text.ts'
import { greeting, lifeOf, linkButton } from './account-texts.ts'
import type { MailButton, MailRow, MailSetting, MailText, WriteText } from './mail-text.ts'
import type { Facts } from './read-facts.ts'

/** What was ordered, line by line, and what it costs, as cart, checkout and order page say it. */
export function goodsRows(facts: Facts): MailRow[] {
  const isZero = (name: string) => Number(facts.line(name)) === 0
  const code = facts.line('promoCode')
  const taxPercent = facts.line('taxPercent')
  const discount: MailRow = [code ? `Discount (${code})` : 'Discount', `-${facts.money('discountCents')}`]
  const lines = facts.list('lines').map((line): MailRow => [`${line.line('quantity')} × ${line.line('name')}`, line.money('totalCents')])
  return [
    ...lines,
    ['Subtotal', facts.money('subtotalCents')],
    ...(isZero('discountCents') ? [] : [discount]),
    ['Shipping', isZero('shippingCents') ? 'Free' : facts.money('shippingCents')],
    [taxPercent ? `Tax (${formatPercent(Number(taxPercent))})` : 'Tax', facts.money('taxCents')],
    ['Total', facts.money('totalCents'), 'total'],
  ]
}

/** What the mail is about: the order, or the part of the seller that it names. */
const subjectOf = (facts: Facts) => (facts.line('seller') ? 'A part of your order' : 'Your order')

const sellerRow = (facts: Facts): MailRow => ['Sold by', facts.line('seller')]

function dayRow(label: string, day: string): MailRow {
  return [label, day && formatLongDate(new Date(day))]
}

const deliveryRow = (facts: Facts) => dayRow('Estimated delivery', facts.line('estimatedDelivery'))

function trackingLink(facts: Facts): MailText['link'] {
  const page = trackingPage(facts.line('carrier'), facts.line('trackingNumber'))
  return page && { label: `Track with ${page.carrier}`, href: page.url }
}

const confirmDay = (facts: Facts) => formatLongDate(new Date(facts.line('confirmBy')))

/** The way to the order; null where the mail names none. */
function orderLink(facts: Facts, publicUrl: string): MailButton | null {
  const id = facts.line('orderId')
  return id ? { label: 'View order', href: `${publicUrl}/account/orders/${encodeURIComponent(id)}` } : null
}

interface OrderWords {
  subject: string
  heading: string
  sentences: string[]
  rows?: MailRow[]
  quote?: string
  link?: MailText['link']
  /** What is to be done, where that is not to look at the order. */
  button?: MailButton | null
  /** What stands where otherwise the goods and their total do. */
  instead?: MailRow[]
}

function orderText(
  facts: Facts,
  { publicUrl, shop }: MailSetting,
  { subject, heading, sentences, rows = [], quote = '', link = null, button, instead }: OrderWords,
): MailText {
  return {
    subject,
    heading,
    paragraphs: [greeting(facts), ...sentences],
    rows: [['Order', facts.line('number')], ...rows, ...(instead ?? goodsRows(facts))],
    ...(quote && { quote }),
    link,
    button: button ?? orderLink(facts, publicUrl),
    after: [`Questions? Answer this mail or call ${shop.phone}.`],
  }
}

/** Mails to a customer about an order: number, what was ordered, total, and the way to it. */
export const orderTexts = {
  'order-placed': (facts, setting) =>
    orderText(facts, setting, {
      subject: `Your order ${facts.line('number')}`,
      heading: 'Thank you for your order',
      sentences: [
        facts.line('placedFor')
          ? 'We have placed this order for you, as we spoke about it. The goods are set aside for you. If anything in it is wrong, tell us.'
          : 'We have your order, and the goods are set aside for you.',
        ...(facts.line('paymentMethod') === 'pay_later' ? ['You will be contacted for payment processing.'] : []),
        ...(facts.line('confirmBy')
          ? [
              `Your email address is not confirmed yet. Please confirm it by ${confirmDay(facts)}, or pay before then; otherwise we'll cancel the order.`,
            ]
          : []),
      ],
      rows: [deliveryRow(facts)],
    }),
  'order-processing': (facts, setting) =>
    orderText(facts, setting, {
      subject: `We are preparing ${facts.line('seller') ? 'a part of ' : ''}your order ${facts.line('number')}`,
      heading: `${subjectOf(facts)} is being prepared`,
      sentences: [`${subjectOf(facts)} is being packed. You hear from us when it leaves.`],
      rows: [sellerRow(facts), deliveryRow(facts)],
    }),
  'order-shipped': (facts, setting) =>
    orderText(facts, setting, {
      subject: `${subjectOf(facts)} ${facts.line('number')} is on its way`,
      heading: `${subjectOf(facts)} is on its way`,
      sentences: [`${subjectOf(facts)} has left.`],
      rows: [sellerRow(facts), ['Carrier', facts.line('carrier')], ['Tracking number', facts.line('trackingNumber')], deliveryRow(facts)],
      link: trackingLink(facts),
    }),
  'order-tracking': (facts, setting) =>
    orderText(facts, setting, {
      subject: `New tracking number for ${facts.line('seller') ? 'a part of ' : ''}your order ${facts.line('number')}`,
      heading: 'A new tracking number',
      sentences: ['The tracking number that you had was not right. This is the one that your parcel travels under.'],
      rows: [sellerRow(facts), ['Carrier', facts.line('carrier')], ['Tracking number', facts.line('trackingNumber')], deliveryRow(facts)],
    }),
  'order-delivered': (facts, setting) =>
    orderText(facts, setting, {
      subject: `${subjectOf(facts)} ${facts.line('number')} was delivered`,
      heading: `${subjectOf(facts)} was delivered`,
      sentences: [`${subjectOf(facts)} has arrived. If anything is missing or damaged, tell us.`],
      rows: [sellerRow(facts)],
    }),
  'order-cancelled': (facts, setting) =>
    orderText(facts, setting, {
      subject: `${subjectOf(facts)} ${facts.line('number')} was cancelled`,
      heading: `${subjectOf(facts)} was cancelled`,
      sentences: [
        `${subjectOf(facts)} was cancelled and will not be sent.`,
        ...(facts.line('others') ? ['What you ordered from others comes as planned.'] : []),
      ],
      rows: [sellerRow(facts), ['Reason', facts.line('reason')], ['Still to pay for the order', facts.money('dueCents')]],
    }),
  'order-pending': (facts, setting) =>
    orderText(facts, setting, {
      subject: `Your order ${facts.line('number')} is waiting`,
      heading: 'Your order is waiting',
      sentences: ['Your order was put back to pending. You hear from us when it goes on.'],
      rows: [['Reason', facts.line('reason')]],
    }),
  'order-paid': (facts, setting) =>
    orderText(facts, setting, {
      subject: `We have your payment for order ${facts.line('number')}`,
      heading: 'Thank you, your payment is here',
      sentences: [`We have received ${facts.money('paidCents')}. Your order is being prepared.`],
      rows: [['Paid by', facts.line('paidBy')], ['Reference', facts.line('reference')], deliveryRow(facts)],
    }),
  'payment-reminder': (facts, setting) =>
    orderText(facts, setting, {
      subject: `Your order ${facts.line('number')} is not paid yet`,
      heading: 'A reminder: your order is not paid yet',
      sentences: [
        `We have not seen the payment of ${facts.money('totalCents') || 'your order'} yet. If it is on its way, you need do nothing.`,
        ...(setting.shop.payTo ? [`How to pay stands below; please name the order ${facts.line('number')}.`] : []),
        'You pay in another way, or need more time? Answer this mail and we find a way.',
      ],
      rows: [dayRow('Ordered', facts.line('placedAt'))],
      quote: setting.shop.payTo,
    }),
  'confirm-to-keep': (facts, setting) =>
    orderText(facts, setting, {
      subject: 'Confirm your email to keep this order',
      heading: 'Confirm your email to keep this order',
      sentences: [
        `Your order ${facts.line('number')} is not paid yet, and your email address is not confirmed.`,
        facts.line('confirmBy')
          ? `Please confirm the address by ${confirmDay(facts)}. After that day the order is cancelled and nothing is set aside for you any more.`
          : 'Please confirm the address, or the order is cancelled.',
        `${lifeOf(facts)} You get a new one under My Account: ${setting.publicUrl}/account`,
      ],
      rows: [dayRow('Confirm by', facts.line('confirmBy'))],
      button: linkButton(facts, 'Confirm address'),
      link: orderLink(facts, setting.publicUrl),
    }),
  'order-refunded': (facts, setting) =>
    orderText(facts, setting, {
      subject: `Your refund for order ${facts.line('number')}`,
      heading: 'Your money is on its way back',
      sentences: [`We have sent back ${facts.money('refundCents')}. A bank may take up to ten days to show it.`],
      rows: [['Reason', facts.line('reason')]],
      instead: [
        ['Total of the order', facts.money('totalCents')],
        ['Refund', facts.money('refundCents'), 'total'],
      ],
    }),
} satisfies Record<string, WriteText>
