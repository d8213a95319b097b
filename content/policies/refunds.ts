import { formatMonths, type SettingTerms } from '#content/shop-terms.ts'
import type { PageSection, Policy } from '#content/written-page.ts'
import { zoneName } from '#domain/text.ts'
import { DEFAULT_TIME_ZONE } from '#domain/time.ts'

/** Returns and warranty, from the rules in force. */
export function refundPolicy(shop: SettingTerms): Policy {
  return {
    path: '/refund-policy',
    title: 'Refund policy',
    description: 'How long you can return products, how a return works, when you get your refund, and what the warranty covers.',
    lead: 'You can return products that do not suit you. Request the return from your order, and the producer replies with the return address.',
    version: '1.3',
    date: '2026-11-29',
    sections: [consumerRights(shop), windows(shop), how(shop), money, warranty(shop), before],
  }
}

/** The right of withdrawal of consumers, with the model form of Annex I B of Directive 2011/83/EU. */
const consumerRights = ({ name, contact: { email, phone, street, city, country } }: SettingTerms): PageSection => ({
  id: 'consumers',
  title: 'Private buyers in the European Union',
  blocks: [
    'If you live in the European Union and buy for private purposes, you have the right to withdraw from your contract within 14 days without giving a reason.',
    'The period ends 14 days after the day on which you, or a person you named other than the carrier, received the last product of your order. If it ends on a Saturday, a Sunday or a public holiday, it is extended to the end of the next working day.',
    `To withdraw, tell us so in a clear statement: with the form on the page below, by email (${email}), by phone (${phone}) or by letter (${[name, street, city, country].filter(Boolean).join(', ')}). You can use the model form, but you don't have to. It is enough to send your statement before the period ends. We confirm it by email immediately.`,
    { links: [{ to: '/withdraw', label: 'Withdraw from contract here' }] },
    'If you withdraw, we refund what you paid for the products including tax, and the cost of standard delivery if you withdraw from all products of a seller, but not the extra cost of a faster delivery that you chose. You get the refund within 14 days after your statement, by the payment method you used, at no charge. We may wait until we have received the products, or until you show that you sent them.',
    'Send the products back within 14 days after your statement, to the address in our reply. You pay for return shipping. For freight, this costs about as much as the freight to you, which the checkout shows before you order.',
    'You may open and try the products as you would in a shop: you can return opened packs and fitted parts. If they lost value because you used them beyond that, we may deduct the loss, stating the reason and never more than their price.',
    'There is no right of withdrawal for products made to your specifications, and none for businesses. Products that have not shipped when you withdraw are canceled immediately.',
    {
      form: {
        title: 'Model withdrawal form',
        lines: [
          'Complete and send this form only if you want to withdraw from the contract.',
          `To ${[name, street, city, country, email].filter(Boolean).join(', ')}:`,
          'I/We (*) hereby give notice that I/We (*) withdraw from my/our (*) contract of sale of the following goods (*)/for the provision of the following service (*):',
        ],
        fields: [
          'Goods or service',
          'Ordered on (*)/received on (*)',
          'Name of consumer(s)',
          'Address of consumer(s)',
          'Signature of consumer(s) (only if this form is notified on paper)',
          'Date',
        ],
        note: '(*) Delete as appropriate.',
      },
    },
    'The return windows, conditions and amounts in the sections below apply to our voluntary returns, which are open to everyone.',
  ],
})

const windows = ({ contact, promises: { returnDays } }: SettingTerms): PageSection => ({
  id: 'windows',
  title: 'Return windows',
  blocks: [
    {
      table: {
        caption: 'Return windows',
        head: ['Products', 'Days', 'Condition'],
        rows: [
          ['Machines', `${returnDays.machines} days`, 'Complete, clean, with all guards; trial runs are fine'],
          ['Accessories', `${returnDays.accessories} days`, 'Complete and undamaged'],
          ['Replacement parts', `${returnDays.parts} days`, 'Not fitted'],
          ['Packing material', `${returnDays.materials} days`, 'Unopened'],
        ],
      },
    },
    `Days are counted from the day of delivery to the day you request the return, in ${zoneName(contact.timeZone ?? DEFAULT_TIME_ZONE)}. Private buyers in the European Union also have the right of withdrawal above. You can return faulty or wrong products at any time during the warranty.`,
  ],
})

const how = ({ contact: { email, phone } }: SettingTerms): PageSection => ({
  id: 'how',
  title: 'How to return something',
  blocks: [
    {
      list: [
        `Open the order under My Orders and choose Return products; add up to three pictures. Or contact us with the order number: by the contact form, ${email} or ${phone}.`,
        'The producer replies with the return address and, for freight, a collection date. You find the reply in an email and on your order.',
        'Pack the products to protect them in transit. Keep the pallet and crate of a machine until its return window ends.',
        'You pay for return shipping, unless the products are faulty, damaged in transit or not what you ordered. In those cases, we pay.',
      ],
    },
    {
      links: [
        { to: '/account/orders', label: 'My Orders' },
        { to: '/contact', label: 'Contact us' },
      ],
    },
  ],
})

const money: PageSection = {
  id: 'money',
  title: 'Refunds',
  blocks: [
    'We refund the price of the returned products and the tax on it, by the payment method you used, within 14 days after the products have arrived. If you return everything because it was faulty or wrong, we also refund the shipping. Discounts are spread across the products, so you get back what you paid for each unit. If you have not paid yet, we deduct the amount from what you owe.',
  ],
}

const warranty = ({ promises: { warrantyMonths } }: SettingTerms): PageSection => ({
  id: 'warranty',
  title: 'Warranty',
  blocks: [
    `Every mat maker and chip maker has a warranty of ${formatMonths(warrantyMonths)} (${warrantyMonths} months) from delivery, whatever its producer says; some producers offer more. It covers defects in materials and workmanship: we have the machine repaired, send the part, or take the machine back.`,
    'Not covered: blades, belts, filters and other wear parts once they are worn, and damage from staples and other metal, from work on an open machine, or from a power supply that does not match the specifications. Accessories and replacement parts have the warranty stated in their specifications. Your statutory rights are not affected.',
  ],
})

const before: PageSection = {
  id: 'before',
  title: 'Cancel instead of return',
  blocks: [
    'If no part of an order has shipped yet, canceling is faster than returning: open the order under My Orders and choose Cancel order.',
    { links: [{ to: '/account/orders', label: 'My Orders' }] },
  ],
}
