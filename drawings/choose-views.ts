import { FLAT_VIEWS, isSceneName, missingRow, SCENES, type SceneName, type View } from './draw.ts'
import { type DrawingSubject, readSpecifications } from './specifications.ts'

/** Words in the name of a part, an accessory or a packaging, most specific first. */
const BY_NAME: readonly (readonly [RegExp, SceneName])[] = [
  [/dust|extract|cyclone/iu, 'dust-extractor'],
  [/filter|cartridge/iu, 'filter-cartridge'],
  [/detector|metal bar/iu, 'detector-bar'],
  [/switch|interlock/iu, 'safety-switch'],
  [/sensor|photo-?(?:eye|cell)|light barrier/iu, 'sensor'],
  [/lubric|grease|\boil\b/iu, 'lubricant-kit'],
  [/tool ?kit|tool set|maintenance kit|service kit/iu, 'tool-kit'],
  [/ring kni|circular (?:blade|kni)|round (?:blade|kni)/iu, 'ring-knives'],
  [/cutter head|cutting (?:head|unit|cassette)/iu, 'cutter-head'],
  [/(?:feed|rubber|drive|pressure|transport) roll/iu, 'feed-roller'],
  [/cutter roll|cutting roll|cutting shaft|cutter shaft|perforating (?:shaft|roll)|strip roll|blade roll|knife roll/iu, 'cutter-roller'],
  [/(?:drive|timing|v|toothed)[- ]?belt/iu, 'drive-belt'],
  [/blade|kni(?:fe|ves)|disc set/iu, 'blade-set'],
  [/conveyor/iu, 'conveyor'],
  [/gear|motor/iu, 'motor'],
  [/control|panel|display/iu, 'control-panel'],
  [/roll (?:stand|holder)|unwind|rewind|winder/iu, 'roll-stand'],
  [/stack/iu, 'stacker'],
  [/cutting|trim/iu, 'cutting-table'],
  [/infeed|feed table|roller table|extension table|table/iu, 'infeed-table'],
  [/\bbin\b|cart\b|trolley|collect|container/iu, 'collection-bin'],
  [/belt/iu, 'drive-belt'],
  [/roller/iu, 'feed-roller'],
]

const BY_PACKAGING_NAME: readonly (readonly [RegExp, SceneName])[] = [
  [/bulk|big bag/iu, 'bulk-bag'],
  [/bottle|sleeve|wrap/iu, 'wrap-sleeve'],
  [/edge|corner|profile/iu, 'edge-protector'],
  [/shred|strip|void|straw|wool/iu, 'void-fill-strips'],
  [/\broll/iu, 'mat-roll'],
  [/\bbag|sack/iu, 'chip-bag'],
]

/** The first of the shop's own scenes, which are no pictures of a product. */
const FIRST_OF_SHOP: SceneName = 'empty-box'
const PRODUCT_SCENES: readonly SceneName[] = SCENES.slice(0, SCENES.indexOf(FIRST_OF_SHOP))
const MACHINES: readonly string[] = ['mat-maker', 'chip-maker']

/** Returns a fitting drawing for a product without pictures. */
export function defaultScene(category: string, specifications: Readonly<Record<string, string>>, name: string): SceneName {
  const named = (rules: typeof BY_NAME): SceneName | undefined => rules.find(([pattern]) => pattern.test(name))?.[1]
  if (category === 'mat-maker' || category === 'chip-maker') return category
  if (category === 'replacement-parts') return named(BY_NAME) ?? 'motor'
  if (category === 'accessories') return named(BY_NAME) ?? 'infeed-table'
  const { rollWidth, rollDiameter, boxSize, bagSize, bulkBagSize } = readSpecifications({ name, specifications })
  if (category === 'mat') return named(BY_PACKAGING_NAME) ?? (rollWidth || rollDiameter ? 'mat-roll' : 'mat-stack')
  if (category === 'chip')
    return bulkBagSize ? 'bulk-bag' : bagSize ? 'chip-bag' : boxSize ? 'chip-box' : (named(BY_PACKAGING_NAME) ?? 'chip-box')
  return named(BY_PACKAGING_NAME) ?? 'taped-box'
}

/** Returns the main drawing of a product: `chosen` by its seller where that is a scene for products, else the one that fits. */
export function mainView(category: string, { name, specifications }: Omit<DrawingSubject, 'slug'>, chosen?: string): SceneName {
  return chosen && isProductScene(chosen) ? chosen : defaultScene(category, specifications, name)
}

/**
 * Returns the views of a product, its main drawing (`mainView`) first. A machine is followed by what it makes and by its footprint, a
 * material by its swatch; each only when the sizes that it shows are specified.
 */
export function viewsOf(category: string, subject: DrawingSubject, chosen?: string): readonly [View, ...View[]] {
  const main = mainView(category, subject, chosen)
  const { dimensions, slitSpacing, piece, features } = readSpecifications(subject)
  const isKnown: Readonly<Record<(typeof FLAT_VIEWS)[number], boolean>> = {
    'product-of': MACHINES.includes(main) && (main === 'mat-maker' ? slitSpacing : piece) !== null,
    footprint: MACHINES.includes(main) && dimensions !== null,
    swatch: (category === 'mat' || category === 'chip') && (slitSpacing !== null || piece !== null || features.has('unslit')),
  }
  return [main, ...FLAT_VIEWS.filter((view) => isKnown[view])]
}

/** Returns whether a product may be drawn as `name`. */
export function isProductScene(name: string): name is SceneName {
  return isSceneName(name) && PRODUCT_SCENES.includes(name)
}

/** Returns why a product cannot be drawn as `scene`, which is another than the one that fits, or null. */
export function drawingProblem(scene: string, category: string, subject: Omit<DrawingSubject, 'slug'>): string | null {
  if (!isProductScene(scene) || scene === defaultScene(category, subject.specifications, subject.name)) return null
  const row = missingRow(scene, subject)
  return row ? `This drawing needs ${row}.` : null
}
