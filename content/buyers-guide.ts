import type { PageSection } from './written-page.ts'

/** Questions to answer before buying a machine (S150). The comparison table is placed between `NEEDS` and the rest. */
export const GUIDE_SECTIONS: readonly PageSection[] = [
  {
    id: 'needs',
    title: 'What do your products need?',
    blocks: [
      'Wrapping or filling? Products that scratch, dent or break need mats, which wrap bottles, separate plates and line boxes. Sturdy products that are smaller than their box need chips, which fill the space so that nothing moves. Heavy products need several layers of mats, because chips give way under them.',
      'Before you look at machines, pack one of your own products with a trial pack. Shake the parcel, then drop it on an edge, a corner and each face from the height it has to survive. If it survives five times, the packing is right.',
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
    title: 'How much per day?',
    blocks: [
      'Count the parcels of a busy day, not a quiet one, and then the used boxes that come in: a machine cannot make more packing than you have board. As a rule of thumb, a box with one square meter of board makes a mat of nearly the same area, or 12 to 20 liters of chips.',
      'Throughput in the specifications assumes one person who opens the boxes, removes the tape and feeds the machine. Someone who does that between other tasks reaches half of it. Plan for at most six hours of running time a day; that leaves time to empty and clean the machine and to check the blades.',
    ],
  },
  {
    id: 'material',
    title: 'Which board?',
    blocks: [
      {
        list: [
          'Clean and dry. Damp board tears and sticks: plan for dry storage off the floor next to the machine.',
          'Thickness: a flattened double-wall box is about 14 mm, an opened one about 7 mm. Compare this with “Board thickness”.',
          'Width: board wider than the feed width has to be cut first, which takes longer than feeding.',
          'No tape, no staples. A staple chips a disc, and a set of blades costs more than the minutes it takes to remove staples.',
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
    title: 'Which power supply?',
    blocks: [
      'Check “Supply” in the specifications. Small machines run on single-phase 230 to 240 V; larger ones need three phases at 400 or 480 V and their own 16 or 32 A outlet. Machines here do not run on 120 V: in North America, have an electrician install a 240 V circuit, or choose a machine for 480 V. Also check the frequency: 50 Hz in Europe, 60 Hz in North America. The product page tells you if a machine does not suit the power supply in your country. Ask for a slow-blow breaker, because motors draw several times their rated current when they start.',
      { links: [{ to: '/glossary#three-phase', label: 'Three-phase supply' }] },
    ],
  },
  {
    id: 'space',
    title: 'How much space?',
    blocks: [
      'A benchtop machine needs a steady bench that carries twice its weight. A floor machine needs its own length again in front and behind for board and mats, half a meter at the sides for cleaning, and a floor that carries a pallet truck. In-line machines need a place in the workflow: boxes come from receiving, packing goes to the packing tables, and neither crosses the path of a forklift.',
      'Measure the doors on the path. Machines come on a pallet and are unloaded at the curb or the loading dock.',
      { links: [{ to: '/shipping#freight', label: 'How freight ships' }] },
    ],
  },
  {
    id: 'safety',
    title: 'What makes it safe?',
    blocks: [
      {
        list: [
          'Guards that nobody can reach over, and a hood that stops the blades when it is lifted.',
          'An emergency stop within reach of the person who feeds the machine, and a main switch that can be locked.',
          'An extractor if the machine runs more than two hours a day: paper dust burns and gets into lungs and bearings.',
          'Ear protection above 80 dB(A); look at “Noise”.',
          'In Europe, a declaration of conformity, which the producer sends with the machine, and a CE mark. Ask about them before you buy.',
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
            ['Purchase', 'Price less quantity discount, plus tax, over eight years', 'Product page, cart'],
            ['Labor', 'Minutes per box × boxes × wage; by far the largest cost', 'Time it with a stopwatch'],
            ['Blades and belts', 'Price of a set ÷ its service life', 'Replacement parts'],
            ['Electricity', 'Rated power × hours × price per kWh', '“Power” in the specifications'],
            ['Dust and waste', 'Bags, filters, 5 to 8% trim', 'Accessories'],
            ['Saved: purchased packing', 'Rolls, sheets and chips you no longer buy', 'Last year’s invoices'],
            ['Saved: disposal', 'Fewer bales or containers', 'Your waste contract'],
          ],
        },
      },
      'Be careful with savings on freight: packing made from board weighs more than air pillows. Where carriers charge by volume, only a smaller box saves money. The impact calculator uses your own numbers.',
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
