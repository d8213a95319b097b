import type { Config } from './config.ts'
import type { Database, Db } from './db/client.ts'
import type { DiskWatch } from './db/disk.ts'
import type { Logger } from './http/log.ts'
import type { Queue } from './vendors/queue.ts'

/** The outside world, as the slices see it. Made in `main.ts`, and by tests. */
export interface Deps {
  config: Config
  db: Db
  /** State of the database, for health and for work in the background. */
  database: Pick<Database, 'isReady' | 'isOutage' | 'embedded'>
  /** Room on the disk of the embedded database; absent where another server keeps the data. */
  disk?: Pick<DiskWatch, 'isFull'>
  /** The clock. */
  now: () => Date
  /** Work in the background; absent in tests that do not ask for it. */
  queue?: Queue
  /** The log, of `makeLogger`; false: nothing is written. */
  logger: false | Logger
}
