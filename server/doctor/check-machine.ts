import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { checkFiles } from '#server/platform/health/check-files.ts'
import { type Finding, fail, ok, type Setup, warn } from './finding.ts'

const GB = 1024 ** 3
const MB = 1024 ** 2
/** Share of the disk below which room is scarce. */
const SCARCE = 0.15

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as { engines: { node: string } } // our own file

function isEnough(version: string, least: string): boolean {
  const [has, needs] = [version, least].map((text) => text.split('.').map(Number))
  const differing = [0, 1, 2].find((part) => has?.[part] !== needs?.[part])
  return differing === undefined || (has?.[differing] ?? 0) > (needs?.[differing] ?? 0)
}

/** Checks the version of Node. */
export function checkNode(version = process.versions.node): Finding {
  const least = manifest.engines.node.replace('>=', '')
  if (isEnough(version, least)) return ok('Node', version)
  return fail('Node', `${version} is too old.`, `Run "npm ci": it brings a Node that is at least ${least}.`)
}

/** Checks the room on the disk of DATA_DIR. */
export async function checkDisk({ config: { dataDir, diskReserveMb } }: Setup): Promise<Finding> {
  const stats = await statfs(dataDir).catch(() => null)
  if (!stats) return warn('Disk', `The system doesn't say how much room there is in ${dataDir}.`, 'Check that DATA_DIR exists.')
  const free = stats.bavail * stats.bsize
  const share = stats.bavail / stats.blocks
  const what = `${(free / GB).toFixed(1)} GB free in ${dataDir} (${Math.floor(share * 100)}%)`
  if (free < diskReserveMb * MB) return fail('Disk', `${what}, less than DISK_RESERVE_MB.`, 'Make room, or move DATA_DIR to a larger disk.')
  return share < SCARCE ? warn('Disk', `${what}.`, 'Make room, or move DATA_DIR to a larger disk.') : ok('Disk', what)
}

/** Checks that a file can be written, read and deleted in DATA_DIR. */
export async function checkDataFolder({ config: { dataDir } }: Setup): Promise<Finding> {
  const found = await checkFiles(dataDir)
  if (found === 'ok') return ok('Files', `${dataDir} can be written and read`)
  if (found === 'full') return fail('Files', `There is no room in ${dataDir}.`, 'Make room on the disk of DATA_DIR.')
  return fail('Files', `No file can be written in ${dataDir}.`, 'Set DATA_DIR to a folder that belongs to the user of the shop.')
}
