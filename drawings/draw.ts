import { Scene } from './iso.ts'
import { bulkBag, chipBag } from './scenes/bags.ts'
import { chipBox, emptyBox, lowBox, stepBox, tapedBox, voidFill } from './scenes/boxes.ts'
import { chipMaker } from './scenes/chip-makers.ts'
import { bladeSet, cutterHead, cutterRoller, feedRoller, ringKnives } from './scenes/cutters.ts'
import type { Measure, SceneDefinition } from './scenes/definition.ts'
import { controlPanel, driveBelt, motor, sensor } from './scenes/drives.ts'
import { collectionBin, conveyor, cuttingTable, infeedTable, rollStand, stacker } from './scenes/equipment.ts'
import { hero, matMaker, stepMachine } from './scenes/mat-makers.ts'
import { edgeProtector, flatBoard, matRoll, matStack, stepMat, wrapSleeve } from './scenes/mats.ts'
import { dustExtractor, filterCartridge, lubricantKit, toolKit } from './scenes/upkeep.ts'
import { type DrawingSpecifications, readSpecifications } from './specifications.ts'
import { HEIGHT, WIDTH } from './svg.ts'

/** Names of all drawings: products first, then the shop's own states and steps. */
export const SCENES = [
  'mat-maker',
  'chip-maker',
  'mat-stack',
  'mat-roll',
  'chip-box',
  'chip-bag',
  'bulk-bag',
  'void-fill-strips',
  'edge-protector',
  'wrap-sleeve',
  'cutter-roller',
  'feed-roller',
  'blade-set',
  'ring-knives',
  'cutter-head',
  'drive-belt',
  'motor',
  'control-panel',
  'sensor',
  'filter-cartridge',
  'roll-stand',
  'infeed-table',
  'conveyor',
  'cutting-table',
  'stacker',
  'collection-bin',
  'dust-extractor',
  'lubricant-kit',
  'tool-kit',
  'empty-box',
  'low-box',
  'taped-box',
  'flat-board',
  'step-box',
  'step-machine',
  'step-mat',
  'hero',
] as const

export type SceneName = (typeof SCENES)[number]

/** The subject of a drawing: a product, or a made-up name and no specifications for the shop's own scenes. */
export type DrawingSubject = {
  readonly slug: string
  readonly name: string
  readonly specifications: Readonly<Record<string, string>>
}

/** Alt text and caption of a drawing. */
type DrawingText = { readonly alt: string; readonly caption: string }

/** A finished drawing with its texts and its size in CSS pixels. */
type Drawing = DrawingText & { readonly svg: string; readonly width: typeof WIDTH; readonly height: typeof HEIGHT }

const DEFINITIONS: Readonly<Record<SceneName, SceneDefinition>> = {
  'mat-maker': matMaker,
  'chip-maker': chipMaker,
  'mat-stack': matStack,
  'mat-roll': matRoll,
  'chip-box': chipBox,
  'chip-bag': chipBag,
  'bulk-bag': bulkBag,
  'void-fill-strips': voidFill,
  'edge-protector': edgeProtector,
  'wrap-sleeve': wrapSleeve,
  'cutter-roller': cutterRoller,
  'feed-roller': feedRoller,
  'blade-set': bladeSet,
  'ring-knives': ringKnives,
  'cutter-head': cutterHead,
  'drive-belt': driveBelt,
  motor,
  'control-panel': controlPanel,
  sensor,
  'filter-cartridge': filterCartridge,
  'roll-stand': rollStand,
  'infeed-table': infeedTable,
  conveyor,
  'cutting-table': cuttingTable,
  stacker,
  'collection-bin': collectionBin,
  'dust-extractor': dustExtractor,
  'lubricant-kit': lubricantKit,
  'tool-kit': toolKit,
  'empty-box': emptyBox,
  'low-box': lowBox,
  'taped-box': tapedBox,
  'flat-board': flatBoard,
  'step-box': stepBox,
  'step-machine': stepMachine,
  'step-mat': stepMat,
  hero,
}

/** Words in the name of a part, an accessory or a packaging, most specific first. */
const BY_NAME: readonly (readonly [RegExp, SceneName])[] = [
  [/dust|extract|cyclone/iu, 'dust-extractor'],
  [/filter|cartridge/iu, 'filter-cartridge'],
  [/sensor|photo-?(?:eye|cell)|light barrier|detector|switch/iu, 'sensor'],
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

const NOT_TO_SCALE = 'Schematic, not to scale.'

/** Returns whether `name` names a drawing. */
export function isSceneName(name: string): name is SceneName {
  return SCENES.some((scene) => scene === name)
}

/** Draws a scene as an SVG document; the same subject always gives the same bytes. */
export function draw(scene: SceneName, subject: DrawingSubject): Drawing {
  const definition = DEFINITIONS[scene]
  const specifications = readSpecifications(subject.specifications)
  const text = words(definition, specifications, subject.name)
  const drawing = new Scene(`${scene} ${subject.slug}`)
  definition.paint(drawing, specifications)
  const svg = drawing.toSvg(elementId(scene, subject.slug), subject.name || definition.noun(specifications), `${text.alt}. ${text.caption}`)
  return { svg, ...text, width: WIDTH, height: HEIGHT }
}

/** Returns the texts of a drawing, without drawing it. */
export function describe(scene: SceneName, subject: DrawingSubject): DrawingText {
  return words(DEFINITIONS[scene], readSpecifications(subject.specifications), subject.name)
}

/** Returns a fitting drawing for a product without pictures. */
export function defaultScene(category: string, specifications: Readonly<Record<string, string>>, name: string): SceneName {
  const named = (rules: typeof BY_NAME): SceneName | undefined => rules.find(([pattern]) => pattern.test(name))?.[1]
  if (category === 'mat-maker' || category === 'chip-maker') return category
  if (category === 'replacement-parts') return named(BY_NAME) ?? 'motor'
  if (category === 'accessories') return named(BY_NAME) ?? 'infeed-table'
  const { rollWidth, rollDiameter, bagSize } = readSpecifications(specifications)
  if (category === 'mat') return named(BY_PACKAGING_NAME) ?? (rollWidth || rollDiameter ? 'mat-roll' : 'mat-stack')
  if (category === 'chip') return named(BY_PACKAGING_NAME) ?? (bagSize ? 'chip-bag' : 'chip-box')
  return named(BY_PACKAGING_NAME) ?? 'taped-box'
}

function words(definition: SceneDefinition, specifications: DrawingSpecifications, name: string): DrawingText {
  const measures = definition.measures(specifications)
  const sizes = measures.map(({ length, word }) => `${spoken(length.label)} ${word}`)
  const size = [sizes.slice(0, -1).join(', '), sizes.at(-1)].filter(Boolean).join(' and ')
  const parts = [name.trim(), definition.noun(specifications), size, definition.detail?.(specifications)]
  return { alt: parts.filter(Boolean).join(', '), caption: caption(measures) }
}

function caption(measures: readonly Measure[]): string {
  if (measures.length === 0) return NOT_TO_SCALE
  const isMetric = measures.every(({ length }) => spoken(length.label) !== length.label)
  return `Schematic drawn from the specification. ${isMetric ? 'Dimensions in millimetres.' : 'Dimensions as specified.'}`
}

/** Formats a dimension's label with its unit: millimeters are drawn as a bare number. */
function spoken(label: string): string {
  return /[a-z]/u.test(label) ? label : `${label} mm`
}

/** Returns an id that is unique on a page with drawings of different products. */
function elementId(scene: SceneName, slug: string): string {
  return `d-${scene}-${slug
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, 60)}`.replace(/-$/u, '')
}
