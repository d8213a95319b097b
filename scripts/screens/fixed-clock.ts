/*
 * Preloaded into a server (`node --import`, also in its threads): `Date` stands still at FIXED_TIME, and with it `now()` of the embedded
 * database. Timers run on.
 */

const time = Date.parse(process.env.FIXED_TIME ?? '')
if (Number.isNaN(time)) throw new Error('FIXED_TIME must be a date and a time, such as 2026-11-20T12:00:00Z')
const RealDate = Date
RealDate.now = () => time
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [time] : given, made),
  apply: () => new RealDate(time).toString(),
})
