import type { Config } from '#server/platform/config.ts'
import type { DatabaseLog } from '#server/platform/db/watch.ts'
import { timeFiles } from '#server/platform/metrics/count-events.ts'
import { openDiskFiles } from './disk-files.ts'
import type { Files } from './files.ts'
import { rememberPictures } from './remember-pictures.ts'
import { openS3Files } from './s3-files.ts'

const SAID_EVERY_MS = 60_000

/** Measures every call. */
function withMetrics(files: Files): Files {
  const { driver } = files
  return {
    ...files,
    put: (...args) => timeFiles(driver, 'write', () => files.put(...args)),
    get: (...args) => timeFiles(driver, 'read', () => files.get(...args)),
    stat: (...args) => timeFiles(driver, 'stat', () => files.stat(...args)),
    remove: (...args) => timeFiles(driver, 'delete', () => files.remove(...args)),
    list: (...args) => timeFiles(driver, 'list', () => files.list(...args)),
  }
}

/**
 * Opens the files of the shop, where FILES says or in `driver`'s place. @param log gets the reasons of failures of the store, one a minute
 * @throws Error when the settings of the store are missing
 */
export function openFiles(config: Pick<Config, 'dataDir' | 'files' | 's3'>, log?: DatabaseLog, driver = config.files): Files {
  if (driver === 'disk') return withMetrics(openDiskFiles(config.dataDir))
  if (!config.s3) throw new Error('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set')
  let saidAt = Number.NEGATIVE_INFINITY
  const warn = (reason: string) => {
    if (performance.now() - saidAt < SAID_EVERY_MS) return
    saidAt = performance.now()
    log?.warn({ reason }, 'the store of the files failed')
  }
  return rememberPictures(withMetrics(openS3Files(config.s3, warn)))
}
