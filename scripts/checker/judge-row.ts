import type { NamedTest } from '../requirement-rows.ts'
import { pick } from './pick-rows.ts'
import { patternOf, type Reached } from './run-tests.ts'
import type { Mutant } from './sandbox.ts'

/** Says whether the tests of a row fail when the product is broken where they run; `survivors` are the mutants that they did not notice. */
interface Verdict {
  kind: 'proved' | 'hollow' | 'nothing to break'
  survivors: Mutant[]
}

/** Chooses places of the product that are a row's own: of those that its tests reach, the ones that the fewest other tests reach. */
export function chooseMutants(
  tests: readonly NamedTest[],
  reached: Reached,
  mutants: ReadonlyMap<string, Mutant>,
  seed: string,
  count: number,
): Mutant[] {
  const pattern = new RegExp(patternOf(tests))
  const isOfRow = (name: string) => tests.some(({ path }) => name.startsWith(`${path}: `)) && pattern.test(name)
  const own = new Set<string>()
  const uses = new Map<string, number>()
  for (const [name, ids] of reached) {
    for (const id of ids) {
      if (isOfRow(name)) own.add(id)
      else uses.set(id, (uses.get(id) ?? 0) + 1)
    }
  }
  return pick([...own], seed, own.size)
    .sort((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0))
    .flatMap((id) => mutants.get(id) ?? [])
    .filter(({ path, line }, at, all) => all.findIndex((other) => other.path === path && other.line === line) === at)
    .slice(0, count)
}

/** Breaks the product at one place after the other until the tests notice. */
export function judgeRow(mutants: readonly Mutant[], isNoticed: (mutant: Mutant) => boolean): Verdict {
  if (mutants.length === 0) return { kind: 'nothing to break', survivors: [] }
  const noticed = mutants.findIndex(isNoticed)
  return noticed < 0 ? { kind: 'hollow', survivors: [...mutants] } : { kind: 'proved', survivors: mutants.slice(0, noticed) }
}
