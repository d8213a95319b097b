import type { Config } from './config.ts'
import type { Db } from './db/client.ts'

/** The outside world, as the slices see it. Made in `main.ts`, and by tests. */
export interface Deps {
  config: Config
  db: Db
  /** The clock. */
  now: () => Date
  /** Where the log goes; false: nowhere. */
  logger: false | { level: string; redact?: string[]; transport?: { target: string } }
}
