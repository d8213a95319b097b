import { formatMonths, type ShopTerms } from '#content/shop-terms.ts'
import type { PageSection, Policy } from '#content/written-page.ts'

/** Returns and warranty, from the rules in force. */
export function refundPolicy(shop: ShopTerms): Policy {
  return {
    path: '/refund-policy',
    title: 'Refund policy',
    description: 'How long you can send goods back, how a return works, when the money is back, and what the warranty covers.',
    lead: 'Goods that do not suit you can come back. You ask with your order, and the producer answers with the address.',
    version: '1.0',
    date: '2026-11-21',
    sections: [windows(shop), how(shop), money, warranty(shop), before],
  }
}

const windows = ({ promises: { returnDays } }: ShopTerms): PageSection => ({
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
    'Days count from the day of delivery to the day on which you ask for the return, in UTC. Consumers in the European Union may withdraw within 14 days by law, whatever stands here. Faulty or wrong goods can come back at any time within the warranty.',
  ],
})

const how = ({ contact: { email, phone } }: ShopTerms): PageSection => ({
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

const warranty = ({ promises: { warrantyMonths } }: ShopTerms): PageSection => ({
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
