/**
 * Parts and kinds that a drawing shows because the product's name or list of features says so. A drawing adds nothing that the product does
 * not list.
 */
const FEATURES = {
  // mat makers
  dustPort: /port for (?:a|the) dust extractor|dust port/iu,
  tunnelGuard: /tunnel guard/iu,
  trimKnives: /trim kni(?:fe|ves) ahead/iu,
  castors: /castors/iu,
  feedRollers: /powered feed roll/iu,
  photocells: /photocells/iu,
  gapScale: /gap adjustable/iu,
  foldingBelt: /belt \d+ mm long, folds/iu,
  hourMeter: /hour meter/iu,
  // chip makers
  lamp: /with lamp|\blamp and\b/iu,
  cassette: /cassette lifts out/iu,
  rotor: /rotor knives that/iu,
  wholeBoxes: /takes whole flattened boxes/iu,
  risingBelt: /discharge belt to \d+ mm height/iu,
  openRollers: /rollers open to the side/iu,
  // equipment
  rollerTop: /roller top/iu,
  sideRails: /side rails/iu,
  winder: /winder/iu,
  lid: /\blid with\b/iu,
  flap: /front flap/iu,
  twoCartridges: /two cartridges/iu,
  // parts
  plainRoller: /strip roller/iu,
  vBelt: /v-belt/iu,
  gear: /worm gear|gear motor/iu,
  flatKnives: /rotor knives, \d|knife set/iu,
  grooved: /grooved/iu,
  shaftOnly: /bearings not included/iu,
  // materials
  jar: /\bjars?\b/iu,
  magnum: /\bmagnum\b/iu,
  wholeRim: /whole rim/iu,
  unslit: /^plain mat\b/iu,
} as const

type Feature = keyof typeof FEATURES

/** The features of a product. */
export type Features = Pick<ReadonlySet<Feature>, 'has'>

/** Returns the features that a name and a list of features name. */
export function readFeatures(name: string, listed: readonly string[]): Features {
  const texts = [name, ...listed]
  return { has: (feature) => texts.some((text) => FEATURES[feature].test(text)) }
}
