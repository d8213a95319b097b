import { drawnView, isDrawing } from '#domain/picture.ts'
import { MAX_IMAGES } from '#domain/product.ts'
import { isProductScene } from '#drawings/choose-views.ts'
import { type Filled, type Read, readText } from './cells.ts'
import type { ListedCell, RowError } from './read-catalog.ts'

const MAX_FEATURES = 50
const MAX_SPECIFICATIONS = 100
const MAX_ADDRESS = 2000
const readFeature = readText(300)
const readAlt = readText(300)
const readName = readText(80)
const readValue = readText(500)

const MISSING = 'Please fill in this field.'

/** Adds an error in a product's lists. */
type Report = (cell: ListedCell, message: string) => null

const reportTo =
  (errors: RowError[]): Report =>
  ({ place }, message) => {
    errors.push({ ...place, message })
    return null
  }

function take(cell: ListedCell, value: Filled | null, read: (cell: Filled) => Read<string>, report: Report): string | null {
  if (value === null) return report(cell, MISSING)
  const result = read(value)
  return 'value' in result ? result.value : report(cell, result.message)
}

/** Returns a product's features and adds problems to `errors`. */
export function checkFeatures(cells: ListedCell[], errors: RowError[]): string[] {
  const report = reportTo(errors)
  const extra = cells[MAX_FEATURES]
  if (extra) report(extra, `A product has at most ${MAX_FEATURES} features.`)
  return cells.flatMap((cell) => take(cell, cell.first, readFeature, report) ?? [])
}

/** Returns a product's specifications, each name once. */
export function checkSpecifications(cells: ListedCell[], errors: RowError[]): { name: string; value: string }[] {
  const report = reportTo(errors)
  const extra = cells[MAX_SPECIFICATIONS]
  if (extra) report(extra, `A product has at most ${MAX_SPECIFICATIONS} specifications.`)
  const seen = new Set<string>()
  return cells.flatMap((cell) => {
    const name = take(cell, cell.first, readName, report)
    const value = take(
      { ...cell, place: { ...cell.place, column: cell.place.column === 'name' ? 'value' : cell.place.column } },
      cell.more,
      readValue,
      report,
    )
    if (name === null || value === null) return []
    if (seen.has(name)) report(cell, `${name} is listed twice.`)
    seen.add(name)
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
    if (!slugs.includes(drawing.slug)) return { message: 'A drawing must be one of this product.' }
    if (!isProductScene(drawing.view)) return { message: `There is no drawing called ${drawing.view}.` }
    return { value: `/drawings/${slugs[0]}/${drawing.view}.svg` }
  }
  if (/^\/media\/[\w-]+(?:\.[\w-]+)*$/.test(typed)) return { value: typed }
  const isAddress = /^https:\/\/[^\s<>"'`\\]+$/.test(typed) && URL.canParse(typed) && new URL(typed).username === ''
  if (isAddress && typed.length <= MAX_ADDRESS) return { value: typed }
  return { message: 'Please give an address that begins with https://, /media/ or /drawings/.' }
}

/** Keeps the photos and the first drawing, which is the main one; the others follow from the product. */
export function withOneDrawing<Picture extends { url: string }>(pictures: readonly Picture[]): Picture[] {
  const main = pictures.find(({ url }) => isDrawing(url))
  return pictures.filter((picture) => picture === main || !isDrawing(picture.url))
}

/** Returns a product's pictures: at most five photos, and the drawing that was chosen. `slugs`: the slug it is stored under, then the one in the file. */
export function checkImages(cells: ListedCell[], slugs: readonly string[], errors: RowError[]): { url: string; alt: string }[] {
  const report = reportTo(errors)
  const isOwnDrawing = ({ first }: ListedCell) => {
    const typed = String(first ?? '').trim()
    return isDrawing(typed) && 'value' in readAddress(typed, slugs)
  }
  const extra = cells.filter((cell) => !isOwnDrawing(cell))[MAX_IMAGES]
  if (extra) report(extra, `A product has at most ${MAX_IMAGES} images.`)
  const pictures = cells.flatMap((cell) => {
    const url = take(cell, cell.first, (value) => readAddress(String(value).trim(), slugs), report)
    const alt =
      cell.more === null
        ? ''
        : take(
            { ...cell, place: { ...cell.place, column: cell.place.column === 'url' ? 'alt' : cell.place.column } },
            cell.more,
            readAlt,
            report,
          )
    return url === null || alt === null ? [] : [{ url, alt }]
  })
  return withOneDrawing(pictures)
}
