import { formatLongDate } from '#domain/text.ts'
import { dayOf } from '#domain/time.ts'
import { greeting } from '#server/platform/mail/mail-phrases.ts'
import type { MailRow, MailSetting, MailText, WriteText } from '#server/platform/mail/mail-text.ts'
import type { Facts } from '#server/platform/mail/read-facts.ts'

interface ReturnEmail {
  subject: string
  heading: string
  sentences: string[]
}

/** Rows of the returned items and their value. */
function returnRows(facts: Facts): MailRow[] {
  return [
    ['Return', facts.line('number')],
    ['Order', facts.line('orderNumber')],
    ['Reason', facts.line('reason')],
    ...facts.list('lines').map((line): MailRow => [`${line.line('quantity')} × ${line.line('name')}`, line.money('totalCents')]),
    ['Value', facts.money('amountCents'), 'total'],
  ]
}

/** Names whose message an email holds; one that an earlier step brought has no author any more. */
function answeredBy(facts: Facts, shop: string): string {
  if (facts.line('answerBy') === 'staff') return `Message from the ${shop} team`
  return facts.line('answerBy') === 'seller' ? 'Message from the seller' : 'Message about your return'
}

function returnText(facts: Facts, { publicUrl, shop }: MailSetting, { subject, heading, sentences }: ReturnEmail): MailText {
  const id = facts.line('orderId')
  const answer = facts.line('answer')
  return {
    subject,
    heading,
    paragraphs: [greeting(facts), ...sentences, ...(answer ? [`${answeredBy(facts, shop.name)}: ${answer}`] : [])],
    rows: returnRows(facts),
    button: id ? { label: 'View order', href: `${publicUrl}/account/orders/${encodeURIComponent(id)}` } : null,
    after: [`Questions? Reply to this email or call ${shop.phone}.`],
  }
}

/** Returns what becomes of the difference of an exchange. */
function moneySentences(facts: Facts, { shop }: MailSetting): string[] {
  const by = () => formatLongDate(new Date(dayOf(new Date(facts.line('dueBy')), shop.timeZone)))
  return [
    ...(facts.line('refundCents') ? [`We'll refund ${facts.money('refundCents')}.`] : []),
    ...(facts.line('dueCents')
      ? [`Please pay ${facts.money('dueCents')} by ${by()}, with ${facts.line('sentNumber')} as the reference.`]
      : []),
    ...(facts.line('offDueCents')
      ? [`Order ${facts.line('orderNumber')} isn't paid in full, so we deducted ${facts.money('offDueCents')} from the amount due for it.`]
      : []),
  ]
}

/** Email to a seller about withdrawn units that have not shipped. */
function unshippedText(facts: Facts, setting: MailSetting): MailText {
  const number = facts.line('orderNumber')
  return {
    ...returnText(facts, setting, {
      subject: `Do not ship these products from order ${number}`,
      heading: 'Do not ship these products',
      sentences: [
        facts.line('withdrawal')
          ? `The customer withdrew from the contract (${facts.line('withdrawal')}) for the products below. They're refunded and back in your stock. Ship the rest of order ${number}.`
          : `The products below were canceled and are back in your stock. Everything else in order ${number} has shipped.`,
      ],
    }),
    button: { label: 'View order', href: `${setting.publicUrl}/business/orders/${encodeURIComponent(facts.line('orderId'))}` },
  }
}

/** Emails about returns: to the customer at each step, and to the seller when one is requested. */
export const returnTexts = {
  'return-requested': (facts, setting) =>
    returnText(facts, setting, {
      subject: `We received your return request ${facts.line('number')}`,
      heading: 'We received your return request',
      sentences: [`${facts.line('businessName')} will review it. Keep the items until you hear back.`],
    }),
  'return-asked': (facts, setting) => {
    if (facts.line('isUnshipped')) return unshippedText(facts, setting)
    return {
      ...returnText(facts, setting, {
        subject: `Return ${facts.line('number')} was requested`,
        heading: 'A customer requested a return',
        sentences: [
          facts.line('withdrawal')
            ? `The customer withdrew from the contract (${facts.line('withdrawal')}), and we accepted it. You can't decline this return, even if the items were opened or used. Mark it as received when they arrive.`
            : 'A customer wants to return the items below. Approve or decline the request.',
          ...[facts.line('note')].filter(Boolean),
        ],
      }),
      button: {
        label: 'View return',
        href: `${setting.publicUrl}/business/returns?search=${encodeURIComponent(facts.line('number'))}`,
      },
    }
  },
  'return-approved': (facts, setting) =>
    returnText(facts, setting, {
      subject: `Your return ${facts.line('number')} is approved`,
      heading: 'Your return is approved',
      sentences: [
        `${facts.line('businessName')} approved your return. Pack the items safely, write the return number on the parcel, and send it back.`,
      ],
    }),
  'return-received': (facts, setting) =>
    returnText(facts, setting, {
      subject: `Your return ${facts.line('number')} has arrived`,
      heading: 'Your return has arrived',
      sentences: [`${facts.line('businessName')} received your items and will inspect them. Your refund follows.`],
    }),
  'return-credited': (facts, setting) =>
    returnText(facts, setting, {
      subject: `Your return ${facts.line('number')} is settled`,
      heading: 'Your return is settled',
      sentences: ['We deducted the value of the returned items from the amount due for your order, less anything refunded before.'],
    }),
  'return-exchanged': (facts, setting) => {
    const sent = facts.line('sentNumber')
    const text = returnText(facts, setting, {
      subject: `Your return ${facts.line('number')} is exchanged`,
      heading: 'Your replacement is on its way to you soon',
      sentences: [
        `${facts.line('businessName')} sends the products below as order ${sent}. Shipping is free.`,
        ...moneySentences(facts, setting),
      ],
    })
    const id = facts.line('sentOrderId')
    return {
      ...text,
      rows: [
        ...returnRows(facts),
        ['Replacement', sent],
        ...facts.list('sent').map((line): MailRow => [`${line.line('quantity')} × ${line.line('name')}`, line.money('totalCents')]),
        ['Price of the replacement', facts.money('sentCents'), 'total'],
        ...(facts.line('creditCents') ? [['Paid by your return', facts.money('creditCents')] as const] : []),
        ...(facts.line('refundCents') ? [['Refund', facts.money('refundCents')] as const] : []),
        ...(facts.line('dueCents') ? [['Due', facts.money('dueCents')] as const] : []),
      ],
      button: { label: 'View order', href: `${setting.publicUrl}/account/orders/${encodeURIComponent(id)}` },
    }
  },
  'return-declined': (facts, setting) =>
    returnText(facts, setting, {
      subject: `Your return ${facts.line('number')} was declined`,
      heading: 'Your return was declined',
      sentences: [`${facts.line('businessName')} declined your return. Keep the items.`],
    }),
} satisfies Record<string, WriteText>
