import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import sharp, { type OutputInfo, type OverlayOptions } from 'sharp'
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
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif'])

/** So long a drawing may take, in ms. */
const DRAWING_MS = 4000
const LARGEST_PNG = 64 * 1024 * 1024
/** How the process that draws says that there are too many pixels. */
const TOO_MANY_PIXELS = 3
const SVG_CHILD = fileURLToPath(new URL('./svg-child.ts', import.meta.url))

/** Where the picture library looks for the beginning of an SVG. */
const SVG_HEAD = 1024

/** The beginning of a JPEG, PNG, GIF, WebP or AVIF. */
const PHOTO = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|....ftyp)/s

/** Whether the bytes may be an SVG, packed or not: such a file is not even looked at in this process. */
function isDrawing(bytes: Buffer): boolean {
  const head = bytes.subarray(0, SVG_HEAD).toString('latin1')
  return !PHOTO.test(head) && (head.startsWith('\x1f\x8b') || head.toLowerCase().includes('<svg'))
}

type Drawn = { png: Buffer } | { wrong: 'unreadable' | 'too_many_pixels' }

/** Makes a PNG of an SVG inside `width` x `height` pixels, in a process of its own that is ended when it takes too long. */
function drawSvg(bytes: Buffer, { width, height, enlarges }: { width: number; height: number; enlarges: boolean }): Promise<Drawn> {
  const args = [SVG_CHILD, ...[width, height, MOST_PIXELS, Number(enlarges)].map(String)]
  const options = { timeout: DRAWING_MS, killSignal: 'SIGKILL', maxBuffer: LARGEST_PNG, encoding: 'buffer', env: {} } as const
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, options, (error, png) => {
      if (!error && png.length > 0) resolve({ png })
      else resolve({ wrong: error?.code === TOO_MANY_PIXELS ? 'too_many_pixels' : 'unreadable' })
    })
    child.stdin?.on('error', () => undefined) // it ended before it had read all: its end says why
    child.stdin?.end(bytes)
  })
}

/**
 * Draws a picture anew as WebP inside `width` x `height` pixels: whatever else stood in the file (place, camera, script) stays behind.
 * @returns null when the bytes are no picture that can be read.
 */
export async function reencode(bytes: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer | null> {
  try {
    const drawn = isDrawing(bytes) ? await drawSvg(bytes, { width, height, enlarges: true }) : { png: bytes }
    if ('wrong' in drawn) return null
    const picture = sharp(drawn.png, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false })
    const { format } = await picture.metadata()
    if (!FORMATS.has(format)) return null
    return await picture
      .rotate()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
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
const SECONDS = 5
/** Most pixels from top to bottom of what is kept. */
const TALLEST = 4000

/** The pixels of a picture at `width`: a large file is read once, all sizes are drawn of these. */
async function readPixels(bytes: Buffer, width: number): Promise<{ data: Buffer; info: OutputInfo }> {
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false } as const
  return sharp(bytes, options).rotate().resize({ width }).timeout({ seconds: SECONDS }).raw().toBuffer({ resolveWithObject: true })
}

async function drawSize({ data: pixels, info: raw }: { data: Buffer; info: OutputInfo }, width: number): Promise<PictureSize> {
  const picture = sharp(pixels, { raw: { width: raw.width, height: raw.height, channels: raw.channels } })
    .resize({ width })
    .timeout({ seconds: SECONDS })
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
    if (isDrawing(bytes)) {
      if (!takesSvg) return { wrong: 'unreadable' }
      const drawn = await drawSvg(bytes, { width: widths.at(-1) ?? TALLEST, height: TALLEST, enlarges: false })
      return 'wrong' in drawn ? drawn : reencodeSizes(drawn.png, widths, { takesSvg: false })
    }
    const { format, autoOrient } = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
    if (!FORMATS.has(format)) return { wrong: 'unreadable' }
    const { width, height } = autoOrient
    if (width * height > MOST_PIXELS) return { wrong: 'too_many_pixels' }
    const largest = Math.max(1, Math.min(width, widths.at(-1) ?? width, Math.floor((TALLEST * width) / height)))
    const wanted = [...widths.filter((wide) => wide < largest), largest]
    const sizes: PictureSize[] = []
    const pixels = await readPixels(bytes, largest)
    for (const wide of wanted) sizes.push(await drawSize(pixels, wide))
    return { sizes }
  } catch {
    return { wrong: 'unreadable' }
  }
}
