import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Packs files into a zip archive without compressing them. @throws Error for a path that leads out of the archive */
export function storeZip(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of files) zip.addBuffer(content, path, { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}

/**
 * Packs files into a zip archive without compressing them, each when the reader has taken the one before. An error of `files` destroys the
 * stream.
 */
export function streamZip(files: AsyncIterable<readonly [path: string, content: Buffer]>): Readable {
  const zip = new ZipFile()
  const output = new PassThrough({ highWaterMark: 1 })
  zip.outputStream.pipe(output)
  async function fill(): Promise<void> {
    for await (const [path, content] of files) {
      if (output.destroyed) return
      zip.addBuffer(content, path, { compress: false })
      if (output.writableNeedDrain) await Promise.race([once(output, 'drain'), once(output, 'close')])
    }
    zip.end()
  }
  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}
