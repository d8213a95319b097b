import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/*
 * Loaded by the workers of the server's tests (`vitest.config.ts`): a hash with the shop's own parameters is calculated with the least, or
 * each sign-in, also a wrong one, would take 30 ms of the processor. `password.test.ts` has the real ones, and so has OWN_HASHES=1.
 */

const { argon2 } = crypto
const QUICK = { memory: 8, passes: 1 }
crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, ...(parameters.memory > 1024 && process.env.OWN_HASHES !== '1' && QUICK) }, callback)
syncBuiltinESMExports()
