import { greeting } from './account-texts.ts'
import type { MailRow, MailSetting, MailText, WriteText } from './mail-text.ts'
import type { Facts } from './read-facts.ts'

interface ReturnWords {
  subject: string
  heading: string
  sentences: string[]
}

/** What goes back and what it is worth. */
function goodsRows(facts: Facts): MailRow[] {
  return [
    ['Return', facts.line('number')],
    ['Order', facts.line('orderNumber')],
    ['Reason', facts.line('reason')],
    ...facts.list('lines').map((line): MailRow => [`${line.line('quantity')} × ${line.line('name')}`, line.money('totalCents')]),
    ['Worth', facts.money('amountCents'), 'total'],
  ]
}

function returnText(facts: Facts, { publicUrl, shop }: MailSetting, { subject, heading, sentences }: ReturnWords): MailText {
  const id = facts.line('orderId')
  const answer = facts.line('answer')
  return {
    subject,
    heading,
    paragraphs: [greeting(facts), ...sentences, ...(answer ? [`The seller writes: ${answer}`] : [])],
    rows: goodsRows(facts),
    button: id ? { label: 'View order', href: `${publicUrl}/account/orders/${encodeURIComponent(id)}` } : null,
    after: [`Questions? Answer this mail or call ${shop.phone}.`],
  }
}

/** Mails about goods that go back: to the customer at each step, and to the seller when somebody asks. */
export const returnTexts = {
  'return-requested': (facts, setting) =>
    returnText(facts, setting, {
      subject: `Your return ${facts.line('number')}`,
      heading: 'We have your return request',
      sentences: [`${facts.line('businessName')} reads it and answers. Please keep the goods until then.`],
    }),
  'return-asked': (facts, setting) => ({
    ...returnText(facts, setting, {
      subject: `Return ${facts.line('number')} was requested`,
      heading: 'A customer wants to send goods back',
      sentences: ['Please approve or decline it. Until then the customer keeps the goods.', ...[facts.line('note')].filter(Boolean)],
    }),
    button: {
      label: 'View return',
      href: `${setting.publicUrl}/business/returns?search=${encodeURIComponent(facts.line('number'))}`,
    },
  }),
  'return-approved': (facts, setting) =>
    returnText(facts, setting, {
      subject: `Your return ${facts.line('number')} is approved`,
      heading: 'You can send the goods back',
      sentences: [
        `${facts.line('businessName')} takes the goods back. Write the return number on the parcel and pack them so that they survive the way.`,
      ],
    }),
  'return-received': (facts, setting) =>
    returnText(facts, setting, {
      subject: `Your return ${facts.line('number')} has arrived`,
      heading: 'Your goods are here',
      sentences: [`${facts.line('businessName')} has the goods and looks at them. Your money follows.`],
    }),
  'return-credited': (facts, setting) =>
    returnText(facts, setting, {
      subject: `Your return ${facts.line('number')} is settled`,
      heading: 'Your return is settled',
      sentences: ['What the goods cost is taken off what you owe for the order, as far as you had not got it back before.'],
    }),
  'return-declined': (facts, setting) =>
    returnText(facts, setting, {
      subject: `Your return ${facts.line('number')} was declined`,
      heading: 'Your return was declined',
      sentences: [`${facts.line('businessName')} does not take the goods back.`],
    }),
} satisfies Record<string, WriteText>
