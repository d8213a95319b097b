/** A term of the industry; `id` is its anchor on /glossary (S200). */
export type GlossaryTerm = {
  id: string
  term: string
  definition: string
  category: string
  /** Ids of related terms. */
  relatedTerms?: readonly string[]
}

/** Thirty terms in seventeen categories (S146, S147), in alphabetical order. */
export const GLOSSARY: readonly GlossaryTerm[] = [
  {
    id: 'bale',
    term: 'Bale',
    definition:
      'Used cardboard pressed and tied into a block for stacking and sale. A small vertical baler makes bales of 50 to 150 kg; mills prefer mill-size bales of about 400 to 600 kg. Board that goes through a mat maker or chip maker never becomes a bale: compare the weight you send away before and after to see how much stays in use.',
    category: 'Recovered paper',
    relatedTerms: ['occ', 'closed-loop'],
  },
  {
    id: 'basis-weight',
    term: 'Basis weight',
    definition:
      'How much a sheet of paper weighs for its area; also called grammage. It is given in g/m², or for containerboard in the United States in pounds per 1,000 square feet (1 lb/MSF is about 4.88 g/m²). The weight of a board is that of its liners plus that of its fluted papers; because a fluted paper is wavy, it counts 1.3 to 1.5 times.',
    category: 'Paper weight',
    relatedTerms: ['kraft-liner', 'flute', 'ect'],
  },
  {
    id: 'burst-strength',
    term: 'Burst strength',
    definition:
      'The pressure at which a rubber membrane breaks through the board (Mullen test, ISO 2759, TAPPI T 810), in kPa or lb/in². It shows how well a box resists punctures and rough handling, but says little about stacking. The round box maker’s certificate on a North American box states either this value or the ECT.',
    category: 'Board strength',
    relatedTerms: ['ect'],
  },
  {
    id: 'chip-maker',
    term: 'Chip maker',
    definition:
      'A machine that cuts used board into short pieces that are poured around products. Short flat chips pour well and settle; curled chips and zigzag strips spring back and hold products in place better. Throughput is given in parcel fills per hour; one fill is 10 liters of loose chips.',
    category: 'Machines',
    relatedTerms: ['void-fill', 'mat-maker', 'machine-names'],
  },
  {
    id: 'closed-loop',
    term: 'Closed loop',
    definition:
      'A material goes back into the same use instead of a lesser one: board into board, packing into packing. Reusing a delivered box as packing is a shorter loop than any through a mill, because the fiber is neither wetted nor remade; after its second trip, it can still go to the mill with the waste paper.',
    category: 'Circular economy',
    relatedTerms: ['occ', 'pcr-content'],
  },
  {
    id: 'cushioning-curve',
    term: 'Cushioning curve',
    definition:
      'A diagram of the shock that reaches the product (in g) against the load on the cushion (weight divided by bearing area), for one material, one thickness and one drop height. Each curve has a lowest point: a cushion under too little load is too stiff, one under too much load bottoms out. Curves are measured according to ASTM D1596.',
    category: 'Cushion design',
    relatedTerms: ['fragility', 'drop-height', 'cushioning-mat'],
  },
  {
    id: 'cushioning-mat',
    term: 'Cushioning mat',
    definition:
      'A sheet of board with staggered slits that has been expanded, so it bends in every direction and gives under load. It wraps bottles and turned parts, lines a box, or separates layers. Several layers cushion a heavy product; one layer protects a surface.',
    category: 'Protective packing',
    relatedTerms: ['mat-maker', 'cushioning-curve', 'void-fill'],
  },
  {
    id: 'die-cut',
    term: 'Die cut',
    definition:
      'Cut out with a steel-rule tool, which allows any outline, slot and crease. A die-cut box fits its product and needs less fill, but each shape needs its own tool. The offcuts of a die cutter are clean, unprinted board: good feed for a chip maker.',
    category: 'Box making',
    relatedTerms: ['fefco-code', 'chip-maker'],
  },
  {
    id: 'dimensional-weight',
    term: 'Dimensional weight',
    definition:
      'The weight that a carrier charges for a parcel that is large for its weight: length × width × height divided by the carrier’s divisor, often 5,000 for centimeters and kilograms, or 139 for inches and pounds. The carrier charges this or the actual weight, whichever is higher. A smaller box with less fill is nearly always the cheapest improvement.',
    category: 'Costs',
    relatedTerms: ['void-fill', 'ppwr', 'payback-period'],
  },
  {
    id: 'double-wall',
    term: 'Double wall',
    definition:
      'Board of three liners with two fluted layers between them, for example BC board of about 6.5 to 7 mm. Single wall has two liners and one fluted layer. Check the maximum board thickness in a machine’s specifications: a flattened double-wall box is two such walls on top of each other.',
    category: 'Board structure',
    relatedTerms: ['flute', 'kraft-liner', 'mat-maker'],
  },
  {
    id: 'drop-height',
    term: 'Drop height',
    definition:
      'The height of a fall that a parcel must survive. Lighter parcels are handled more carelessly, so the height is greater: a common test is 760 mm for parcels under 10 kg and 300 mm for 28 to 45 kg. Choose the height before you choose a cushion, then drop your own packed products on an edge, a corner and each face.',
    category: 'Transport tests',
    relatedTerms: ['ista-procedure', 'cushioning-curve', 'fragility'],
  },
  {
    id: 'dust-extraction',
    term: 'Dust extraction',
    definition:
      'A fan with a filter that removes paper dust where the board is cut. Fine paper dust gets into lungs, bearings and light barriers, and it burns. We recommend an extractor for machines that run more than two hours a day; check that its hose fits the machine’s port.',
    category: 'Machine safety',
    relatedTerms: ['lockout', 'chip-maker'],
  },
  {
    id: 'ect',
    term: 'ECT',
    definition:
      'Edge crush test: the force that a strip of board bears standing on its edge, in kN/m or lb/in (ISO 3037, TAPPI T 839). Together with the thickness and the outline of a box, it shows how much can be stacked on the box. A typical shipping box has 32 ECT, that is 32 lb/in or about 5.6 kN/m.',
    category: 'Board strength',
    relatedTerms: ['burst-strength', 'flute', 'moisture-content'],
  },
  {
    id: 'epr',
    term: 'EPR',
    definition:
      'Extended producer responsibility: businesses that put packaging on a market register, report the weights, and pay for collection and recycling. In the European Union, each country has its own register. Ask your register how it treats used boxes that you turn into packing: the answers differ.',
    category: 'Law',
    relatedTerms: ['ppwr'],
  },
  {
    id: 'fefco-code',
    term: 'FEFCO code',
    definition:
      'A four-digit number for the style of a box. 0201 is the common shipping box with flaps at top and bottom (in North America RSC, regular slotted container); 0427 is a die-cut mailer with a lid. The code shows which boxes open easily and lie flat before they are fed into a machine.',
    category: 'Box making',
    relatedTerms: ['die-cut'],
  },
  {
    id: 'flute',
    term: 'Flute',
    definition:
      'The wavy paper between the liners of corrugated board; it gives the board its thickness, stiffness and spring. The letter indicates the size of the wave: A about 4.8 mm, C about 3.6 mm, B about 2.5 mm, E about 1.2 mm, F below 1 mm. Tall flutes make softer mats, fine flutes make finer chips.',
    category: 'Board structure',
    relatedTerms: ['kraft-liner', 'double-wall', 'cushioning-mat'],
  },
  {
    id: 'fragility',
    term: 'Fragility',
    definition:
      'The greatest shock that a product survives, in g (multiples of gravity). Delicate instruments break at 15 to 40 g; most consumer goods withstand 60 to 100 g. Together with the drop height, it determines how thick a cushion must be.',
    category: 'Cushion design',
    relatedTerms: ['cushioning-curve', 'drop-height'],
  },
  {
    id: 'fsc',
    term: 'FSC',
    definition:
      'Forest Stewardship Council, an organization that certifies forests and the trade in their wood and paper. Labels: FSC 100% (certified forests only), FSC Recycled (reclaimed material only), FSC Mix. The chain of custody ends with an uncertified owner, so you may not sell packing made from labeled boxes with the label.',
    category: 'Certification',
    relatedTerms: ['pcr-content', 'kraft-liner'],
  },
  {
    id: 'ista-procedure',
    term: 'ISTA procedure',
    definition:
      'A series of transport tests of the International Safe Transit Association: vibration, drops, pressure, in a fixed order. The 1 series tests the general strength of a package; 3A simulates a parcel’s trip through a carrier’s network. Marketplaces and insurers require specific procedures, so ask which one they need.',
    category: 'Transport tests',
    relatedTerms: ['drop-height', 'cushioning-curve'],
  },
  {
    id: 'kraft-liner',
    term: 'Kraft liner',
    definition:
      'The strong outer paper of corrugated board, made mostly from new softwood fiber by the kraft process; testliner is its counterpart from recovered fiber. Kraft fibers are long: mats made from kraft board are less likely to tear at the slits and make less dust.',
    category: 'Board structure',
    relatedTerms: ['flute', 'basis-weight', 'fsc'],
  },
  {
    id: 'lockout',
    term: 'Lockout',
    definition:
      'Before anyone reaches near the blades, the machine is disconnected from its supply and secured with a lock to which only the person doing the work has the key (in the United States lockout/tagout, 29 CFR 1910.147; in Europe see ISO 14118). An emergency stop is not enough: it stops the motor, but anyone can release it.',
    category: 'Machine safety',
    relatedTerms: ['dust-extraction', 'three-phase'],
  },
  {
    id: 'machine-names',
    term: 'Machines, Repurposing, Products, Equipment',
    definition:
      'Four names for the same thing in this shop: machines that make packing from used board, with their accessories and replacement parts. The menu calls them Repurposing, their address is /products, and their list is titled Available Equipment. Materials, which the menu calls Packaging, are the mats and chips themselves.',
    category: 'Machines',
    relatedTerms: ['mat-maker', 'chip-maker'],
  },
  {
    id: 'mat-maker',
    term: 'Mat maker',
    definition:
      'A machine that pulls board between two shafts with interleaved discs, which cut staggered slits and turn the board into a cushioning mat. Benchtop machines are fed by hand with opened boxes, larger ones take whole flattened boxes or cut sheets. The feed width determines how much trimming you need to do.',
    category: 'Machines',
    relatedTerms: ['cushioning-mat', 'chip-maker', 'machine-names'],
  },
  {
    id: 'moisture-content',
    term: 'Moisture content',
    definition:
      'The share of water in board: about 7 to 8% in a room of 23 °C and 50% relative humidity (ISO 187). Damp board loses much of its stiffness, cuts poorly and sticks in machines; overly dry board breaks and makes dust. Store used boxes flat, indoors and off the floor.',
    category: 'Moisture',
    relatedTerms: ['ect', 'occ'],
  },
  {
    id: 'occ',
    term: 'OCC',
    definition:
      'Old corrugated containers: used boxes, collected for the paper mill. It is traded in grades: in Europe EN 643, with 1.05 for ordinary corrugated board, in North America OCC and double-sorted OCC. Good OCC (clean, dry, without wax or plastic lining) is also good feed for our machines once tape and staples are removed.',
    category: 'Recovered paper',
    relatedTerms: ['bale', 'closed-loop', 'moisture-content'],
  },
  {
    id: 'payback-period',
    term: 'Payback period',
    definition:
      'The number of months until a machine has saved what it cost: its price divided by the savings of one month. Savings are packing you no longer buy, disposal and freight; costs are labor, blades and power. Our impact calculator leaves most of the costs to you, so treat its result as a model.',
    category: 'Costs',
    relatedTerms: ['dimensional-weight'],
  },
  {
    id: 'pcr-content',
    term: 'PCR content',
    definition:
      'Post-consumer recycled content: the share of a material that was used and discarded by consumers before (ISO 14021). Factory offcuts that never reached a user are pre-consumer material and count separately. A box that is cut into packing without being remade is reused material; whether it counts as recycled depends on the rule in question.',
    category: 'Recycled content',
    relatedTerms: ['closed-loop', 'fsc', 'ppwr'],
  },
  {
    id: 'ppwr',
    term: 'PPWR',
    definition:
      'The European packaging and packaging waste regulation, (EU) 2025/40, applicable since August 12, 2026. It requires recyclable packaging, registered producers and less empty space: at most 50% in transport and e-commerce packaging, from 2030 at the earliest, and fill material counts as empty space. Packing made from used boxes is no exception: a box of the right size comes first.',
    category: 'Law',
    relatedTerms: ['epr', 'void-fill', 'dimensional-weight'],
  },
  {
    id: 'three-phase',
    term: 'Three-phase supply',
    definition:
      'Power on three conductors, 400 V in most of Europe and 208 or 480 V in North America, for motors of more than about 2 kW. Single-phase power comes from ordinary outlets: 230 V in Europe, 120 V in North America, where 240 V needs a separate circuit. Frequency matters, too: 50 Hz in Europe, 60 Hz in North America. Have an electrician check “Supply” in the specifications before you order.',
    category: 'Machine power',
    relatedTerms: ['lockout', 'machine-names'],
  },
  {
    id: 'void-fill',
    term: 'Void fill',
    definition:
      'Material that fills the space between product and box so that nothing moves. It holds; it does not have to cushion. Chips and strips of board fill by volume, and a parcel is full when you have to press the lid lightly. Shake it: what rattles, breaks.',
    category: 'Protective packing',
    relatedTerms: ['chip-maker', 'cushioning-mat', 'dimensional-weight'],
  },
]

/** Categories of the terms, in alphabetical order. */
export const GLOSSARY_CATEGORIES: readonly string[] = [...new Set(GLOSSARY.map(({ category }) => category))].sort()
