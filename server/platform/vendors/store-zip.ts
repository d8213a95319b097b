import { crc32 } from 'node:zlib'

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END = 0x06054b50
const UTF8_NAMES = 0x0800
const VERSION = 20

/** The fields that the two headers of an entry share, from the flags to the length of its name. */
function sharedFields(name: Buffer, content: Buffer): Buffer {
  const fields = Buffer.alloc(22)
  fields.writeUInt16LE(UTF8_NAMES, 0)
  fields.writeUInt32LE(0x21 << 16, 4) // 1 January 1980, midnight
  fields.writeUInt32LE(crc32(content), 8)
  fields.writeUInt32LE(content.length, 12)
  fields.writeUInt32LE(content.length, 16)
  fields.writeUInt16LE(name.length, 20)
  return fields
}

const uint16 = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer)
const uint32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer)

/** Packs files into a zip archive without compressing them (PKWARE's APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16). */
export function storeZip(files: ReadonlyMap<string, Buffer>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [path, content] of files) {
    const name = Buffer.from(path, 'utf8')
    const shared = sharedFields(name, content)
    const entry = Buffer.concat([uint32(LOCAL_HEADER), uint16(VERSION), shared, uint16(0), name])
    local.push(entry, content)
    central.push(uint32(CENTRAL_HEADER), uint16(VERSION, VERSION), shared, uint16(0, 0, 0, 0), uint32(0, offset), name)
    offset += entry.length + content.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.concat([uint32(END), uint16(0, 0, files.size, files.size), uint32(directory.length, offset), uint16(0)])
  return Buffer.concat([...local, directory, end])
}
