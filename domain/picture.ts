/** Widths in pixels in which an uploaded picture is stored, up to its own width. */
export const PICTURE_WIDTHS = [480, 960, 1600] as const

/** Returns the address of a picture that programs other than browsers can show: the PNG of a drawing, which itself is an SVG. */
export function rasterPath(address: string): string {
  return address.replace(/^(\/drawings\/[^?]+)\.svg(?=\?|$)/, '$1.png')
}

/** One size of a picture: its width in pixels and its addresses. */
interface PictureFile {
  width: number
  webp: string
  avif: string
}

/** Returns the size in pixels from the address of an uploaded picture; null for any other address. */
export function pictureSize(address: string): { width: number; height: number } | null {
  const match = /^\/media\/[\w-]+-(\d{1,5})x(\d{1,5})\.webp$/.exec(address)
  return match ? { width: Number(match[1]), height: Number(match[2]) } : null
}

/** Returns the files of an uploaded picture, smallest first; null for any other address, which has only one file. */
export function pictureFiles(address: string): PictureFile[] | null {
  const size = pictureSize(address)
  if (!size) return null
  const full = address.replace(/\.webp$/, '')
  const start = full.replace(/-\d+x\d+$/, '')
  const smaller = PICTURE_WIDTHS.filter((width) => width < size.width)
  return [
    ...smaller.map((width) => ({ width, webp: `${start}-${width}.webp`, avif: `${start}-${width}.avif` })),
    { width: size.width, webp: `${full}.webp`, avif: `${full}.avif` },
  ]
}

/** Returns whether an address is that of a drawing by the shop; every other picture is a photo. */
export const isDrawing = (address: string): boolean => address.startsWith('/drawings/')

/** Returns the product's slug and the view in a drawing's address, with or without its version; null for any other address. */
export function drawnView(address: string): { slug: string; view: string } | null {
  const [, slug, view] = /^\/drawings\/([^/]+)\/([^/?]+)\.svg(?:\?|$)/.exec(address) ?? []
  return slug && view ? { slug, view } : null
}

/** Returns the address of a product's main drawing, whichever it is at the time. */
export const mainDrawing = (slug: string): string => `/drawings/${slug}/main.svg`

/** Returns the address of a drawing's bold variant, for places narrower than 200 CSS pixels; null for any other picture. */
export function boldDrawing(address: string): string | null {
  return drawnView(address) ? `${address}${address.includes('?') ? '&' : '?'}size=card` : null
}
