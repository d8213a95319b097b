import { drawnView, isDrawing } from '#domain/picture.ts'
import { mainView, viewsOf } from './choose-views.ts'
import { describe, type View } from './draw.ts'
import type { DrawingSubject } from './specifications.ts'

/** A product as its pictures are chosen and drawn; `images` are those that its seller stored. */
interface Pictured {
  slug: string
  name: string
  category: string
  images: readonly { url: string; alt: string }[]
  specifications: readonly { name: string; value: string }[]
  features?: readonly string[]
  /** Changes with the product. */
  editedVersion: number
}

/** A picture of a product. */
interface ProductPicture {
  kind: 'photo' | 'drawing'
  url: string
  alt: string
  caption: string | null
}

/** Returns specifications by their names. */
export const toRecord = (rows: Pictured['specifications']): Record<string, string> =>
  Object.fromEntries(rows.map(({ name, value }) => [name, value]))

/** Returns the values that a product's drawings are made from. */
export const drawingSubject = (row: Omit<Pictured, 'images' | 'editedVersion' | 'category'>): DrawingSubject => ({
  slug: row.slug,
  name: row.name,
  specifications: toRecord(row.specifications),
  ...(row.features && { features: row.features }),
})

/** Returns the scene that the seller chose for the product's main drawing: the first drawing among the stored pictures. */
export const chosenScene = (images: Pictured['images']): string | undefined =>
  images.map(({ url }) => drawnView(url)?.view).find((view) => view !== undefined)

/** Returns a drawing's address; its version makes it immutable, so that it can be cached for good. */
const drawingOf = ({ slug, editedVersion }: Pick<Pictured, 'slug' | 'editedVersion'>, view: View) =>
  `/drawings/${slug}/${view}.svg?v=${editedVersion}`

/** Returns the address of a product's first photo, or of its main drawing. */
export function firstPicture(row: Pictured): string {
  const photo = row.images.find(({ url }) => !isDrawing(url))
  return photo?.url ?? drawingOf(row, mainView(row.category, drawingSubject(row), chosenScene(row.images)))
}

/** Returns a product's photos with their alt texts, then its drawings: all of them, or with `isListed` only the main one. */
export function picturesOf(row: Pictured, isListed: boolean): ProductPicture[] {
  const subject = drawingSubject(row)
  const chosen = chosenScene(row.images)
  const views = isListed ? [mainView(row.category, subject, chosen)] : viewsOf(row.category, subject, chosen)
  const chosenAlt = row.images.find(({ url }) => isDrawing(url))?.alt
  const photos = row.images.filter(({ url }) => !isDrawing(url))
  const drawings = views.map((view, index): ProductPicture => {
    const words = describe(view, subject)
    return { kind: 'drawing', url: drawingOf(row, view), alt: (index === 0 && chosenAlt) || words.alt, caption: words.caption }
  })
  return [...photos.map(({ url, alt }): ProductPicture => ({ kind: 'photo', url, alt: alt || row.name, caption: null })), ...drawings]
}
