import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/*
 * Process started by `image.ts`: reads an SVG, writes a PNG. A drawing may take hours of uninterruptible work, which only the end of the
 * process stops.
 */

const TOO_MANY_PIXELS = 3
/** Limit of CPU time in milliseconds, independent of the machine's load. */
const CPU_MS = 3000
const CHECK_MS = 100

setPriority(19)
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined) // if memory runs out, this process is killed and not the shop

setInterval(() => {
  const { user, system } = process.cpuUsage()
  if ((user + system) / 1000 > CPU_MS) process.kill(process.pid, 'SIGALRM') // an ordinary exit would wait for the drawing
}, CHECK_MS).unref()

const [width = 1, height = 1, mostPixels = 1, enlarges = 0] = process.argv.slice(2).map(Number)
const bytes = await buffer(process.stdin)
const found = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
if (found.format !== 'svg') process.exit(1)
if (found.width * found.height > mostPixels) process.exit(TOO_MANY_PIXELS)
const png = await sharp(bytes, { failOn: 'error' })
  .resize({ width, height, fit: 'inside', withoutEnlargement: enlarges === 0 })
  .png({ compressionLevel: 1 })
  .toBuffer()
process.stdout.write(png)
