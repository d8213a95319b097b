import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/* Writes a .br and a .gz beside each built text file; the server sends them as they are. */

const FOLDER = join(import.meta.dirname, '..', 'build', 'client')
const TEXT = /\.(js|css|svg|json|txt|xml)$/
const SMALLEST = 512

for (const entry of readdirSync(FOLDER, { withFileTypes: true, recursive: true })) {
  if (!entry.isFile() || !TEXT.test(entry.name)) continue
  const file = join(entry.parentPath, entry.name)
  const bytes = readFileSync(file)
  if (bytes.length < SMALLEST) continue
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
