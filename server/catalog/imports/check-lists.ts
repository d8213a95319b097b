import type { Attribute } from '#domain/attribute.ts'
import { drawnView, isDrawing } from '#domain/picture.ts'
import { MAX_IMAGES } from '#domain/product.ts'
import { rowProblem } from '#domain/specification.ts'
import { isProductScene } from '#drawings/choose-views.ts'
import { type Filled, type Read, readText } from './cells.ts'
import type { Finding, ListedCell } from './read-catalog.ts'

const MAX_FEATURES = 50
const MAX_SPECIFICATIONS = 100
const MAX_ADDRESS = 2000
const readFeature = readText(300)
const readAlt = readText(300)
const readName = readText(80)
const readValue = readText(500)

const MISSING: Problem = { message: 'Please fill in this field.', cause: 'emptyEntry' }

/** Adds an error in a product's lists. */
type Report = (cell: ListedCell, problem: Problem, entries?: readonly ListedCell[]) => null
type Problem = Exclude<Read<string>, { value: string }>

const reportTo =
  (errors: Finding[]): Report =>
  (cell, problem, entries = [cell]) => {
    errors.push({ ...cell.place, value: null, ...problem, entries })
    return null
  }

/** Reports entries beyond the maximum, at the first of them. */
function reportExtra(cells: ListedCell[], max: number, name: string, report: Report): void {
  const [extra] = cells.slice(max)
  if (extra) report(extra, { message: `A product can have up to ${max} ${name}.`, cause: 'tooMany' }, cells.slice(max))
}

/** Reads one of an entry's two cells; `column` is where its problems are. */
function take(
  cell: ListedCell,
  value: Filled | null,
  read: (cell: Filled) => Read<string>,
  report: Report,
  column?: string,
): string | null {
  const at = column === undefined ? cell : { ...cell, place: { ...cell.place, column } }
  if (value === null) return report(at, MISSING, [cell])
  const result = read(value)
  return 'value' in result ? result.value : report(at, result, [cell])
}

/** Returns a product's features and adds problems to `errors`. */
export function checkFeatures(cells: ListedCell[], errors: Finding[]): string[] {
  const report = reportTo(errors)
  reportExtra(cells, MAX_FEATURES, 'features', report)
  return cells.flatMap((cell) => take(cell, cell.first, readFeature, report) ?? [])
}

/** Returns a product's specifications, each name once. */
export function checkSpecifications(
  cells: ListedCell[],
  attributes: readonly Attribute[],
  errors: Finding[],
): { name: string; value: string }[] {
  const report = reportTo(errors)
  reportExtra(cells, MAX_SPECIFICATIONS, 'specifications', report)
  const seen = new Set<string>()
  return cells.flatMap((cell) => {
    const name = take(cell, cell.first, readName, report)
    const value = take(cell, cell.more, readValue, report, cell.place.column === 'name' ? 'value' : undefined)
    if (name === null || value === null) return []
    if (seen.has(name)) report(cell, { message: `${name} is listed twice.`, cause: 'repeated' })
    seen.add(name)
    const message = rowProblem({ name, value }, attributes)
    if (message) report(cell, { message, cause: 'badText' })
    return [{ name, value }]
  })
}

/**
 * Normalizes a picture's address for storage. A drawing gets the product's current slug, whichever of its slugs the file has.
 * @returns a `message` when the picture cannot be shown
 */
export function readAddress(typed: string, slugs: readonly string[]): Read<string> {
  const drawing = drawnView(typed)
  if (drawing) {
    if (!slugs.includes(drawing.slug)) return { message: 'Choose a drawing of this product.', cause: 'badImage' }
    if (!isProductScene(drawing.view)) return { message: `There's no drawing called ${drawing.view}.`, cause: 'badImage' }
    return { value: `/drawings/${slugs[0]}/${drawing.view}.svg` }
  }
  if (/^\/media\/[\w-]+(?:\.[\w-]+)*$/.test(typed)) return { value: typed }
  const isAddress = /^https:\/\/[^\s<>"'`\\]+$/.test(typed) && URL.canParse(typed) && new URL(typed).username === ''
  if (isAddress && typed.length <= MAX_ADDRESS) return { value: typed }
  return { message: 'Please enter an address that begins with https://, /media/ or /drawings/.', cause: 'badImage' }
}

/** Addresses that a product's pictures may have. */
interface Addresses {
  /** The slug that the product is stored under, then the one in the file. */
  slugs: readonly string[]
  /** Uploaded pictures that may be shown; null: every one. */
  pictures: ReadonlySet<string> | null
}

/** Keeps the photos and the first drawing, which is the main one; the others follow from the product. */
export function withOneDrawing<Picture extends { url: string }>(pictures: readonly Picture[]): Picture[] {
  const main = pictures.find(({ url }) => isDrawing(url))
  return pictures.filter((picture) => picture === main || !isDrawing(picture.url))
}

/** Returns a product's pictures: at most five photos, and the drawing that was chosen. */
export function checkImages(cells: ListedCell[], { slugs, pictures }: Addresses, errors: Finding[]): { url: string; alt: string }[] {
  const readOwn = (value: Filled): Read<string> => {
    const address = readAddress(String(value).trim(), slugs)
    const isLost = 'value' in address && address.value.startsWith('/media/') && pictures?.has(address.value) === false
    return isLost ? { message: 'This picture no longer exists. Please upload it again.', cause: 'badImage' } : address
  }
  const report = reportTo(errors)
  const isOwnDrawing = ({ first }: ListedCell) => {
    const typed = String(first ?? '').trim()
    return isDrawing(typed) && 'value' in readAddress(typed, slugs)
  }
  const photos = cells.filter((cell) => !isOwnDrawing(cell))
  reportExtra(photos, MAX_IMAGES, 'images', report)
  const kept = cells.flatMap((cell) => {
    const url = take(cell, cell.first, readOwn, report)
    const alt = cell.more === null ? '' : take(cell, cell.more, readAlt, report, cell.place.column === 'url' ? 'alt' : undefined)
    return url === null || alt === null ? [] : [{ url, alt }]
  })
  return withOneDrawing(kept)
}
