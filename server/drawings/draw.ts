import { Scene } from './iso.ts'
import { bulkBag, chipBag } from './scenes/bags.ts'
import { chipBox, emptyBox, lowBox, stepBox, tapedBox, voidFill } from './scenes/boxes.ts'
import { chipMaker } from './scenes/chip-makers.ts'
import { bladeSet, cutterHead, cutterRoller, feedRoller, ringKnives } from './scenes/cutters.ts'
import type { Measure, SceneDefinition } from './scenes/definition.ts'
import { controlPanel, driveBelt, gearMotor, sensor } from './scenes/drives.ts'
import { collectionBin, conveyor, cuttingTable, infeedTable, rollStand, stacker } from './scenes/equipment.ts'
import { hero, matMaker, stepMachine } from './scenes/mat-makers.ts'
import { bottleSleeve, edgeProtector, flatBoard, matRoll, matStack, stepMat } from './scenes/mats.ts'
import { dustExtractor, filterCartridge, lubricantKit, toolKit } from './scenes/upkeep.ts'
import { type DrawingSpecifications, readSpecifications } from './specifications.ts'
import { HEIGHT, WIDTH } from './svg.ts'

/** The names of all drawings: goods first, then the shop's own states and steps. */
export const SCENES = [
  'mat-maker', 'chip-maker',
  'mat-stack', 'mat-roll', 'chip-box', 'chip-bag', 'bulk-bag', 'void-fill', 'edge-protector', 'bottle-sleeve',
  'cutter-roller', 'feed-roller', 'blade-set', 'ring-knives', 'cutter-head', 'drive-belt', 'gear-motor', 'control-panel', 'sensor', 'filter-cartridge',
  'roll-stand', 'infeed-table', 'conveyor', 'cutting-table', 'stacker', 'collection-bin', 'dust-extractor', 'lubricant-kit', 'tool-kit',
  'empty-box', 'low-box', 'taped-box', 'flat-board', 'step-box', 'step-machine', 'step-mat', 'hero',
] as const

/** The name of a drawing. */
export type SceneName = (typeof SCENES)[number]

/** What is drawn: a product, or a made-up name and no specifications for the shop's own scenes. */
export type DrawingSubject = {
  readonly slug: string
  readonly name: string
  readonly specifications: Readonly<Record<string, string>>
}

/** The words that go with a drawing. */
export type DrawingText = { readonly alt: string; readonly caption: string }

/** A finished drawing with its words and its size in CSS pixels. */
export type Drawing = DrawingText & { readonly svg: string; readonly width: typeof WIDTH; readonly height: typeof HEIGHT }

const DEFINITIONS: Readonly<Record<SceneName, SceneDefinition>> = {
  'mat-maker': matMaker, 'chip-maker': chipMaker,
  'mat-stack': matStack, 'mat-roll': matRoll, 'chip-box': chipBox, 'chip-bag': chipBag, 'bulk-bag': bulkBag,
  'void-fill': voidFill, 'edge-protector': edgeProtector, 'bottle-sleeve': bottleSleeve,
  'cutter-roller': cutterRoller, 'feed-roller': feedRoller, 'blade-set': bladeSet, 'ring-knives': ringKnives, 'cutter-head': cutterHead,
  'drive-belt': driveBelt, 'gear-motor': gearMotor, 'control-panel': controlPanel, sensor, 'filter-cartridge': filterCartridge,
  'roll-stand': rollStand, 'infeed-table': infeedTable, conveyor, 'cutting-table': cuttingTable, stacker,
  'collection-bin': collectionBin, 'dust-extractor': dustExtractor, 'lubricant-kit': lubricantKit, 'tool-kit': toolKit,
  'empty-box': emptyBox, 'low-box': lowBox, 'taped-box': tapedBox, 'flat-board': flatBoard,
  'step-box': stepBox, 'step-machine': stepMachine, 'step-mat': stepMat, hero,
}

const NOT_TO_SCALE = 'Schematic, not to scale.'

/** Is `name` the name of a drawing? */
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

/** The words of a drawing, without drawing it. */
export function describe(scene: SceneName, subject: DrawingSubject): DrawingText {
  return words(DEFINITIONS[scene], readSpecifications(subject.specifications), subject.name)
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

/** A printed label with its unit: millimetres are printed as a bare number. */
function spoken(label: string): string {
  return /[a-z]/u.test(label) ? label : `${label} mm`
}

/** An id that is unique on a page with drawings of different products. */
function elementId(scene: SceneName, slug: string): string {
  return `d-${scene}-${slug.toLowerCase().replace(/[^a-z0-9]+/gu, '-').slice(0, 60)}`.replace(/-$/u, '')
}
