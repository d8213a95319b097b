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
      'Used cardboard pressed and tied into a block so that it can be stacked and sold. A small vertical press makes bales of 50 to 150 kg; a mill prefers mill-size bales of about 400 to 600 kg. Board that goes through a mat maker or chip maker never becomes a bale: weigh what you send away before and after to see how much stays in use.',
    category: 'Recovered paper',
    relatedTerms: ['occ', 'closed-loop'],
  },
  {
    id: 'basis-weight',
    term: 'Basis weight',
    definition:
      'How much a sheet of paper weighs for its area; also called grammage. It is given in g/m², in the United States for containerboard in pounds per 1,000 square feet (1 lb/MSF is about 4.88 g/m²). The weight of a whole board is that of its liners plus that of its fluted papers, and a fluted paper counts 1.3 to 1.5 times because it is wavy.',
    category: 'Paper weight',
    relatedTerms: ['kraft-liner', 'flute', 'ect'],
  },
  {
    id: 'burst-strength',
    term: 'Burst strength',
    definition:
      'The pressure that a rubber membrane needs to break through the board (Mullen test, ISO 2759, TAPPI T 810), in kPa or lb/in². It tells how well a box resists punctures and rough handling, and little about stacking. The round maker’s certificate on a North American box names either this value or the ECT.',
    category: 'Board strength',
    relatedTerms: ['ect'],
  },
  {
    id: 'chip-maker',
    term: 'Chip maker',
    definition:
      'A machine that cuts used board into short pieces that are poured round the goods. Short flat chips pour well and settle; curled chips and zigzag strips spring back and hold goods in place better. Throughput is given in parcel fills an hour, a fill being 10 liters of loose chips.',
    category: 'Machines',
    relatedTerms: ['void-fill', 'mat-maker', 'machine-names'],
  },
  {
    id: 'closed-loop',
    term: 'Closed loop',
    definition:
      'A material goes back into the same use instead of a lesser one: board into board, packing into packing. Using a delivered box again as packing is shorter than any loop through a mill, because the fiber is neither wetted nor remade; after its second trip it can still go to the mill with the waste paper.',
    category: 'Circular economy',
    relatedTerms: ['occ', 'pcr-content'],
  },
  {
    id: 'cushioning-curve',
    term: 'Cushioning curve',
    definition:
      'A diagram of the shock that arrives at the goods (in g) against the load on the cushion (weight divided by bearing area), for one material, one thickness and one drop height. Each curve has a lowest point: a cushion that is loaded too lightly is too stiff, one that is loaded too heavily bottoms out. Curves are measured with ASTM D1596.',
    category: 'Cushion design',
    relatedTerms: ['fragility', 'drop-height', 'cushioning-mat'],
  },
  {
    id: 'cushioning-mat',
    term: 'Cushioning mat',
    definition:
      'A sheet of board with staggered slits that has been expanded, so that it bends in every direction and gives under load. It wraps bottles and turned parts, lines a box, or lies between layers. Several layers cushion a heavy product; one layer protects a surface.',
    category: 'Protective packing',
    relatedTerms: ['mat-maker', 'cushioning-curve', 'void-fill'],
  },
  {
    id: 'die-cut',
    term: 'Die cut',
    definition:
      'Cut out with a steel-rule tool, so that any outline, slot and crease is possible. A die-cut box fits its product and needs less filling, but each shape needs its own tool. The offcuts of a die cutter are clean, unprinted board: good feed for a chip maker.',
    category: 'Box making',
    relatedTerms: ['fefco-code', 'chip-maker'],
  },
  {
    id: 'dimensional-weight',
    term: 'Dimensional weight',
    definition:
      'The weight that a carrier charges for a parcel that is large for what it weighs: length × width × height divided by a number of the carrier’s, often 5,000 with centimeters for kilograms, or 139 with inches for pounds. The higher of this and the real weight counts. A smaller box with less filling is nearly always the cheapest improvement.',
    category: 'Costs',
    relatedTerms: ['void-fill', 'ppwr', 'payback-period'],
  },
  {
    id: 'double-wall',
    term: 'Double wall',
    definition:
      'Board of three liners with two fluted layers between them, for example BC board of about 6.5 to 7 mm. Single wall has two liners and one fluted layer. Look at the greatest board thickness in a machine’s specification: a flattened double-wall box is two such walls on top of each other.',
    category: 'Board structure',
    relatedTerms: ['flute', 'kraft-liner', 'mat-maker'],
  },
  {
    id: 'drop-height',
    term: 'Drop height',
    definition:
      'How far a parcel must be able to fall. The lighter the parcel, the more carelessly it is handled, so the greater the height: a common test for parcels under 10 kg is 760 mm, for 28 to 45 kg it is 300 mm. Choose it before you choose a cushion, then drop your own packed goods on an edge, a corner and each face.',
    category: 'Transport tests',
    relatedTerms: ['ista-procedure', 'cushioning-curve', 'fragility'],
  },
  {
    id: 'dust-extraction',
    term: 'Dust extraction',
    definition:
      'A fan with a filter that takes paper dust away where the board is cut. Fine paper dust gets into lungs, bearings and light barriers, and it burns. We recommend an extractor for machines that run more than two hours a day; check that its hose fits the port of the machine.',
    category: 'Machine safety',
    relatedTerms: ['lockout', 'chip-maker'],
  },
  {
    id: 'ect',
    term: 'ECT',
    definition:
      'Edge crush test: the force that a strip of board bears standing on its edge, in kN/m or lb/in (ISO 3037, TAPPI T 839). From it, the thickness and the outline of a box follows how much can be stacked on it. A usual shipping box has 32 ECT, that is 32 lb/in or about 5.6 kN/m.',
    category: 'Board strength',
    relatedTerms: ['burst-strength', 'flute', 'moisture-content'],
  },
  {
    id: 'epr',
    term: 'EPR',
    definition:
      'Extended producer responsibility: whoever puts packaging on a market pays for its collection and recycling, and registers and reports the weights to do so. In the European Union each country has its own register. Ask your register how it counts used boxes that you turn into packing: the answers differ.',
    category: 'Law',
    relatedTerms: ['ppwr'],
  },
  {
    id: 'fefco-code',
    term: 'FEFCO code',
    definition:
      'A four-digit number for the style of a box. 0201 is the usual shipping box with flaps at top and bottom (in North America RSC, regular slotted container); 0427 is a die-cut mailer with a lid. The code tells which boxes lie flat and open easily before they are fed to a machine.',
    category: 'Box making',
    relatedTerms: ['die-cut'],
  },
  {
    id: 'flute',
    term: 'Flute',
    definition:
      'The wavy paper between the liners of corrugated board; it gives the board its thickness, its stiffness and its spring. The letter names the size of the wave: A about 4.8 mm, C about 3.6 mm, B about 2.5 mm, E about 1.2 mm, F below 1 mm. Tall flutes make softer mats, fine flutes make finer chips.',
    category: 'Board structure',
    relatedTerms: ['kraft-liner', 'double-wall', 'cushioning-mat'],
  },
  {
    id: 'fragility',
    term: 'Fragility',
    definition:
      'The greatest shock that a product survives, in g, that is in multiples of gravity. Delicate instruments break at 15 to 40 g, most consumer goods stand 60 to 100 g. With the drop height it decides how thick a cushion must be.',
    category: 'Cushion design',
    relatedTerms: ['cushioning-curve', 'drop-height'],
  },
  {
    id: 'fsc',
    term: 'FSC',
    definition:
      'Forest Stewardship Council, an organization that certifies forests and the trade in their wood and paper. Labels: FSC 100% (certified forests only), FSC Recycled (reclaimed material only), FSC Mix. The chain of custody ends with an uncertified owner, so packing that you make from labeled boxes may not be sold with the label.',
    category: 'Certification',
    relatedTerms: ['pcr-content', 'kraft-liner'],
  },
  {
    id: 'ista-procedure',
    term: 'ISTA procedure',
    definition:
      'A series of transport tests of the International Safe Transit Association: vibration, drops, pressure, in a fixed order. Procedures of the 1 series test the strength of a pack in general, 3A imitates a parcel’s way through a carrier’s network. Marketplaces and insurers ask for a report by name, so ask which one they mean.',
    category: 'Transport tests',
    relatedTerms: ['drop-height', 'cushioning-curve'],
  },
  {
    id: 'kraft-liner',
    term: 'Kraft liner',
    definition:
      'The strong outer paper of corrugated board, made mostly from new softwood fiber by the kraft process; testliner is its counterpart from recovered fiber. Kraft fibers are long: mats from kraft board tear later at the slits, and make less dust.',
    category: 'Board structure',
    relatedTerms: ['flute', 'basis-weight', 'fsc'],
  },
  {
    id: 'lockout',
    term: 'Lockout',
    definition:
      'Before hands go near blades the machine is separated from its supply and secured with a lock, of which only the person at work has the key (in the United States lockout/tagout, 29 CFR 1910.147; in Europe see ISO 14118). An emergency stop is not enough: it stops the motor, but anybody can release it.',
    category: 'Machine safety',
    relatedTerms: ['dust-extraction', 'three-phase'],
  },
  {
    id: 'machine-names',
    term: 'Machines, Repurposing, Products, Equipment',
    definition:
      'Four names for one thing in this shop. Machines are what we sell for making packing from used board, with their accessories and replacement parts. The menu calls them Repurposing, their address is /products, and their list is headed Available Equipment. Materials, which the menu calls Packaging, are the mats and chips themselves.',
    category: 'Machines',
    relatedTerms: ['mat-maker', 'chip-maker'],
  },
  {
    id: 'mat-maker',
    term: 'Mat maker',
    definition:
      'A machine that draws board between two shafts with interleaved discs, cuts staggered slits into it and so turns it into a cushioning mat. Benchtop machines take opened boxes by hand, larger ones whole flattened boxes or cut sheets. The feed width decides how much trimming you do.',
    category: 'Machines',
    relatedTerms: ['cushioning-mat', 'chip-maker', 'machine-names'],
  },
  {
    id: 'moisture-content',
    term: 'Moisture content',
    definition:
      'The share of water in board: about 7 to 8% in a room of 23 °C and 50% relative humidity (ISO 187). Damp board loses much of its stiffness, is cut badly and sticks in a machine; dry board breaks and makes dust. Store used boxes flat, indoors and off the floor.',
    category: 'Moisture',
    relatedTerms: ['ect', 'occ'],
  },
  {
    id: 'occ',
    term: 'OCC',
    definition:
      'Old corrugated containers: used boxes, collected for the paper mill. The trade knows grades, in Europe EN 643 with 1.05 for ordinary corrugated board, in North America OCC and double-sorted OCC. What is good OCC, clean, dry and without wax or plastic lining, is good feed for our machines too, once tape and staples are off.',
    category: 'Recovered paper',
    relatedTerms: ['bale', 'closed-loop', 'moisture-content'],
  },
  {
    id: 'payback-period',
    term: 'Payback period',
    definition:
      'The months until a machine has saved what it cost: its price divided by the savings of one month. Count bought packing that falls away, disposal and freight on the plus side, and minutes of work, blades and power on the minus side. Our impact calculator leaves the minus side mostly to you, so treat its result as a model.',
    category: 'Costs',
    relatedTerms: ['dimensional-weight'],
  },
  {
    id: 'pcr-content',
    term: 'PCR content',
    definition:
      'Post-consumer recycled content: the share of a material that somebody used and threw away before (ISO 14021). Offcuts of a factory that never reached a user are pre-consumer material and count separately. A box that is cut into packing without being remade is reused material; whether it counts as recycled depends on the rule that asks.',
    category: 'Recycled content',
    relatedTerms: ['closed-loop', 'fsc', 'ppwr'],
  },
  {
    id: 'ppwr',
    term: 'PPWR',
    definition:
      'The European packaging and packaging waste regulation, (EU) 2025/40, in force for packaging since 12 August 2026. It asks for recyclable packaging, registered producers and less empty space: in transport and e-commerce packaging at most 50% at the earliest from 2030, and filling material counts as empty space. Packing from used boxes does not change that rule: a box of the right size comes first.',
    category: 'Law',
    relatedTerms: ['epr', 'void-fill', 'dimensional-weight'],
  },
  {
    id: 'three-phase',
    term: 'Three-phase supply',
    definition:
      'Current on three conductors, 400 V in most of Europe and 208 or 480 V in North America, for motors of more than about 2 kW. Single-phase current comes from ordinary sockets: 230 V in Europe, 120 V in North America, where 240 V has a circuit of its own. Frequency counts, too: 50 Hz in Europe, 60 Hz in North America. Have an electrician read the line “Supply” of a specification before you order.',
    category: 'Machine power',
    relatedTerms: ['lockout', 'machine-names'],
  },
  {
    id: 'void-fill',
    term: 'Void fill',
    definition:
      'What fills the room between goods and box so that nothing moves. It holds; it does not have to cushion. Chips and strips of board fill by volume, and a parcel is full when the lid has to be pressed lightly. Shake it: what rattles, breaks.',
    category: 'Protective packing',
    relatedTerms: ['chip-maker', 'cushioning-mat', 'dimensional-weight'],
  },
]

/** Categories of the terms, in alphabetical order. */
export const GLOSSARY_CATEGORIES: readonly string[] = [...new Set(GLOSSARY.map(({ category }) => category))].sort()
