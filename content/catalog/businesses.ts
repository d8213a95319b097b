import type { CatalogBusiness } from './types.ts'

export const NORTH_FOLD = 'North Fold Works'
export const SECOND_WAVE = 'Second Wave Packaging'
export const KARLSUND = 'Karlsund Maskin'
export const LINDHORST = 'Lindhorst Kartontechnik'
export const LAKESIDE = 'Lakeside Fiber Supply'
export const CARTON_CLAIR = 'Carton Clair'
export const KILN_ROW = 'Kiln Row Ceramics'

const approved = { status: 'Active', businessStatus: 'approved' } as const

export const businesses: readonly CatalogBusiness[] = [
  {
    name: NORTH_FOLD,
    email: 'hello@northfold.test',
    phone: '+1 218 555 0142',
    website: 'https://www.northfold.example',
    address: '410 Garfield Avenue',
    city: 'Duluth, Minnesota',
    postalCode: '55802',
    country: 'United States of America',
    countryCode: 'US',
    description:
      'We build the EcoMat line: slitting machines that turn used boxes into padding mats. Frames, shafts and guards are made in our own shop; motors and controls are bought in from standard ranges, so your electrician can get them locally. We keep wearing parts for every model we have sold.',
    businessType: 'producer',
    trader: {
      legalName: 'North Fold Works LLC',
      legalForm: 'LLC',
      representative: 'Nora Fold',
      registerName: 'Minnesota Secretary of State',
      registerNumber: 'DEMO-1001',
      isChecked: true,
    },
    ...approved,
    ownerEmail: 'seller@reflute.test',
  },
  {
    name: SECOND_WAVE,
    email: 'orders@secondwave.test',
    phone: '+353 20 910 0142',
    website: 'https://www.secondwave.example',
    address: 'Unit 7, Dock Road Business Park',
    city: 'Limerick',
    postalCode: 'V94 T0W0',
    country: 'Ireland',
    countryCode: 'IE',
    description:
      'We collect flattened boxes from retailers within about 60 km, sort them by hand and cut them into mats, rolls and chips. Boxes that are wet, waxed or food-stained go to the paper mill instead. Smaller firms buy from us by the pack, larger ones by the pallet.',
    businessType: 'producer',
    trader: {
      legalName: 'Second Wave Packaging Limited',
      legalForm: 'Limited company',
      representative: 'Sean Wave',
      registerName: 'Companies Registration Office, Ireland',
      registerNumber: 'DEMO-1002',
      isChecked: true,
    },
    ...approved,
    ownerEmail: 'seller2@reflute.test',
  },
  {
    name: KARLSUND,
    email: 'info@karlsund.test',
    phone: '+46 31 390 06 12',
    website: 'https://www.karlsund.example',
    address: 'Exportgatan 48',
    city: 'Göteborg',
    postalCode: '422 46',
    country: 'Sweden',
    countryCode: 'SE',
    description:
      'Karlsund builds the ChipMaster chip makers, from a bench unit to a machine for a continuous packing line. We come from shredder repair, so our cutting cassettes are made to be lifted out and reground. Commissioning on site is possible in Scandinavia and the Baltic states.',
    businessType: 'producer',
    trader: {
      legalName: 'Karlsund Maskin AB',
      legalForm: 'Aktiebolag',
      representative: 'Karin Sund',
      registerName: 'Bolagsverket',
      registerNumber: 'DEMO-1003',
      isChecked: true,
    },
    ...approved,
  },
  {
    name: LINDHORST,
    email: 'kontakt@lindhorst.test',
    phone: '+49 221 4710 318',
    website: 'https://www.lindhorst.example',
    address: 'Niehler Gürtel 87',
    city: 'Köln',
    postalCode: '50735',
    country: 'Germany',
    countryCode: 'DE',
    description:
      'A toolmaking firm for board converters: perforating shafts, strip cutters, knives and the handling equipment around them. We grind knives of our own and of other makers and say so openly when regrinding is no longer worth it.',
    businessType: 'producer',
    trader: {
      legalName: 'Lindhorst Kartontechnik GmbH',
      legalForm: 'GmbH',
      representative: 'Ludwig Lindhorst',
      registerName: 'Handelsregister Köln',
      registerNumber: 'DEMO-1004',
      isChecked: false,
    },
    ...approved,
  },
  {
    name: LAKESIDE,
    email: 'sales@lakesidefiber.test',
    phone: '+1 920 555 0178',
    website: 'https://www.lakesidefiber.example',
    address: '1625 Quincy Street',
    city: 'Green Bay, Wisconsin',
    postalCode: '54302',
    country: 'United States of America',
    countryCode: 'US',
    description:
      'Lakeside makes padding and void fill from used double-wall cartons, most of them from appliance and auto-parts warehouses around the Great Lakes. Heavy board is our specialty: thick mats, pallet pads and edge strips. We do not cut retail-printed folding carton.',
    businessType: 'producer',
    trader: {
      legalName: 'Lakeside Fiber Supply Inc.',
      legalForm: 'Inc.',
      representative: 'Lane Side',
      registerName: 'Wisconsin Department of Financial Institutions',
      registerNumber: 'DEMO-1005',
      isChecked: true,
    },
    ...approved,
  },
  {
    name: CARTON_CLAIR,
    email: 'bonjour@cartonclair.test',
    phone: '+33 4 65 71 12 40',
    website: 'https://www.cartonclair.example',
    address: '18 rue des Frères Amadéo',
    city: 'Vénissieux',
    postalCode: '69200',
    country: 'France',
    countryCode: 'FR',
    description:
      'Carton Clair works for shops whose customers see the inside of the parcel: bottles, cosmetics, tableware. We pick out plain, unprinted boxes and cut narrow formats and sleeves from them. If a batch of plain board runs out, we say so rather than mix in printed board.',
    businessType: 'producer',
    trader: {
      legalName: 'Carton Clair SARL',
      legalForm: 'SARL',
      representative: 'Claire Carton',
      registerName: 'RCS Lyon',
      registerNumber: 'DEMO-1006',
      isChecked: true,
    },
    ...approved,
  },
  {
    name: KILN_ROW,
    email: 'packing@kilnrow.test',
    phone: '+44 1632 960 174',
    website: 'https://www.kilnrow.example',
    address: '22 Podmore Street',
    city: 'Stoke-on-Trent',
    postalCode: 'ST6 9ZZ',
    country: 'United Kingdom',
    countryCode: 'GB',
    description:
      'We make stoneware and post it ourselves. An EcoMat 1000 and a ChipMaster Mini turn our incoming boxes into padding; before the autumn rush they make more than we use, and we sell the surplus. What we list is what is on the shelf, so quantities are small and do not come back every month.',
    businessType: 'consumer',
    trader: {
      legalName: 'Kiln Row Ceramics Ltd',
      legalForm: 'Ltd',
      representative: 'Kim Row',
      registerName: 'Companies House',
      registerNumber: 'DEMO-1007',
      isChecked: true,
    },
    ...approved,
  },
]
