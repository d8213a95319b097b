import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { OutputInfo, OverlayOptions } from 'sharp'
import { escapeMarkup } from '#domain/markup.ts'
import { decodeInTurn } from './picture-queue.ts'

/** Loads the library at the first picture: 25 MB, which a server that only sells does without. */
async function load() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}

/** A layer of a PNG: a drawing, scaled to `width` by `height`, or text in lines of at most `width`; in pixels from the top left corner. */
export type Layer =
  | { svg: string; width: number; height: number; left: number; top: number }
  | { text: string; font: Font; color: string; width: number; left: number; top: number }

/** A font file with its family name, and the sum of its ascent and descent in pixels. */
interface Font {
  file: string
  family: string
  size: number
}

const DPI = 72 // one point is one pixel

async function render(layer: Layer): Promise<OverlayOptions> {
  const sharp = await load()
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

/** Composes a PNG of layers, bottom to top. Texts are rendered first, because they load the fonts that the drawings use too. */
export async function composePng(size: { width: number; height: number }, background: string, layers: readonly Layer[]): Promise<Buffer> {
  const sharp = await load()
  const texts = new Map<Layer, OverlayOptions>()
  for (const layer of layers) if ('text' in layer) texts.set(layer, await render(layer))
  const painted: OverlayOptions[] = []
  for (const layer of layers) painted.push(texts.get(layer) ?? (await render(layer)))
  const base = sharp({ create: { ...size, channels: 3, background } })
  return base.composite(painted).png({ palette: true, colors: 128, effort: 7 }).toBuffer()
}

/** Maximum pixels of a picture, against decompression bombs. */
const MAX_PIXELS = 40_000_000

/** Picture formats that browsers upload, detected by their first bytes, never by name. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif'])

const MAX_PNG = 64 * 1024 * 1024
/** Exit code of the SVG process for too many pixels. */
const TOO_MANY_PIXELS = 3
const SVG_CHILD = fileURLToPath(new URL('./svg-child.ts', import.meta.url))

/** Bytes in which the picture library looks for the start of an SVG. */
const SVG_HEAD = 1024

/** First bytes of a JPEG, PNG, GIF, WebP or AVIF. */
const PHOTO = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|....ftyp)/s

/** Returns true if the bytes may be an SVG, compressed or not, which this process never decodes. */
function isDrawing(bytes: Buffer): boolean {
  const head = bytes.subarray(0, SVG_HEAD).toString('latin1')
  return !PHOTO.test(head) && (head.startsWith('\x1f\x8b') || head.toLowerCase().includes('<svg'))
}

/** Reason why a picture was not decoded; busy: no capacity at the moment, so it may be valid. */
type Wrong = { wrong: 'unreadable' | 'too_many_pixels' | 'busy' }

/** Returns true if a decoder ran out of time. */
const isSlow = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout:')

/** Timeout of the SVG process in milliseconds. It limits its own CPU time; this covers a machine too busy to let it run. */
const DRAWING_MS = 20_000

/** Runs decoders in the queue; unreadable only if the decoder says so. */
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

/** Renders an SVG as PNG within `width` x `height` pixels, in a separate process that limits its own CPU time. */
function drawSvg(bytes: Buffer, { width, height, enlarges }: SvgSize): Promise<{ png: Buffer } | Wrong> {
  const args = [SVG_CHILD, ...[width, height, MAX_PIXELS, Number(enlarges)].map(String)]
  const options = { timeout: DRAWING_MS, killSignal: 'SIGKILL', maxBuffer: MAX_PNG, encoding: 'buffer', env: {} } as const
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, options, (error, png) => {
      if (!error && png.length > 0) resolve({ png })
      else if (error?.killed && error.code !== 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') resolve({ wrong: 'busy' })
      else resolve({ wrong: error?.code === TOO_MANY_PIXELS ? 'too_many_pixels' : 'unreadable' })
    })
    child.stdin?.on('error', () => undefined) // the process ended before it had read everything: its exit code says why
    child.stdin?.end(bytes)
  })
}

/** Re-encodes a picture as WebP within `width` x `height` pixels, which drops everything else in the file (location, camera, scripts). */
export function reencode(bytes: Buffer, { width, height }: { width: number; height: number }): Promise<{ picture: Buffer } | Wrong> {
  return tryDecode(async (seconds): Promise<{ picture: Buffer } | Wrong> => {
    const sharp = await load()
    const drawn = isDrawing(bytes) ? await drawSvg(bytes, { width, height, enlarges: true }) : { png: bytes }
    if ('wrong' in drawn) return drawn
    const source = sharp(drawn.png, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
    const { format } = await source.metadata()
    if (!FORMATS.has(format)) return { wrong: 'unreadable' }
    const sized = source.rotate().resize({ width, height, fit: 'inside', withoutEnlargement: true })
    return { picture: await sized.webp({ quality: 86 }).timeout({ seconds }).toBuffer() }
  })
}

/** One size of a picture, in the formats that browsers accept. */
export interface PictureSize {
  width: number
  height: number
  webp: Buffer
  avif: Buffer
}

/** The sizes of an uploaded picture, or the reason why there are none. */
type Sizes = { sizes: PictureSize[] } | Wrong

const FULL = { webp: 82, avif: 55 }
/** Maximum height of stored pictures in pixels. */
const MAX_HEIGHT = 4000

/** The pixels of a picture at `width`: a large file is decoded once, and all sizes are made from them. */
async function readPixels(bytes: Buffer, width: number, seconds: number): Promise<{ data: Buffer; info: OutputInfo }> {
  const sharp = await load()
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false } as const
  return sharp(bytes, options).rotate().resize({ width }).timeout({ seconds }).raw().toBuffer({ resolveWithObject: true })
}

async function drawSize(
  { data: pixels, info: raw }: { data: Buffer; info: OutputInfo },
  width: number,
  seconds: number,
): Promise<PictureSize> {
  const sharp = await load()
  const picture = sharp(pixels, { raw: { width: raw.width, height: raw.height, channels: raw.channels } })
    .resize({ width })
    .timeout({ seconds })
  const { data: webp, info } = await picture.clone().webp({ quality: FULL.webp }).toBuffer({ resolveWithObject: true })
  const avif = await picture.clone().avif({ quality: FULL.avif, effort: 2 }).toBuffer()
  return { width: info.width, height: info.height, webp, avif }
}

/**
 * Re-encodes a picture in up to three sizes, the largest last: never wider than the picture or `widths`, first frame only, pixels only.
 * @param takesSvg logos may be SVG, which is rasterized too
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
    const drawn = await drawSvg(bytes, { width: widths.at(-1) ?? MAX_HEIGHT, height: MAX_HEIGHT, enlarges: false })
    return 'wrong' in drawn ? drawn : drawSizes(drawn.png, widths, { takesSvg: false, seconds })
  }
  const sharp = await load()
  const { format, autoOrient } = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
  if (!FORMATS.has(format)) return { wrong: 'unreadable' }
  const { width, height } = autoOrient
  if (width * height > MAX_PIXELS) return { wrong: 'too_many_pixels' }
  const largest = Math.max(1, Math.min(width, widths.at(-1) ?? width, Math.floor((MAX_HEIGHT * width) / height)))
  const wanted = [...widths.filter((wide) => wide < largest), largest]
  const sizes: PictureSize[] = []
  const pixels = await readPixels(bytes, largest, seconds)
  for (const wide of wanted) sizes.push(await drawSize(pixels, wide, seconds))
  return { sizes }
}
