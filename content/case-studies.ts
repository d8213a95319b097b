/* The five success stories (S203-S206). They are worked examples, not customers, and are labeled so wherever they are shown. */

/** A success story; products are named as in the catalog. */
export interface CaseStudyText {
  id: string
  title: string
  client: string
  industry: string
  location: string
  /** Month and year. */
  completedDate: string
  challenge: string
  solution: string
  results: readonly { metric: string; value: string; improvement: string }[]
  products: readonly { name: string; slug: string }[]
  testimonial: { quote: string; author: string; position: string }
  featured: boolean
  /** True until a customer confirms the story in writing. */
  illustrative: boolean
  /** A drawing of the shop's own. */
  scene: 'mat-maker' | 'wrap-sleeve' | 'chip-box' | 'taped-box' | 'edge-protector'
  imageAlt: string
}

/** Featured stories first, in the order of the specification. */
export const caseStudies: readonly CaseStudyText[] = [
  {
    id: 'automotive-efficiency',
    title: 'A brake plant wraps its castings in its own inbound cartons',
    client: 'A tier-one brake supplier (illustrative)',
    industry: 'Automotive Manufacturing',
    location: 'Toledo, Ohio',
    completedDate: 'March 2024',
    challenge:
      'Four packing stations wrapped brake calipers in purchased kraft paper and foam. Every week, two roll-off containers of cartons left the same building for recycling. Stations ran out of paper several times a shift, packers walked to get new rolls, and every tenth outgoing pallet was repacked because castings had rubbed against each other.',
    solution:
      'An EcoMat Pro 2000 now sits between receiving and packing. One person cuts inbound cartons into 600 × 400 mm sheets, the machine slits them, and a stacker delivers the mats in counted piles. Each caliper gets one mat, folded once. A staple detector ahead of the infeed table protects the discs.',
    results: [
      { metric: 'Parcels packed per hour', value: '61, up from 40', improvement: '+52%' },
      { metric: 'Packing material bought per month', value: '$3,100, down from $9,700', improvement: '−68%' },
      { metric: 'Pallets repacked for rub damage', value: '1 in 70, down from 1 in 10', improvement: '−86%' },
      { metric: 'Payback of machine and accessories', value: '8 months, 12 planned', improvement: '−33%' },
    ],
    products: [
      { name: 'EcoMat Pro 2000', slug: 'ecomat-pro-2000' },
      { name: 'Infeed table 640', slug: 'infeed-table-640' },
      { name: 'Staple detector 640', slug: 'staple-detector-640' },
      { name: 'Mat stacker 640', slug: 'mat-stacker-640' },
    ],
    testimonial: {
      quote: 'Nobody walks to get paper anymore. The mats are at the station before the castings are.',
      author: 'Illustrative quote',
      position: 'Packing supervisor, brake plant',
    },
    featured: true,
    illustrative: true,
    scene: 'mat-maker',
    imageAlt: 'Mat maker: board goes in at the back, a slit mat comes out at the front',
  },
  {
    id: 'aerospace-precision',
    title: 'Machined wing brackets ship in mats cut to their length',
    client: 'A maker of structural aircraft parts (illustrative)',
    industry: 'Aerospace & Defense',
    location: 'Wichita, Kansas',
    completedDate: 'September 2024',
    challenge:
      'Milled brackets 0.4 to 1.9 m long shipped in crates with foam cut to shape. Each new part number needed a new foam set, with a six-week lead time and a minimum order, and the customer sent the foam to landfill. When a foam set was late, finished parts had to wait.',
    solution:
      'An EcoMat 2500 Commercial turns the large flat cartons of incoming blanks into double-layer mats. Brackets are wrapped, edges get a strip, and heavy mats block the crate. Only the datum faces keep a reusable plastic cap. The packing instructions for all part numbers fit on one page.',
    results: [
      { metric: 'Crates packed per shift', value: '29, up from 21', improvement: '+38%' },
      { metric: 'Lead time for a new part number', value: '1 day, down from 6 weeks', improvement: '−97%' },
      { metric: 'Foam sent to landfill per year', value: '0.6 t, down from 7.4 t', improvement: '−92%' },
      { metric: 'Payback of the machine', value: '11 months, 14 planned', improvement: '−21%' },
    ],
    products: [
      { name: 'EcoMat 2500 Commercial', slug: 'ecomat-2500' },
      { name: 'Infeed table 1000', slug: 'infeed-table-1000' },
      { name: 'Edge strip 1800 mm', slug: 'edge-strip-1800' },
    ],
    testimonial: {
      quote: 'A new bracket used to start with a foam drawing. Now it starts with the bracket.',
      author: 'Illustrative quote',
      position: 'Logistics engineer, aircraft parts',
    },
    featured: true,
    illustrative: true,
    scene: 'wrap-sleeve',
    imageAlt: 'A sleeve of slit board, stretched around what it protects',
  },
  {
    id: 'electronics-miniaturization',
    title: 'Small sensors, smaller boxes: chips replace air pillows',
    client: 'A maker of sensors for home appliances (illustrative)',
    industry: 'Consumer Electronics',
    location: 'Eindhoven, Netherlands',
    completedDate: 'January 2025',
    challenge:
      'Sensors the size of a matchbox shipped in cartons ten times their volume, filled with air pillows. The pillows lost pressure in the freight hub, parts shifted into the corners, and customers complained about the plastic. The cartons that circuit boards arrived in were pressed into bales.',
    solution:
      'A ChipMaster Compact next to the packing line turns those cartons into chips. Packers pour them from a cart up to the fill line inside the box. Because the fill does not settle, three box sizes became five smaller ones.',
    results: [
      { metric: 'Parcels packed per hour', value: '94, up from 64', improvement: '+47%' },
      { metric: 'Average parcel volume', value: '1.9 l, down from 4.1 l', improvement: '−54%' },
      { metric: 'Plastic fill bought per month', value: 'none, down from 62 rolls', improvement: '−100%' },
      { metric: 'Payback of the machine', value: '6 months, 9 planned', improvement: '−33%' },
    ],
    products: [
      { name: 'ChipMaster Compact', slug: 'chipmaster-compact' },
      { name: 'Chip cart 400 l', slug: 'chip-cart-400' },
      { name: 'Dust extractor 1500', slug: 'dust-extractor-1500' },
    ],
    testimonial: {
      quote: 'The small boxes were the surprise. We were looking for cheaper fill and found cheaper freight.',
      author: 'Illustrative quote',
      position: 'Head of shipping, sensor maker',
    },
    featured: false,
    illustrative: true,
    scene: 'chip-box',
    imageAlt: 'An open box full of cardboard chips',
  },
  {
    id: 'medical-device-manufacturing',
    title: 'Clean outside, traceable inside: packing for infusion pumps',
    client: 'A builder of infusion pumps (illustrative)',
    industry: 'Medical Devices',
    location: 'Galway, Ireland',
    completedDate: 'May 2025',
    challenge:
      'Pumps ship sealed in a clean bag, so the packing around it never touches the device. Still, every packing material needs a lot number, and purchased mats came in mixed lots without one. Every audit found it. Damage in transit was low, but each damaged pump meant recalling its batch paperwork.',
    solution:
      'An EcoMat 1000 runs in the packing room, outside the clean area, with a dust extractor. It is fed only with plain white cartons from one supplier. Each stack of mats is labeled with the lot number of its delivery, and the packer scans it with the pump.',
    results: [
      { metric: 'Pumps packed per hour', value: '34, up from 25', improvement: '+36%' },
      { metric: 'Packing material with a lot number', value: '100%, up from 38%', improvement: '+62 points' },
      { metric: 'Pumps damaged in transit', value: '3 in 10,000, down from 8', improvement: '−63%' },
      { metric: 'Payback of machine and extractor', value: '12 months, 18 planned', improvement: '−33%' },
    ],
    products: [
      { name: 'EcoMat 1000', slug: 'ecomat-1000' },
      { name: 'Dust extractor 1500', slug: 'dust-extractor-1500' },
      { name: 'Staple detector 640', slug: 'staple-detector-640' },
    ],
    testimonial: {
      quote: 'The auditor asked for the lot number of the packing, and for the first time, someone just scanned it.',
      author: 'Illustrative quote',
      position: 'Quality manager, medical devices',
    },
    featured: false,
    illustrative: true,
    scene: 'taped-box',
    imageAlt: 'A closed box, taped and ready to leave',
  },
  {
    id: 'renewable-energy-components',
    title: 'Inverter housings cross the ocean on mats and edge strips',
    client: 'A maker of solar inverters (illustrative)',
    industry: 'Renewable Energy',
    location: 'Kassel, Germany',
    completedDate: 'October 2025',
    challenge:
      'Aluminum housings of 38 kg were shipped by sea on pallets with expanded polystyrene corners. The corners crumbled when containers were unloaded by hand, three countries charged a levy on them, and the bulky corners filled a third of the warehouse.',
    solution:
      'A ChipMaster Pro makes the fill between housings, and edge strips and heavy mats from a producer absorb the pressure of the straps. A week’s supply fits on four pallets. The empty pallets come back with cartons, the raw material for the next week.',
    results: [
      { metric: 'Pallets packed per shift', value: '38, up from 25', improvement: '+52%' },
      { metric: 'Warehouse space for packing', value: '140 m², down from 410 m²', improvement: '−66%' },
      { metric: 'Polystyrene bought per year', value: 'none, down from 5.8 t', improvement: '−100%' },
      { metric: 'Payback of the machine', value: '9 months, 12 planned', improvement: '−25%' },
    ],
    products: [
      { name: 'ChipMaster Pro', slug: 'chipmaster-pro' },
      { name: 'Heavy mat 1000 × 600', slug: 'heavy-mat-1000x600' },
      { name: 'Edge strip 1000 mm', slug: 'edge-strip-1000' },
      { name: 'Inclined chip conveyor 3 m', slug: 'inclined-chip-conveyor-3m' },
    ],
    testimonial: {
      quote: 'We did not change the pallet, only what holds the housing on it. The levy went away with the foam.',
      author: 'Illustrative quote',
      position: 'Purchasing, inverter maker',
    },
    featured: false,
    illustrative: true,
    scene: 'edge-protector',
    imageAlt: 'Edge strips of folded board',
  },
]
