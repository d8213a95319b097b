import { Scene, seededRandom } from './iso.ts'
import { Plan } from './plan.ts'
import { bulkBag, chipBag } from './scenes/bags.ts'
import { collectionBin } from './scenes/bins.ts'
import { chipBox, emptyBox, lowBox, stepBox, tapedBox, voidFill } from './scenes/boxes.ts'
import { chipMaker } from './scenes/chip-makers.ts'
import { controlPanel } from './scenes/controls.ts'
import { bladeSet, cutterHead, cutterRoller, feedRoller, ringKnives } from './scenes/cutters.ts'
import type { Measure, PlanDefinition, SceneDefinition } from './scenes/definition.ts'
import { driveBelt, motor } from './scenes/drives.ts'
import { conveyor, cuttingTable, infeedTable, stacker } from './scenes/equipment.ts'
import { footprint } from './scenes/footprint.ts'
import { hero, matMaker, stepMachine } from './scenes/mat-makers.ts'
import { edgeProtector, flatBoard, matRoll, matStack, stepMat, wrapSleeve } from './scenes/mats.ts'
import { productOf } from './scenes/product-of.ts'
import { rollStand } from './scenes/roll-stand.ts'
import { detectorBar, safetySwitch, sensor } from './scenes/sensors.ts'
import { swatch } from './scenes/swatch.ts'
import { dustExtractor, filterCartridge, lubricantKit, toolKit } from './scenes/upkeep.ts'
import { type DrawingSpecifications, type DrawingSubject, ROWS, readSpecifications } from './specifications.ts'
import { FRAMES, type Size } from './svg.ts'

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
  'safety-switch',
  'detector-bar',
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

/** Alt text and caption of a drawing. */
type DrawingText = { readonly alt: string; readonly caption: string }

/** A finished drawing with its texts and its size in CSS pixels. */
type Drawing = DrawingText & { readonly svg: string; readonly width: number; readonly height: number }

/** Names of the further views of a product, drawn flat. */
export const FLAT_VIEWS = ['product-of', 'footprint', 'swatch'] as const

type FlatView = (typeof FLAT_VIEWS)[number]

/** A picture of a product: its own scene, or a further view. */
export type View = SceneName | FlatView

const PLANS: Readonly<Record<FlatView, PlanDefinition>> = { 'product-of': productOf, footprint, swatch }

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
  'safety-switch': safetySwitch,
  'detector-bar': detectorBar,
  'empty-box': emptyBox,
  'low-box': lowBox,
  'taped-box': tapedBox,
  'flat-board': flatBoard,
  'step-box': stepBox,
  'step-machine': stepMachine,
  'step-mat': stepMat,
  hero,
}

const NOT_TO_SCALE = 'Schematic, not to scale.'

/** Returns whether `name` names a drawing. */
export function isSceneName(name: string): name is SceneName {
  return SCENES.some((scene) => scene === name)
}

/** Returns whether `name` names a view that is drawn flat. */
export function isFlatView(name: string): name is FlatView {
  return FLAT_VIEWS.some((view) => view === name)
}

/** Draws a view as an SVG document; the same subject always gives the same bytes. */
export function draw(view: View, subject: DrawingSubject, size: Size = 'full'): Drawing {
  const definition = definitionOf(view)
  const specifications = readSpecifications(subject)
  const text = words(definition, specifications, subject.name)
  const title = subject.name || definition.noun(specifications)
  const document = { id: elementId(view, subject.slug), title, description: `${text.alt}. ${text.caption}` }
  return { svg: paint(view, subject.slug, specifications).toSvg(size).write(document), ...text, ...FRAMES[size] }
}

function paint(view: View, slug: string, specifications: DrawingSpecifications): Scene | Plan {
  const seed = `${view} ${slug}`
  if (!isFlatView(view)) {
    const scene = new Scene(seed)
    DEFINITIONS[view].paint(scene, specifications)
    return scene
  }
  const plan = new Plan(seededRandom(seed), PLANS[view].placement)
  PLANS[view].paint(plan, specifications)
  return plan
}

const definitionOf = (view: View): SceneDefinition | PlanDefinition => (isFlatView(view) ? PLANS[view] : DEFINITIONS[view])

/** Returns the texts of a view, without drawing it. */
export function describe(view: View, subject: DrawingSubject): DrawingText {
  return words(definitionOf(view), readSpecifications(subject), subject.name)
}

/** Returns the name of the first row that the scene shows and the product lacks, or null. */
export function missingRow(scene: SceneName, subject: Omit<DrawingSubject, 'slug'>): string | null {
  const specifications = readSpecifications(subject)
  const missing = DEFINITIONS[scene].needs?.find((row) => specifications[row] === null)
  return missing ? ROWS[missing] : null
}

function words(definition: SceneDefinition | PlanDefinition, specifications: DrawingSpecifications, name: string): DrawingText {
  const measures = definition.measures(specifications)
  const sizes = measures.map(({ length, word }) => `${spoken(length.label)} ${word}`)
  const size = [sizes.slice(0, -1).join(', '), sizes.at(-1)].filter(Boolean).join(' and ')
  const parts = [name.trim(), definition.noun(specifications), size, definition.detail?.(specifications)]
  return { alt: parts.filter(Boolean).join(', '), caption: definition.caption?.(specifications) ?? caption(measures) }
}

function caption(measures: readonly Measure[]): string {
  if (measures.length === 0) return NOT_TO_SCALE
  const isMetric = measures.every(({ length }) => spoken(length.label) !== length.label)
  return `Schematic drawn from the specification. ${isMetric ? 'Dimensions in millimeters.' : 'Dimensions as specified.'}`
}

/** Formats a dimension's label with its unit: millimeters are drawn as a bare number. */
function spoken(label: string): string {
  return /[a-z]/u.test(label) ? label : `${label} mm`
}

/** Returns an id that is unique on a page with drawings of different products. */
function elementId(view: View, slug: string): string {
  return `d-${view}-${slug
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, 60)}`.replace(/-$/u, '')
}
