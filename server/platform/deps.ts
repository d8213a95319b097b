import type { Pool } from 'pg'
import type { Config } from './config.ts'
import type { Database, Db } from './db/client.ts'
import type { DiskWatch } from './db/disk.ts'
import type { Files } from './files/files.ts'
import type { Logger } from './http/log.ts'
import type { Throttle } from './http/throttle.ts'
import type { MailTexts } from './mail/mail-text.ts'
import type { Queue } from './vendors/queue.ts'

/** External dependencies of the areas, created in `main.ts` and by tests. */
export interface Deps {
  config: Config
  db: Db
  /** Pictures, uploaded spreadsheets and emails in files. */
  files: Files
  /** State of the database, for health checks and background jobs. */
  database: Pick<Database, 'isReady' | 'isOutage' | 'embedded' | 'kind' | 'pool' | 'revisions' | 'replica'>
  /** Disk space of the embedded database; absent with PostgreSQL. */
  disk?: Pick<DiskWatch, 'isFull'>
  /** Texts of the emails. */
  mailTexts: MailTexts
  /** The clock. */
  now: () => Date
  /** Queue of background jobs; absent in tests that do not need it. */
  queue?: Queue
  /** Slows down password guessing, over all calls that take a password; null where rates are not limited. */
  throttle: Throttle | null
  /** The database by which all servers count limits together; absent: each counts in its memory. */
  sharedLimits?: Pool
  /** The log of `createLogger`; false for none. */
  logger: false | Logger
}
