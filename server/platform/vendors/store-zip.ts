import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Packs files into a zip archive without compressing them. @throws Error for a path that leads out of the archive */
export function storeZip(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of files) zip.addBuffer(content, path, { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}
