import { formatMonths, type SettingTerms } from '#content/shop-terms.ts'
import type { PageSection, Policy } from '#content/written-page.ts'
import { zoneName } from '#domain/text.ts'
import { DEFAULT_TIME_ZONE } from '#domain/time.ts'

/** Returns and warranty, from the rules in force. */
export function refundPolicy(shop: SettingTerms): Policy {
  return {
    path: '/refund-policy',
    title: 'Refund policy',
    description: 'How long you can send goods back, how a return works, when the money is back, and what the warranty covers.',
    lead: 'Goods that do not suit you can come back. You ask with your order, and the producer answers with the address.',
    version: '1.2',
    date: '2026-11-27',
    sections: [consumerRights(shop), windows(shop), how(shop), money, warranty(shop), before],
  }
}

/** The right of withdrawal of consumers, with the model form of Annex I B of Directive 2011/83/EU. */
const consumerRights = ({ name, contact: { email, phone, street, city, country } }: SettingTerms): PageSection => ({
  id: 'consumers',
  title: 'Private buyers in the European Union',
  blocks: [
    'If you live in the European Union and buy for private purposes, you have the right to withdraw from your contract within 14 days without giving a reason.',
    'The period ends 14 days after the day on which you, or somebody you named who is not the carrier, received the last product of your order. If it ends on a Saturday, a Sunday or a public holiday, it goes on until the end of the next working day.',
    `To withdraw, tell us so in a clear statement: with the form on the page below, by email (${email}), by phone (${phone}) or by letter (${[name, street, city, country].filter(Boolean).join(', ')}). You can use the model form, but you don't have to. It is enough to send your statement before the period ends. We confirm it by email at once.`,
    { links: [{ to: '/withdraw', label: 'Withdraw from contract here' }] },
    'If you withdraw, we pay back what you paid for the products with the tax on it, and the cost of standard delivery if you withdraw from all products of a seller, not the extra cost of a faster delivery that you chose. You get it within 14 days after your statement, the way you paid, without a fee. We may wait until we have the products back, or until you show that you sent them.',
    'Send the products back within 14 days after your statement, to the address in our answer. You pay for sending them. For freight that is about what the freight to you costs: the checkout shows it before you order.',
    'You may open and try the products as you would in a shop: opened packs and fitted parts can come back. If they lost value because you used them more than that, we may deduct it, with a reason and never more than their price.',
    'There is no right of withdrawal for products that are made to your specifications, and none for businesses. What has not been shipped when you withdraw is canceled at once.',
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
    'The windows, conditions and amounts in the sections below are those of our voluntary returns, which are there for everybody.',
  ],
})

const windows = ({ contact, promises: { returnDays } }: SettingTerms): PageSection => ({
  id: 'windows',
  title: 'How long you have',
  blocks: [
    {
      table: {
        caption: 'Return windows',
        head: ['Goods', 'Days', 'Condition'],
        rows: [
          ['Machines', `${returnDays.machines} days`, 'Complete, clean, with all guards; trial runs are fine'],
          ['Accessories', `${returnDays.accessories} days`, 'Complete and undamaged'],
          ['Replacement parts', `${returnDays.parts} days`, 'Not fitted'],
          ['Packing material', `${returnDays.materials} days`, 'Unopened'],
        ],
      },
    },
    `Days count from the day of delivery to the day on which you ask for the return, in ${zoneName(contact.timeZone ?? DEFAULT_TIME_ZONE)}. Private buyers in the European Union also have the right above. Faulty or wrong goods can come back at any time within the warranty.`,
  ],
})

const how = ({ contact: { email, phone } }: SettingTerms): PageSection => ({
  id: 'how',
  title: 'How to return something',
  blocks: [
    {
      list: [
        `Open the order under My Orders and choose Return products; add up to three pictures. Or write to us with the order number: by the contact form, ${email} or ${phone}.`,
        'The producer answers with the address and, for freight, a collection date. You read it in an email and with your order.',
        'Pack the goods so that they survive the way. Keep the pallet and the crate of a machine for as long as its window is open.',
        'You pay the way back, unless the goods are faulty, damaged in transit or not what you ordered. Then we do.',
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
  title: 'When you have your money back',
  blocks: [
    'We refund the price of the returned goods and the tax on it, the way you paid, within 14 days after the goods have arrived. If everything comes back because it was faulty or wrong, the shipping too. Discounts are shared out over the goods, so that you get back what you paid for a piece. Where you had not paid yet, we take the amount off what you owe.',
  ],
}

const warranty = ({ promises: { warrantyMonths } }: SettingTerms): PageSection => ({
  id: 'warranty',
  title: 'Warranty',
  blocks: [
    `Every mat maker and chip maker has a warranty of ${formatMonths(warrantyMonths)} (${warrantyMonths} months) from delivery, whatever its producer says; some producers give more. It covers faults of material and making: we have the machine repaired, send the part, or take it back.`,
    'Not covered: blades, belts, filters and other parts once they are worn, damage from staples and other metal, from work on an open machine, or from a supply that does not match the specification. Accessories and replacement parts have the warranty in their specifications. Rights that a law gives you stay as they are.',
  ],
})

const before: PageSection = {
  id: 'before',
  title: 'Before it leaves',
  blocks: [
    'An order of which nothing has been sent is canceled faster than it is returned: open it under My Orders and choose Cancel order.',
    { links: [{ to: '/account/orders', label: 'My Orders' }] },
  ],
}
