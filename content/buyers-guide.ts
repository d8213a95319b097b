import type { PageSection } from './written-page.ts'

/** Questions to answer before buying a machine (S150). The comparison table is placed between `NEEDS` and the rest. */
export const GUIDE_SECTIONS: readonly PageSection[] = [
  {
    id: 'needs',
    title: 'What do your goods need?',
    blocks: [
      'Wrapping or filling? Goods that scratch, dent or break want a mat: it wraps a bottle, lies between plates, lines a box. Goods that are sturdy but smaller than their box want chips: they fill the space so that nothing moves. Heavy goods want mats in several layers, because chips give way below them.',
      'Pack one of your own products with a trial pack before you look at machines. Shake the parcel, then drop it on an edge, a corner and each face from the height it will meet. What survives five times is right.',
      {
        links: [
          { to: '/materials?search=trial', label: 'Trial packs' },
          { to: '/glossary#drop-height', label: 'Drop height' },
          { to: '/glossary#cushioning-curve', label: 'Cushioning curve' },
        ],
      },
    ],
  },
  {
    id: 'volume',
    title: 'How much a day?',
    blocks: [
      'Count the parcels of a busy day, not of a quiet one, and then the used boxes that come in: a machine cannot make more packing than you have board. As a rule of thumb one box of a square meter gives a mat of nearly the same area, or 12 to 20 liters of chips.',
      'Throughput in a specification counts one person who opens the boxes, takes off tape and feeds. Somebody who has to do that between other work reaches half of it. Plan with six hours of running time a day at most; that leaves time to empty, clean and look after the blades.',
    ],
  },
  {
    id: 'material',
    title: 'Which board?',
    blocks: [
      {
        list: [
          'Clean and dry. Damp board tears and sticks; dry storage off the floor is part of the machine’s place.',
          'Thickness: a flattened double-wall box is about 14 mm, an opened one about 7 mm. Compare with “Board thickness”.',
          'Width: board wider than the feed width has to be cut first, and cutting takes longer than feeding.',
          'Tape and staples off. A staple chips a disc, and a set of blades costs more than the minutes it takes.',
          'No wax, no plastic lining, no board that carried food.',
        ],
      },
      {
        links: [
          { to: '/glossary#double-wall', label: 'Double wall' },
          { to: '/glossary#moisture-content', label: 'Moisture content' },
        ],
      },
    ],
  },
  {
    id: 'power',
    title: 'Which current?',
    blocks: [
      'Look at the line “Supply”. Small machines run on 230 to 240 V from one phase; larger ones need three phases at 400 or 480 V and a socket of 16 or 32 A of their own. Machines here do not run on 120 V: in North America have an electrician put in a 240 V circuit, or choose a machine for 480 V, and read the frequency: 50 Hz in Europe, 60 Hz in North America. The product page says so when a machine does not suit the mains of your country. Ask for a slow breaker, because motors draw a multiple of their current when they start.',
      { links: [{ to: '/glossary#three-phase', label: 'Three-phase supply' }] },
    ],
  },
  {
    id: 'space',
    title: 'How much room?',
    blocks: [
      'A benchtop machine wants a bench that carries twice its weight and stands still. A floor machine wants its own length again in front and behind for board and mats, half a meter at the sides for cleaning, and a floor that carries a pallet truck. In-line machines want a place in the flow: boxes come from goods-in, packing goes to the packing tables, and neither crosses the path of a forklift.',
      'Measure the doors on the way. Machines come on a pallet and leave the truck at the curb or the ramp.',
      { links: [{ to: '/shipping#freight', label: 'How freight travels' }] },
    ],
  },
  {
    id: 'safety',
    title: 'What makes it safe?',
    blocks: [
      {
        list: [
          'Guards that cannot be reached over, and a hood that stops the blades when it is lifted.',
          'An emergency stop in reach of the person who feeds, and a main switch that takes a lock.',
          'An extractor where the machine runs more than two hours a day: paper dust burns and gets into lungs and bearings.',
          'Ear protection above 80 dB(A); look at “Noise”.',
          'In Europe a declaration of conformity and a CE mark, which the producer sends with the machine. Ask for it before you buy.',
        ],
      },
      {
        links: [
          { to: '/glossary#lockout', label: 'Lockout' },
          { to: '/products?category=accessories&search=extractor', label: 'Dust extractors' },
        ],
      },
    ],
  },
  {
    id: 'cost',
    title: 'What does it cost over the years?',
    blocks: [
      {
        table: {
          caption: 'The costs of a machine and where to find them',
          head: ['Cost', 'How to calculate', 'Where to look'],
          rows: [
            ['Purchase', 'Price less volume discount, plus tax, over eight years', 'Product page, cart'],
            ['Work', 'Minutes a box times boxes times wage; by far the largest', 'Time it with a stopwatch'],
            ['Blades and belts', 'Price of a set by its service life', 'Replacement parts'],
            ['Current', 'Rated power times hours; a few cents an hour and kW', 'Specification “Power”'],
            ['Dust and waste', 'Bags, filters, 5 to 8% trim', 'Accessories'],
            ['Saved: bought packing', 'Rolls, sheets, chips you no longer buy', 'Last year’s invoices'],
            ['Saved: disposal', 'Fewer bales or containers', 'Your waste contract'],
          ],
        },
      },
      'Be careful with savings on freight: packing from board weighs more than air cushions. Where carriers charge by volume, only a smaller box saves anything. The impact calculator starts from your own numbers.',
      {
        links: [
          { to: '/impact-calculator', label: 'Impact calculator' },
          { to: '/products?category=replacement-parts', label: 'Replacement parts' },
          { to: '/glossary#payback-period', label: 'Payback period' },
        ],
      },
    ],
  },
]
