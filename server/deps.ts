import type { Config } from './config.ts'
import type { Db } from './db/client.ts'
import type { Queue } from './vendors/queue.ts'

/** The outside world, as the slices see it. Made in `main.ts`, and by tests. */
export interface Deps {
  config: Config
  db: Db
  /** The clock. */
  now: () => Date
  /** Work in the background; absent in tests that do not ask for it. */
  queue?: Queue
  /** Where the log goes; false: nowhere. */
  logger: false | { level: string; redact?: string[]; transport?: { target: string } }
}
