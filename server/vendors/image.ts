import sharp, { type OverlayOptions } from 'sharp'
import { escapeMarkup } from '#domain/markup.ts'

sharp.cache(false)

/** A drawing, scaled to `width` by `height`, or a text in lines of at most `width`; all in pixels from the top left corner. */
export type Layer =
  | { svg: string; width: number; height: number; left: number; top: number }
  | { text: string; font: Font; colour: string; width: number; left: number; top: number }

/** A font file with the name of its family, and the height of its capitals and tails together, in pixels. */
export interface Font {
  file: string
  family: string
  size: number
}

const DPI = 72 // one point is one pixel

async function render(layer: Layer): Promise<OverlayOptions> {
  const { left, top } = layer
  if ('svg' in layer) {
    const input = await sharp(Buffer.from(layer.svg)).resize(layer.width, layer.height).png().toBuffer()
    return { input, left, top }
  }
  const { text, font, colour, width } = layer
  const markup = `<span foreground="${colour}">${escapeMarkup(text)}</span>`
  const input = await sharp({
    // the comma ends the family: without it "SemiBold" would be read as a weight
    text: { text: markup, font: `${font.family}, ${font.size}`, fontfile: font.file, width, dpi: DPI, rgba: true, wrap: 'word-char' },
  })
    .png()
    .toBuffer()
  return { input, left, top }
}

/** A PNG of these layers, painted one over the other. The fonts of texts serve the drawings too, so texts are made first. */
export async function composePng(size: { width: number; height: number }, background: string, layers: readonly Layer[]): Promise<Buffer> {
  const texts = new Map<Layer, OverlayOptions>()
  for (const layer of layers) if ('text' in layer) texts.set(layer, await render(layer))
  const painted: OverlayOptions[] = []
  for (const layer of layers) painted.push(texts.get(layer) ?? (await render(layer)))
  const base = sharp({ create: { ...size, channels: 3, background } })
  return base.composite(painted).png({ palette: true, colours: 128, effort: 7 }).toBuffer()
}

/** Most pixels of a picture that is read: more is a bomb, or a poster. */
const MOST_PIXELS = 40_000_000

/** What a browser may send as a picture; told from its first bytes, never from its name. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'svg', 'gif', 'avif', 'heif'])

/**
 * Draws a picture anew as WebP inside `width` x `height` pixels: whatever else stood in the file (place, camera, script) stays behind.
 * @returns null when the bytes are no picture that can be read.
 */
export async function reencode(bytes: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false })
    const { format } = await picture.metadata()
    if (!FORMATS.has(format)) return null
    return await picture
      .rotate()
      .resize({ width, height, fit: 'inside', withoutEnlargement: format !== 'svg' })
      .webp({ quality: 86 })
      .timeout({ seconds: 5 })
      .toBuffer()
  } catch {
    return null
  }
}

/** One size of a picture, in the two formats that browsers take. */
export interface PictureSize {
  width: number
  height: number
  webp: Buffer
  avif: Buffer
}

/** What became of a picture that somebody sent. */
export type Sizes = { sizes: PictureSize[] } | { wrong: 'unreadable' | 'too_many_pixels' }

const FULL = { webp: 82, avif: 55 }
const SECONDS = 15
/** Most pixels from top to bottom of what is kept. */
const TALLEST = 4000

async function drawSize(bytes: Buffer, width: number): Promise<PictureSize> {
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false } as const
  const picture = sharp(bytes, options).rotate().resize({ width }).timeout({ seconds: SECONDS })
  const { data: webp, info } = await picture.clone().webp({ quality: FULL.webp }).toBuffer({ resolveWithObject: true })
  const avif = await picture.clone().avif({ quality: FULL.avif, effort: 2 }).toBuffer()
  return { width: info.width, height: info.height, webp, avif }
}

/**
 * Draws a picture anew in up to three sizes, the largest last: never wider than the picture or `widths`, first frame only, nothing but pixels.
 * @param takesSvg logos may be drawings; they become pixels too
 */
export async function reencodeSizes(bytes: Buffer, widths: readonly number[], { takesSvg }: { takesSvg: boolean }): Promise<Sizes> {
  try {
    const { format, autoOrient } = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
    if (!FORMATS.has(format) || (format === 'svg' && !takesSvg)) return { wrong: 'unreadable' }
    const { width, height } = autoOrient
    if (width * height > MOST_PIXELS) return { wrong: 'too_many_pixels' }
    const largest = Math.max(1, Math.min(width, widths.at(-1) ?? width, Math.floor((TALLEST * width) / height)))
    const wanted = [...widths.filter((wide) => wide < largest), largest]
    const sizes: PictureSize[] = []
    for (const wide of wanted) sizes.push(await drawSize(bytes, wide))
    return { sizes }
  } catch {
    return { wrong: 'unreadable' }
  }
}
