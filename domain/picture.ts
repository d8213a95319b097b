/** The widths in pixels in which an uploaded picture is kept, as far as it is that wide. */
export const PICTURE_WIDTHS = [480, 960, 1600] as const

/** One size of a picture: its width in pixels and its addresses. */
export interface PictureFile {
  width: number
  webp: string
  avif: string
}

/** What the address of an uploaded picture says: its size in pixels; null for any other address. */
export function pictureSize(address: string): { width: number; height: number } | null {
  const match = /^\/media\/[\w-]+-(\d{1,5})x(\d{1,5})\.webp$/.exec(address)
  return match ? { width: Number(match[1]), height: Number(match[2]) } : null
}

/** The files of an uploaded picture, the smallest first; null for any other address, which has the one file that it names. */
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
