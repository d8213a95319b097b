import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import sharp, { type OutputInfo, type OverlayOptions } from 'sharp'
import { escapeMarkup } from '#domain/markup.ts'
import { decodeInTurn } from './picture-queue.ts'

sharp.cache(false)

/** A drawing, scaled to `width` by `height`, or a text in lines of at most `width`; all in pixels from the top left corner. */
export type Layer =
  | { svg: string; width: number; height: number; left: number; top: number }
  | { text: string; font: Font; color: string; width: number; left: number; top: number }

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
  const { text, font, color, width } = layer
  const markup = `<span foreground="${color}">${escapeMarkup(text)}</span>`
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
  return base.composite(painted).png({ palette: true, colors: 128, effort: 7 }).toBuffer()
}

/** Most pixels of a picture that is read: more is a bomb, or a poster. */
const MOST_PIXELS = 40_000_000

/** What a browser may send as a picture; told from its first bytes, never from its name. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif'])

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

/** The reason why a picture was not drawn; busy: the shop had no room or time for it now, so it may be good. */
export type Wrong = { wrong: 'unreadable' | 'too_many_pixels' | 'busy' }

/** Tells whether a decoder ran out of time. */
const isSlow = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout:')

/** A drawing ends itself after a few seconds of work; this is for a machine that is too busy to let it work. In ms. */
const DRAWING_MS = 20_000

/** Decodes in turn: unreadable only where the decoder says so. */
async function tryDecode<Result>(decode: (seconds: number) => Promise<Result>): Promise<Result | Wrong> {
  const done = await decodeInTurn(async (seconds): Promise<Result | Wrong | null> => {
    try {
      return await decode(seconds)
    } catch (error) {
      return isSlow(error) ? null : { wrong: 'unreadable' }
    }
  })
  return done ?? { wrong: 'busy' }
}

interface SvgSize {
  width: number
  height: number
  enlarges: boolean
}

/** Makes a PNG of an SVG inside `width` x `height` pixels, in a process of its own that ends itself when the drawing takes too much work. */
function drawSvg(bytes: Buffer, { width, height, enlarges }: SvgSize): Promise<{ png: Buffer } | Wrong> {
  const args = [SVG_CHILD, ...[width, height, MOST_PIXELS, Number(enlarges)].map(String)]
  const options = { timeout: DRAWING_MS, killSignal: 'SIGKILL', maxBuffer: LARGEST_PNG, encoding: 'buffer', env: {} } as const
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, options, (error, png) => {
      if (!error && png.length > 0) resolve({ png })
      else if (error?.killed && error.code !== 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') resolve({ wrong: 'busy' })
      else resolve({ wrong: error?.code === TOO_MANY_PIXELS ? 'too_many_pixels' : 'unreadable' })
    })
    child.stdin?.on('error', () => undefined) // it ended before it had read all: its end says why
    child.stdin?.end(bytes)
  })
}

/**
 * Draws a picture anew as WebP inside `width` x `height` pixels: whatever else stood in the file (place, camera, script) stays behind.
 */
export function reencode(bytes: Buffer, { width, height }: { width: number; height: number }): Promise<{ picture: Buffer } | Wrong> {
  return tryDecode(async (seconds): Promise<{ picture: Buffer } | Wrong> => {
    const drawn = isDrawing(bytes) ? await drawSvg(bytes, { width, height, enlarges: true }) : { png: bytes }
    if ('wrong' in drawn) return drawn
    const source = sharp(drawn.png, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false })
    const { format } = await source.metadata()
    if (!FORMATS.has(format)) return { wrong: 'unreadable' }
    const sized = source.rotate().resize({ width, height, fit: 'inside', withoutEnlargement: true })
    return { picture: await sized.webp({ quality: 86 }).timeout({ seconds }).toBuffer() }
  })
}

/** One size of a picture, in the two formats that browsers take. */
export interface PictureSize {
  width: number
  height: number
  webp: Buffer
  avif: Buffer
}

/** The sizes of a picture that somebody sent, or the reason why there are none. */
export type Sizes = { sizes: PictureSize[] } | Wrong

const FULL = { webp: 82, avif: 55 }
/** Most pixels from top to bottom of what is kept. */
const TALLEST = 4000

/** The pixels of a picture at `width`: a large file is read once, all sizes are drawn of these. */
async function readPixels(bytes: Buffer, width: number, seconds: number): Promise<{ data: Buffer; info: OutputInfo }> {
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false } as const
  return sharp(bytes, options).rotate().resize({ width }).timeout({ seconds }).raw().toBuffer({ resolveWithObject: true })
}

async function drawSize(
  { data: pixels, info: raw }: { data: Buffer; info: OutputInfo },
  width: number,
  seconds: number,
): Promise<PictureSize> {
  const picture = sharp(pixels, { raw: { width: raw.width, height: raw.height, channels: raw.channels } })
    .resize({ width })
    .timeout({ seconds })
  const { data: webp, info } = await picture.clone().webp({ quality: FULL.webp }).toBuffer({ resolveWithObject: true })
  const avif = await picture.clone().avif({ quality: FULL.avif, effort: 2 }).toBuffer()
  return { width: info.width, height: info.height, webp, avif }
}

/**
 * Draws a picture anew in up to three sizes, the largest last: never wider than the picture or `widths`, first frame only, nothing but pixels.
 * @param takesSvg logos may be drawings; they become pixels too
 */
export function reencodeSizes(bytes: Buffer, widths: readonly number[], { takesSvg }: { takesSvg: boolean }): Promise<Sizes> {
  return tryDecode((seconds) => drawSizes(bytes, widths, { takesSvg, seconds }))
}

async function drawSizes(
  bytes: Buffer,
  widths: readonly number[],
  { takesSvg, seconds }: { takesSvg: boolean; seconds: number },
): Promise<Sizes> {
  if (isDrawing(bytes)) {
    if (!takesSvg) return { wrong: 'unreadable' }
    const drawn = await drawSvg(bytes, { width: widths.at(-1) ?? TALLEST, height: TALLEST, enlarges: false })
    return 'wrong' in drawn ? drawn : drawSizes(drawn.png, widths, { takesSvg: false, seconds })
  }
  const { format, autoOrient } = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
  if (!FORMATS.has(format)) return { wrong: 'unreadable' }
  const { width, height } = autoOrient
  if (width * height > MOST_PIXELS) return { wrong: 'too_many_pixels' }
  const largest = Math.max(1, Math.min(width, widths.at(-1) ?? width, Math.floor((TALLEST * width) / height)))
  const wanted = [...widths.filter((wide) => wide < largest), largest]
  const sizes: PictureSize[] = []
  const pixels = await readPixels(bytes, largest, seconds)
  for (const wide of wanted) sizes.push(await drawSize(pixels, wide, seconds))
  return { sizes }
}
