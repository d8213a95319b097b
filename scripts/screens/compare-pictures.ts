import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/** Returns the number of pixels that differ between two pictures; where there are some, writes the second one pale, with these in red. */
export async function countDiffering(before: string, after: string, difference: string): Promise<number> {
  if (readFileSync(before).equals(readFileSync(after))) return 0
  const read = async (path: string) => {
    const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return {
      ...info,
      pixelAt: (x: number, y: number) => (x < info.width && y < info.height ? data.readUInt32BE(4 * (y * info.width + x)) : -1),
    }
  }
  const [one, other] = [await read(before), await read(after)]
  const width = Math.max(one.width, other.width)
  const height = Math.max(one.height, other.height)
  const shown = Buffer.alloc(3 * width * height)
  let count = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const pixel = other.pixelAt(x, y)
      const isSame = pixel === one.pixelAt(x, y)
      if (!isSame) count += 1
      shown.writeUIntBE(isSame ? 0xc0c0c0 + ((pixel >>> 10) & 0x3f3f3f) : 0xff0000, 3 * (y * width + x), 3)
    }
  }
  if (count > 0)
    await sharp(shown, { raw: { width, height, channels: 3 } })
      .png()
      .toFile(difference)
  return count
}
