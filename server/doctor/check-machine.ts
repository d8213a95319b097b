import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { openFiles } from '#server/platform/files/open-files.ts'
import { type FilesFault, findFilesFault } from '#server/platform/health/check-files.ts'
import { type Finding, fail, ok, type Setup, warn } from './finding.ts'

const GB = 1024 ** 3
const MB = 1024 ** 2
/** Share of the disk below which room is scarce. */
const SCARCE = 0.15

// our own file
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as { config: { runtime: string } }

function isEnough(version: string, least: string): boolean {
  const [has, needs] = [version, least].map((text) => text.split('.').map(Number))
  const differing = [0, 1, 2].find((part) => has?.[part] !== needs?.[part])
  return differing === undefined || (has?.[differing] ?? 0) > (needs?.[differing] ?? 0)
}

/** Checks the version of Node. */
export function checkNode(version = process.versions.node): Finding {
  const least = manifest.config.runtime.replace('>=', '')
  if (isEnough(version, least)) return ok('Node', version)
  return fail('Node', `${version} is too old.`, `Run "npm ci", which installs Node ${least} or newer.`)
}

/** Checks the room on the disk of DATA_DIR. */
export async function checkDisk({ config: { dataDir, databaseUrl, diskReserveMb, files } }: Setup): Promise<Finding> {
  if (databaseUrl && files === 's3') return ok('Disk', 'the shop writes nothing to it')
  const stats = await statfs(dataDir).catch(() => null)
  if (!stats) return warn('Disk', `The system doesn't report how much space is left in ${dataDir}.`, 'Check that DATA_DIR exists.')
  const free = stats.bavail * stats.bsize
  const share = stats.bavail / stats.blocks
  const what = `${(free / GB).toFixed(1)} GB free in ${dataDir} (${Math.floor(share * 100)}%)`
  if (free < diskReserveMb * MB)
    return fail('Disk', `${what}, less than DISK_RESERVE_MB.`, 'Free up space, or move DATA_DIR to a larger disk.')
  return share < SCARCE ? warn('Disk', `${what}.`, 'Free up space, or move DATA_DIR to a larger disk.') : ok('Disk', what)
}

/** Checks that a file can be saved, read and deleted. */
export async function checkStoredFiles({ config }: Setup): Promise<Finding[]> {
  const { dataDir, s3 } = config
  const fault = await findFilesFault(openFiles(config))
  if (config.files === 's3' && s3) return checkStore(s3, fault)
  if (!fault) return [ok('Files', `${dataDir} can be written and read`)]
  if (fault.state === 'full') return [fail('Files', `There is no space left in ${dataDir}.`, 'Free up space on the disk of DATA_DIR.')]
  return [fail('Files', `Files can't be written to ${dataDir}.`, 'Set DATA_DIR to a folder owned by the user that runs the shop.')]
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

function checkStore({ endpoint, bucket }: NonNullable<Setup['config']['s3']>, fault: FilesFault | null): Finding[] {
  const { protocol, hostname } = new URL(endpoint)
  const isOpen = protocol === 'http:' && !LOCAL.has(hostname)
  const plain = warn('Store TLS', 'Files are sent to the store unencrypted.', 'Use an https address in S3_ENDPOINT.')
  const found = fault
    ? fail('Files', `A file can't be ${fault.step} in the bucket ${bucket}: ${fault.reason}.`, cureOf(fault.reason))
    : ok('Files', `can be saved, read and deleted in the bucket ${bucket}`)
  return isOpen ? [found, plain] : [found]
}

/** Says what to do about an answer of the store. */
function cureOf(reason: string): string {
  if (/NoSuchBucket/.test(reason)) return 'Create the bucket, or correct S3_BUCKET.'
  if (/\b30\d\b/.test(reason)) return 'Correct S3_ENDPOINT and S3_REGION: the bucket is somewhere else.'
  if (/SignatureDoesNotMatch|InvalidAccessKeyId|RequestTimeTooSkewed/.test(reason))
    return 'Correct S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION, and the clock of this machine.'
  if (/\b40[13]\b/.test(reason)) return 'Allow the access key to get, put, delete and list objects in the bucket.'
  return 'Check S3_ENDPOINT, and that this machine reaches the store.'
}
