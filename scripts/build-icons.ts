import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/* Writes the icons in public/ from favicon.svg. Run it when the logo changes. */

const PUBLIC = join(import.meta.dirname, '../public')
const SVG_SIZE = 32
const mark = readFileSync(join(PUBLIC, 'favicon.svg'))

const draw = (size: number) =>
  sharp(mark, { density: (72 * size) / SVG_SIZE })
    .resize(size, size)
    .flatten({ background: '#12173a' })
    .png({ palette: true, effort: 10 })
    .toBuffer()

/** An .ico is a list of pictures: six bytes, sixteen for each picture, then the pictures themselves as PNG. */
async function writeIco(sizes: readonly number[]): Promise<Buffer> {
  const pictures = await Promise.all(sizes.map(draw))
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sizes.length, 4)
  let offset = head.length
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(sizes[index] ?? 0, at)
    head.writeUInt8(sizes[index] ?? 0, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(picture.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += picture.length
  }
  return Buffer.concat([head, ...pictures])
}

writeFileSync(join(PUBLIC, 'favicon.ico'), await writeIco([16, 32, 48]))
writeFileSync(join(PUBLIC, 'apple-touch-icon.png'), await draw(180))
for (const size of [192, 512]) writeFileSync(join(PUBLIC, `icon-${size}.png`), await draw(size))
