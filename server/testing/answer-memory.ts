import { openEmbedded } from '#server/platform/db/client.ts'
import { readSnapshot } from './databases.ts'

/*
 * Started by a test, with the file of a snapshot, as a process with no other work: by how many bytes it grows while the embedded database
 * answers 120 MB.
 */

const database = await openEmbedded({ snapshot: readSnapshot(process.argv[2] ?? '') })

async function answer60kB(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await database.pool.query("select repeat('x', 1000) from generate_series(1, 60)")
}

await answer60kB(500)
const before = process.memoryUsage.rss()
await answer60kB(2000)
process.stdout.write(`${process.memoryUsage.rss() - before}\n`)
await database.close()
