import sharp from 'sharp'

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
